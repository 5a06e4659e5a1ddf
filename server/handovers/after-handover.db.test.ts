import { eq, getTableName, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  boxes,
  boxFeedback,
  checkouts,
  exchangePhotos,
  exchanges,
  memberships,
  orderItems,
  orders,
  outbox,
  people,
  products,
  refunds,
  reviews,
  shippingInfo,
} from '../../db/schema.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { handOver as handOverTo } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { listSentBelts } from '../account/exchanges/sent-belts.ts'
import { readAccount } from '../account/memberships/read-account.ts'
import { deleteMyData } from '../account/privacy/delete-my-data.ts'
import { dataFile } from '../account/privacy/download-my-data.ts'
import { slipRows } from '../admin/drops/packing-slips.ts'
import { cardLink, openCardPage } from '../billing/card-page.ts'
import { collectEvidence } from '../billing/evidence.ts'
import { boxTrouble } from '../emails/box-trouble.ts'
import { giftProgress } from '../emails/gift-mails.ts'
import { loadMembershipView } from '../emails/membership-view.ts'
import { reviewWanted } from '../emails/review-wanted.ts'
import { boxShipped } from '../emails/shipped.ts'
import { yearlySummary } from '../emails/yearly-summary.ts'
import { cancelExchange } from '../exchanges/cancel-exchange.ts'
import { changeRemedy } from '../exchanges/change-remedy.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { giftLink } from '../gifts/open-gift.ts'
import { payerEmail } from '../ledger/find-membership.ts'
import { readerOfManageLink } from '../members/manage-link.ts'
import { signToken } from '../members/signed-token.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { shopDay } from '../shop/shop.ts'
import { finishHandovers } from './finish-handover.ts'

const test = stripeShopOfFile()

const day = 24 * 60 * 60_000

const announcedGift = giftItem('6-months', {
  ...{ size: '36', styles: ['dress'] },
  giftDetails: { ...giftItem().giftDetails!, emailDate: '2026-11-22T00:00:00.000Z' },
})

/** A membership of a buyer with this address. */
async function member(email: string, item = selfItem('monthly')) {
  const cart = [{ ...item, shippingDetails: { ...item.shippingDetails!, email } }]
  const { clientSecret } = (await test.start(cart)).body
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0]!, email)
  await test.passAWhile()
  const rows = await test.shop.db.select().from(memberships).where(eq(memberships.payerEmail, email))
  return rows.at(-1)!
}

/** Its first box, sent now with a belt. */
async function sendFirst(membershipId: string) {
  const { boxes: all, membership } = await ledgerOf(test, membershipId)
  const [belt] = await test.shop.db.select().from(products).limit(1)
  const [sent] = await test.shop.db
    .update(boxes)
    .set({
      ...{ state: 'shipped', productId: belt!.id, size: '36', trackingNumber: '9400 1000 0000 0000 0000 00' },
      ...{ packedAt: test.clock.now(), shippedAt: test.clock.now(), shipTo: membership.address },
    })
    .where(eq(boxes.id, all[0]!.id))
    .returning()
  return sent!
}

const handOver = (membershipId: string, email = 'june@example.com', size = '38') =>
  handOverTo(test, membershipId, { name: 'June Park', city: 'Salem', email, size })

describe('links in emails to the former member', () => {
  it('a gift’s link no longer shows the new wearer’s address, or changes it', async () => {
    const given = await member('giver@example.com', announcedGift)
    await test.pass(2 * day)
    const link = await giftLink(test.shop, (await loadGift(test.shop, given.id))!)
    const token = link.split('/gift/')[1]!
    expect((await test.post('/api/account/gift', { token })).status).toBe(200)
    await handOver(given.id)
    const after = await test.post('/api/account/gift', { token })
    expect(after.status, JSON.stringify(after.body)).toBe(404)
    const hers = await giftLink(test.shop, (await loadGift(test.shop, given.id))!)
    expect((await test.post('/api/account/gift', { token: hers.split('/gift/')[1]! })).status).toBe(200)
  })

  it('a card link, or one asked for before, no longer opens the page of the new payer’s card', async () => {
    const before = await member('ada@example.com')
    const token = (await cardLink(test.shop, before)).split('/card/')[1]!
    expect(await openCardPage(test.shop, token)).toContain('http')
    await handOver(before.id)
    await expect(openCardPage(test.shop, token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(cardLink(test.shop, before)).rejects.toMatchObject({ code: 'not_possible' })
  })
})

it('“Manage or cancel” still opens the page of someone who handed over one of their memberships', async () => {
  const email = 'mo@example.com'
  const [before, only] = [await member(email), await member('ned@example.com')]
  await member(email, giftItem('6-months', { size: '36', styles: ['dress'] }))
  const linkOf = async ({ id }: { id: string }, reader: string) =>
    signToken(test.shop, 'manage link', { id, role: 0, at: test.clock.now() }, reader)
  const [its, last] = [await linkOf(before, email), await linkOf(only, 'ned@example.com')]
  await handOver(before.id, 'june12@example.com')
  await handOver(only.id, 'june13@example.com')
  expect(await readerOfManageLink(test.shop, its)).toBe(email)
  expect(await readerOfManageLink(test.shop, last), 'nothing is theirs any more').toBeNull()
})

describe('a belt that was sent before', () => {
  it('gets its news to the person it was sent to', async () => {
    const before = await member('bea@example.com')
    const box = await sendFirst(before.id)
    await handOver(before.id)
    await test.shop.db.update(boxes).set({ trouble: 'lost' }).where(eq(boxes.id, box.id))
    expect(await boxTrouble(test.shop, `${box.id}:lost`)).toMatchObject({ to: 'bea@example.com' })
    expect(await boxShipped(test.shop, `${box.id}:${box.trackingNumber}`)).toMatchObject({
      to: 'bea@example.com',
    })
    expect(await reviewWanted(test.shop, box.id)).toHaveProperty('droppedBecause')
  })

  it('goes back with a label for the person it was sent to, and is never replaced at the new address', async () => {
    const before = await member('cleo@example.com')
    const box = await sendFirst(before.id)
    await handOver(before.id)
    const wish = { boxId: box.id, askedBy: 'owner' } as const
    await expect(requestExchange(test.shop, { ...wish, kind: 'damaged' })).rejects.toThrow(
      'went to the person who had this membership before',
    )
    const made = await requestExchange(test.shop, { ...wish, kind: 'return' })
    await test.work()
    const told = test.mails.filter(({ kind }) => kind === 'exchange-requested')
    expect(told.map(({ to }) => to)).toEqual(['cleo@example.com'])
    await cancelExchange(test.shop, { exchangeId: made.id, actor: 'staff' })
    const broke = await requestExchange(test.shop, { ...wish, kind: 'damaged', remedy: 'repair' })
    await changeRemedy(test.shop, { exchangeId: broke.id, remedy: 'refund' })
    await test.work()
    const news = test.mails.filter(({ kind }) => kind === 'exchange-changed')
    expect(news.map(({ to }) => to)).toEqual(['cleo@example.com'])
  })
})

describe('personal data', () => {
  /** What someone said about a belt, with a name. */
  async function say(boxId: string) {
    const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.id, boxId))
    const { productId, personId } = box!
    await test.shop.db.insert(boxFeedback).values({ boxId, fit: 'tight', at: test.clock.now() })
    await test.shop.db.insert(reviews).values({
      ...{
        boxId,
        personId,
        productId: productId!,
        stars: 5,
        text: 'From Dora',
        name: 'Dora',
        place: 'Reno, NV',
      },
      ...{ state: 'published', writtenAt: test.clock.now() },
    })
    await test.shop.db.insert(exchanges).values({
      ...{ boxId, kind: 'damaged', remedy: 'replacement', state: 'declined', details: 'Dora’s dog' },
      ...{ askedBy: 'member', expiresAt: test.clock.now(), createdAt: test.clock.now() },
    })
    await test.shop.db.insert(exchangePhotos).values({
      boxId,
      email: 'dora@example.com',
      content: Buffer.from('a photo'),
      createdAt: test.clock.now(),
    })
  }
  const fileOf = async (email: string) => {
    const { content } = await dataFile(test.shop, [email])
    return JSON.parse(String(content))
  }

  it('of the former member stays theirs to download and to delete', async () => {
    const before = await member('dora@example.com')
    const box = await sendFirst(before.id)
    await say(box.id)
    await handOver(before.id, 'june4@example.com')
    const hers = await fileOf('june4@example.com')
    for (const kind of ['exchanges', 'photos', 'feedback', 'reviews']) expect(hers[kind], kind).toEqual([])
    const own = await fileOf('dora@example.com')
    for (const kind of ['exchanges', 'photos', 'feedback', 'reviews']) expect(own[kind], kind).toHaveLength(1)
    const passed = [{ from: 'dora@example.com', to: 'june4@example.com', state: 'done' }]
    for (const file of [own, hers]) expect(file.handovers).toMatchObject(passed)

    const caller = { address: '', keep() {} } as never
    await deleteMyData(test.shop, {}, { email: 'dora@example.com', sessionId: '' }, caller)
    const isOfBox = eq(exchanges.boxId, box.id)
    expect(await test.shop.db.select().from(reviews).where(eq(reviews.boxId, box.id))).toEqual([])
    expect(await test.shop.db.select().from(exchangePhotos).where(eq(exchangePhotos.boxId, box.id))).toEqual(
      [],
    )
    expect(await test.shop.db.select().from(exchanges).where(isOfBox)).toMatchObject([{ details: '' }])
    const { boxes: after, membership } = await ledgerOf(test, before.id)
    expect(after.find(({ id }) => id === box.id)!.shipTo).toBeNull()
    expect(membership).toMatchObject({ memberEmail: 'june4@example.com', address: { fullName: 'June Park' } })
  })

  it('of the former member is kept until their old card can no longer be charged', async () => {
    const before = await member('fay@example.com')
    const { payments } = test.shop
    const { endSubscription } = payments
    payments.endSubscription = async () => {
      throw new Error('Stripe is down')
    }
    await handOver(before.id, 'june6@example.com').catch(() => {})
    payments.endSubscription = endSubscription
    const asked = [
      {},
      { email: 'fay@example.com', sessionId: '' },
      { address: '', keep() {} } as never,
    ] as const
    await expect(deleteMyData(test.shop, ...asked)).rejects.toMatchObject({ code: 'not_possible' })
    await finishHandovers(test.shop)
    expect(test.stripe.world.subscriptions.get(before.stripeSubscriptionId!)?.status).toBe('canceled')
    await deleteMyData(test.shop, ...asked)
  })

  it('of a gift’s first wearer leaves the order with them', async () => {
    const emailDate = `${shopDay(test.shop)}T00:00:00.000Z`
    const details = { ...announcedGift.giftDetails!, recipientEmail: 'Tom.Quill@example.com', emailDate }
    const place = { ...announcedGift.shippingDetails!, fullName: 'Tom Quill', address: '9 Quill Lane' }
    const item = { ...announcedGift, giftDetails: details, shippingDetails: place }
    const given = await member('hope@example.com', item)
    await test.pass(2 * day)
    await handOver(given.id, 'june14@example.com')
    const caller = { address: '', keep() {} } as never
    await deleteMyData(test.shop, {}, { email: 'tom.quill@example.com', sessionId: '' }, caller)
    const { db } = test.shop
    for (const table of [orders, orderItems, checkouts, shippingInfo, memberships, boxes, people])
      expect(JSON.stringify(await db.select().from(table)), getTableName(table)).not.toMatch(/quill/i)
    expect((await ledgerOf(test, given.id)).membership).toMatchObject({
      ...{ payerEmail: 'hope@example.com', memberEmail: 'june14@example.com' },
      address: { fullName: 'June Park' },
    })
  })

  it('about payments stays out of the new payer’s yearly summary', async () => {
    const before = await member('eve@example.com')
    await sendFirst(before.id)
    await handOver(before.id, 'june5@example.com')
    const later = await member('kim@example.com', selfItem('6-months'))
    await handOver(later.id, 'june11@example.com')
    await test.pass(new Date('2027-01-02T16:00:00Z').getTime() - test.clock.now().getTime())
    const mail = await yearlySummary(test.shop, `${before.id}:2026`)
    expect(mail).toMatchObject({ to: 'june5@example.com' })
    // December’s charge; November’s was Eve’s.
    expect((mail as { text: string }).text).toMatch(/Paid in 2026:? +\$69\.50/)
    expect((mail as { text: string }).text).toContain('Your 2026, in 0 belts.')
    // Who hasn’t paid yet gets none.
    await sendNotices(test.shop)
    const isIt = eq(outbox.subjectId, `${later.id}:2026`)
    expect(await test.shop.db.select().from(outbox).where(isIt)).toEqual([])
  })
})

it('a gift’s giver isn’t told that its belts go to someone else now, nor to whom', async () => {
  const emailDate = test.clock.now().toISOString()
  const gift = { ...announcedGift, giftDetails: { ...announcedGift.giftDetails!, emailDate } }
  const given = await member('gwen@example.com', gift)
  await test.pass(2 * day)
  test.mails.length = 0
  await handOver(given.id)
  await test.work()
  expect(test.mails.filter(({ to }) => to === 'gwen@example.com')).toEqual([])
  const { id } = await sendFirst(given.id)
  const told = [await giftProgress(test.shop, id), await yearlySummary(test.shop, `${given.id}:2026`)]
  const page = await readAccount(test.shop, {}, { email: 'gwen@example.com', sessionId: '' })
  const words = JSON.stringify([told, page])
  expect(words).toContain('your recipient')
  expect(words).not.toMatch(/June|Salem/)
  expect(page.memberships).toMatchObject([{ role: 'giver', term: { sent: 1, count: 6 } }])
})

it('a gift’s giver keeps receipts, count and returns of the belts its first wearer got', async () => {
  const emailDate = `${shopDay(test.shop)}T00:00:00.000Z`
  const gift = { ...announcedGift, giftDetails: { ...announcedGift.giftDetails!, emailDate } }
  const given = await member('gus@example.com', gift)
  await test.pass(2 * day)
  const box = await sendFirst(given.id)
  await handOver(given.id, 'june7@example.com')
  const seenBy = async (email: string) => {
    const member = { email, sessionId: '' }
    const { memberships: all } = await readAccount(test.shop, {}, member)
    const { belts } = await listSentBelts(test.shop, {}, member)
    return { view: all[0]!, belts }
  }
  const giver = await seenBy('gus@example.com')
  expect(giver.view).toMatchObject({ sentCount: 1, money: { receipts: [{ amountCents: 35700 }] } })
  expect(giver.belts).toMatchObject([
    { boxId: box.id, returns: ['refund'], mayExchange: false, mayTell: false },
  ])
  const receipt = { membershipId: given.id, paymentId: giver.view.money!.receipts[0]!.id }
  expect(receipt.paymentId).toBeTruthy()
  const wearer = await seenBy('june7@example.com')
  expect(wearer).toMatchObject({ view: { sentCount: 0, money: null }, belts: [] })
  // Also what they pay between two handovers is theirs, and nobody else’s.
  const between = new Date(test.clock.now().getTime() + day)
  await test.pass(2 * day)
  await handOver(given.id, 'kai7@example.com')
  const payers = await test.shop.db
    .select({ email: payerEmail(between) })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(memberships.id, given.id))
  expect(payers).toEqual([{ email: 'gus@example.com' }])
})

it('someone unsure of their size gets the measuring guide with their own first belt', async () => {
  const before = await member('hal@example.com', selfItem('6-months', { size: unsureSize }))
  await sendFirst(before.id)
  await handOver(before.id, 'june8@example.com', unsureSize)
  const [, hers] = (await ledgerOf(test, before.id)).boxes
  const [belt] = await test.shop.db.select().from(products).limit(1)
  await test.shop.db
    .update(boxes)
    .set({ state: 'packed', productId: belt!.id, size: '36', packedAt: test.clock.now() })
    .where(eq(boxes.id, hers!.id))
  const which = sql`b.id = ${hers!.id}`
  const slips = await slipRows(test.shop.db, { drop: hers!.drop, which, after: undefined, limit: 1 })
  expect(slips).toMatchObject([{ hasGuide: true }])
})

it('each payer answers for their own payments, at the bank too', async () => {
  const before = await member('ida@example.com')
  await handOver(before.id, 'june9@example.com')
  const { paidUntil } = (await ledgerOf(test, before.id)).membership
  await test.pass(new Date(`${paidUntil}T23:00:00Z`).getTime() + day - test.clock.now().getTime())
  await handOver(before.id, 'kai@example.com')
  const { payments } = await ledgerOf(test, before.id)
  const told = await Promise.all(
    payments.map(async (payment) => (await loadMembershipView(test.shop, before.id, payment)).to),
  )
  expect(told).toEqual(['ida@example.com', 'june9@example.com'])
  await test.pass(60_000)
  const at = test.clock.now()
  await test.shop.db.update(memberships).set({ cancelledAt: at }).where(eq(memberships.id, before.id))
  await test.shop.db
    .insert(outbox)
    .values({ kind: 'gift-progress', subjectId: before.id, recipient: 'kai@example.com', sentAt: at })
  const { id } = test.stripe.openDispute(payments[1]!.intentId!)
  await test.pass(60_000)
  const { fields, sections } = await collectEvidence(test.shop, id)
  expect(fields.cancellation_rebuttal, 'another one canceled').toContain('The buyer hasn’t canceled')
  expect(JSON.stringify(sections), 'nor got this email').not.toContain('gift progress')
  expect(fields).toMatchObject({
    ...{ customer_name: 'June Park', customer_email_address: 'june9@example.com' },
    shipping_address: expect.stringContaining('4 Pine Street'),
    cancellation_policy_disclosure: expect.stringContaining('My Monthly plan renews at $69.50'),
  })
  expect(JSON.stringify(sections)).not.toMatch(/ida@example|Maya/)
})

it('staff see who a belt was sent to, and whose failed refund is to be paid by hand', async () => {
  const before = await member('lou@example.com')
  const box = await sendFirst(before.id)
  await handOver(before.id, 'june10@example.com')
  const made = await requestExchange(test.shop, { boxId: box.id, askedBy: 'owner', kind: 'return' })
  const [payment] = (await ledgerOf(test, before.id)).payments
  await test.shop.db.insert(refunds).values({
    ...{ paymentId: payment!.id, amountCents: 6950, taxCents: 0, status: 'failed', reason: '' },
    createdAt: test.clock.now(),
  })
  await test.shop.db.insert(reviews).values({
    ...{ boxId: box.id, personId: box.personId, productId: box.productId!, stars: 4, text: 'Good' },
    ...{ state: 'waiting', writtenAt: test.clock.now() },
  })
  const owner = await signIn(test)
  const { exchanges: listed } = (await owner.get('/api/admin/exchanges?state=all')).body
  expect(listed.find(({ id }: { id: string }) => id === made.id)).toMatchObject({
    ...{ member: 'Maya Ellison', email: 'lou@example.com' },
  })
  for (const kind of ['label', 'refund', 'review']) {
    const { promises } = (await owner.get(`/api/admin/promises?kind=${kind}`)).body
    const people = promises.map(({ person }: { person: { email: string } }) => person.email)
    expect(people, kind).toContain('lou@example.com')
    expect(people, kind).not.toContain('june10@example.com')
  }
})
