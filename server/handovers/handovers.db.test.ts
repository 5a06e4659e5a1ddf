import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { boxes, handovers, memberships, orders, products } from '../../db/schema.ts'
import { addDays, formatDay } from '../../domain/calendar-date.ts'
import { handoverDays } from '../../domain/handover.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { handOverUpToCard } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { readAccount } from '../account/memberships/read-account.ts'
import { deleteMyData } from '../account/privacy/delete-my-data.ts'
import { boxTrouble } from '../emails/box-trouble.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { giftLink } from '../gifts/open-gift.ts'
import { personIdOf } from '../members/member.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'
import { skipBox } from '../memberships/skip-box.ts'
import { shopDay } from '../shop/shop.ts'
import { finishHandover, finishHandovers } from './finish-handover.ts'
import { handoverLink } from './handover-link.ts'

const test = stripeShopOfFile()
let owner: SignedIn

const hour = 60 * 60_000
const passTo = (day: string) =>
  test.pass(new Date(`${day}T23:00:00Z`).getTime() + 24 * hour - test.clock.now().getTime())

async function member(cart = [selfItem('monthly')]) {
  // A month later the session of before is over.
  owner = await signIn(test)
  test.mails.length = 0
  const { clientSecret } = (await test.start(cart)).body
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0]!)
  await test.passAWhile()
  const rows = await test.shop.db.select().from(memberships)
  return rows.toSorted((a, b) => +b.createdAt - +a.createdAt)[0]!
}

const act = (membershipId: string, what: object, askedAs: string = randomUUID()) =>
  owner.post(`/api/admin/memberships/${membershipId}/acts`, { act: what, reason: 'They asked', askedAs })
const june = { act: 'hand-over', name: 'June Park', email: 'June@Example.com' }
const home = {
  ...{ fullName: 'June Park', address: '4 Pine Street', address2: '', city: 'Salem', state: 'OR' },
  zipCode: '97301',
}
const choice = { styles: ['casual'], size: '38', address: home }

async function tokenOf(membershipId: string) {
  const rows = await test.shop.db.select().from(handovers).where(eq(handovers.membershipId, membershipId))
  const open = rows.find(({ state }) => state !== 'withdrawn')!
  return { id: open.id, token: (await handoverLink(test.shop, open)).split('/handover/')[1]! }
}
const call = (verb: string, body: object) => test.post(`/api/account/handover${verb}`, body)
const page = (email: string) => readAccount(test.shop, {}, { email, sessionId: '' })

it('a gift goes to another wearer without card or price, and its giver remains the payer', async () => {
  const gift = await member([giftItem('6-months', { size: '36', styles: ['dress'] })])
  expect((await act(gift.id, june)).body.message).toContain('doesn’t know about this gift yet')
  // The day after its recipient was told.
  await passTo(gift.noticeOn!)
  owner = await signIn(test)
  const toThemselves = await act(gift.id, { ...june, email: gift.memberEmail })
  expect(toThemselves.body.message).toContain('It’s already theirs')
  const asked = await act(gift.id, june)
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const giver = await owner.get(`/api/admin/people/${personIdOf(gift.payerEmail!)}`)
  expect(giver.body.memberships[0].handover).toMatchObject({ name: 'June Park', email: 'june@example.com' })
  const { token } = await tokenOf(gift.id)
  const done = (await call('/choice', { token, ...choice })).body
  expect(done).toMatchObject({ step: 'done', card: null, planName: null })
  const after = await ledgerOf(test, gift.id)
  expect(after.membership).toMatchObject({ memberEmail: 'june@example.com', payerEmail: gift.payerEmail })
  expect(after.boxes).toHaveLength(6)
})

it('the former wearer’s gift link doesn’t open the next one’s gift, nor is theirs the giver’s message', async () => {
  const cart = giftItem('6-months', { styles: [recipientPicksStyle] })
  const emailDate = `${addDays(shopDay(test.shop), 2)}T00:00:00.000Z`
  const giftDetails = { ...cart.giftDetails!, emailDate, giftMessage: 'For you, Dad.' }
  const gift = await member([{ ...cart, giftDetails }])
  await passTo(gift.noticeOn!)
  owner = await signIn(test)
  const address = await giftLink(test.shop, (await loadGift(test.shop, gift.id))!)
  const link = { token: address.split('/gift/')[1]! }
  const open = () => test.post('/api/account/gift', link)
  expect((await open()).body).toMatchObject({ message: 'For you, Dad.' })
  expect((await act(gift.id, { ...june, email: 'otto@example.com' })).status).toBe(200)
  const { token } = await tokenOf(gift.id)
  expect((await call('/choice', { token, ...choice, size: 'Unsure' })).body).toMatchObject({ step: 'done' })
  expect(await open()).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const [box] = (await ledgerOf(test, gift.id)).boxes
  const [belt] = await test.shop.db.select().from(products).where(eq(products.gender, 'male')).limit(1)
  const packed = { state: 'packed', productId: belt!.id, size: '36', packedAt: test.clock.now() } as const
  await test.shop.db.update(boxes).set(packed).where(eq(boxes.id, box!.id))
  const { slips } = (await owner.get(`/api/admin/drops/${box!.drop}/slips?boxId=${box!.id}`)).body
  expect(slips).toMatchObject([{ name: 'June Park', gift: { from: 'Maya Ellison', message: null } }])
  expect((await loadGift(test.shop, gift.id))!.message).toBe('')
})

it('a belt that was on its way at the handover is still its former wearer’s', async () => {
  const cart = giftItem('6-months', { size: '36', styles: ['dress'] })
  const emailDate = `${addDays(shopDay(test.shop), 2)}T00:00:00.000Z`
  const gift = await member([{ ...cart, giftDetails: { ...cart.giftDetails!, emailDate } }])
  await passTo(gift.noticeOn!)
  owner = await signIn(test)
  const { id } = (await ledgerOf(test, gift.id)).boxes[0]!
  const [belt] = await test.shop.db.select().from(products).where(eq(products.gender, 'male')).limit(1)
  const at = test.clock.now()
  const sent = { productId: belt!.id, size: '36', packedAt: at, shippedAt: at, trackingNumber: '12' }
  await test.shop.db
    .update(boxes)
    .set({ ...sent, state: 'shipped', trouble: 'lost' })
    .where(eq(boxes.id, id))
  await act(gift.id, { ...june, email: 'rosa@example.com' })
  const { token } = await tokenOf(gift.id)
  expect((await call('/choice', { token, ...choice })).body).toMatchObject({ step: 'done' })
  await owner.post(`/api/admin/boxes/${id}/tracking`, { trackingNumber: '9400111899223197428490' })
  await test.passAWhile()
  expect(test.mails.findLast(({ kind }) => kind === 'box-shipped')).toMatchObject({ to: gift.memberEmail })
  expect(await boxTrouble(test.shop, `${id}:lost`)).toMatchObject({ to: gift.memberEmail })
})

describe('a renewing membership', () => {
  it('is handed over with a new card, same day and price, and never charges the old card again', async () => {
    const before = await member()
    const preview = await owner.post(`/api/admin/memberships/${before.id}/acts/preview`, { act: june })
    expect(preview.body).toMatchObject({ mailTo: 'maya@example.com' })
    expect(preview.body.lines.join(' ')).toContain('June Park (june@example.com) gets an email with a link')
    const form = randomUUID()
    const [first, again] = await Promise.all([act(before.id, june, form), act(before.id, june, form)])
    expect([first.status, again.status]).toEqual([200, 200])
    expect((await act(before.id, { ...june, email: 'zoe@example.com' })).status, 'one at a time').toBe(409)
    await test.work()
    const sent = test.mails.filter(({ subject }) => subject === 'Maya Ellison wants to hand you their belts')
    expect(sent.map(({ to }) => to)).toEqual(['june@example.com'])
    const asked = sent[0]!
    expect(asked.text, 'no price before they agree').not.toMatch(/\$/)
    const lastDay = formatDay(addDays(shopDay(test.shop), handoverDays), shopDay(test.shop)).replaceAll(
      '\u00a0',
      ' ',
    )
    expect(asked.text.replaceAll('\u00a0', ' ')).toContain(`The link works through ${lastDay}.`)
    const { token } = await tokenOf(before.id)

    expect((await call('', { token })).body).toMatchObject({ step: 'details', belts: 1, planName: 'Monthly' })
    expect((await call('/take', { token })).status).toBe(409)
    expect((await call('/choice', { token, ...choice, size: '99' })).status).toBe(400)
    const told = (await call('/choice', { token, ...choice })).body
    expect(told).toMatchObject({ step: 'card', card: { amountCents: 6950, on: before.paidUntil } })
    expect(told.card.terms).toContain('My Monthly plan renews at $69.50 every month, next on')
    expect((await call('/take', { token })).body.code, 'no card yet').toBe('payment_not_completed')
    expect((await ledgerOf(test, before.id)).membership.payerEmail).toBe('maya@example.com')

    expect((await call('/terms', { token, terms: 'Something else' })).body.code).toBe('price_changed')
    expect((await call('/terms', { token, terms: told.card.terms })).status).toBe(200)
    await test.confirm(told.card.clientSecret)
    const taken = await Promise.all([call('/take', { token }), call('/take', { token })])
    expect(taken.map(({ status, body }) => [status, body.step])).toEqual([
      [200, 'done'],
      [200, 'done'],
    ])
    expect(taken[0]!.body.fromName).toBe('Maya Ellison')
    const late = (await call('/choice', { token, ...choice, size: '40' })).body
    expect(late, 'from a page that was left open').toMatchObject({ step: 'done', chosen: { size: '38' } })
    const after = await ledgerOf(test, before.id)
    expect(after.membership).toMatchObject({
      ...{ payerEmail: 'june@example.com', memberEmail: 'june@example.com', paidUntil: before.paidUntil },
      ...{ renews: true, size: '38', styles: ['casual'], address: { city: 'Salem' } },
    })
    expect(after.boxes.map(({ personId, size }) => [personId === after.membership.personId, size])).toEqual([
      [true, '38'],
    ])
    expect(after.membership.personId).not.toBe(before.personId)
    const hersAtStripe = test.stripe.world.customers.get(after.membership.customerId!)
    expect(hersAtStripe).toMatchObject({ email: 'june@example.com' })
    const world = test.stripe.world.subscriptions
    expect(world.get(before.stripeSubscriptionId!)?.status).toBe('canceled')
    expect(world.get(after.membership.stripeSubscriptionId!)?.status).toBe('trialing')

    test.mails.length = 0
    await test.work()
    const subjects = (to: string) => test.mails.filter((mail) => mail.to === to).map(({ subject }) => subject)
    expect(subjects('june@example.com')).toEqual(['Your membership is yours'])
    expect(subjects('maya@example.com')).toEqual(['June Park has your membership now'])
    const textTo = (to: string) =>
      test.mails.find((mail) => mail.to === to)!.text.replaceAll(/[\u00a0\n]+/g, ' ')
    const day = formatDay(before.paidUntil, shopDay(test.shop)).replaceAll('\u00a0', ' ')
    expect(textTo('june@example.com')).toContain(`$69.50 before tax on ${day}`)
    expect(textTo('maya@example.com')).toContain('Your card won’t be charged for it again.')
    const seenBy = async (email: string) => (await page(email)).memberships.find(({ id }) => id === before.id)
    expect(await seenBy('maya@example.com')).toBeUndefined()
    const hers = await seenBy('june@example.com')
    expect(hers?.money?.receipts, 'what Maya paid is hers to see').toEqual([])
    const hersInAdmin = await owner.get(`/api/admin/people/${personIdOf('june@example.com')}`)
    expect(hersInAdmin.body.orders, 'and so is her order').toEqual([])

    test.mails.length = 0
    await passTo(before.paidUntil)
    expect(subjects('maya@example.com'), 'nothing more about a membership that is June’s').toEqual([])
    expect(subjects('june@example.com')).toEqual(['Your Monthly membership is renewed'])
    const charged = await ledgerOf(test, before.id)
    expect(charged.payments.map(({ amountCents }) => amountCents)).toEqual([6950, 6950])
    const last = [...test.stripe.world.paymentIntents.values()].filter(({ status }) => status === 'succeeded')
    expect(last.at(-1)!.customer).toBe(charged.membership.customerId)
    expect((await seenBy('june@example.com'))?.money?.receipts).toHaveLength(1)
    expect(await finishHandovers(test.shop)).toBeUndefined()

    // A refund goes back to the card that paid, so whoever paid hears of it.
    test.mails.length = 0
    const [byMaya, byJune] = charged.payments.map(
      ({ id }) => charged.boxes.find(({ paymentId }) => paymentId === id)!,
    )
    const [order] = await test.shop.db.select().from(orders).orderBy(desc(orders.createdAt)).limit(1)
    owner = await signIn(test)
    for (const box of [byMaya!, byJune!]) {
      const refund = { boxIds: [box.id], totalCents: 6950, reason: 'A gift' }
      expect((await owner.post(`/api/admin/orders/${order!.id}/refund`, refund)).status).toBe(200)
      await test.work()
    }
    const refunds = test.mails.filter(({ kind }) => kind === 'refund-made')
    expect(refunds.map(({ to }) => to)).toEqual(['maya@example.com', 'june@example.com'])
  })

  it('is handed over by the shop when the page closed after the card, or the process died', async () => {
    const before = await member()
    await act(before.id, june)
    const { token } = await tokenOf(before.id)
    const told = (await call('/choice', { token, ...choice })).body
    await call('/terms', { token, terms: told.card.terms })
    await finishHandovers(test.shop)
    expect((await ledgerOf(test, before.id)).membership.payerEmail, 'no card yet').toBe('maya@example.com')
    await test.confirm(told.card.clientSecret)
    expect((await act(before.id, { act: 'end-hand-over' })).status, 'their card is given').toBe(409)
    await finishHandovers(test.shop)
    await finishHandovers(test.shop)
    const { membership } = await ledgerOf(test, before.id)
    expect(membership.payerEmail).toBe('june@example.com')
    const made = [...test.stripe.world.subscriptions.values()].filter(
      ({ customer, status }) => customer === membership.customerId && status !== 'canceled',
    )
    expect(made).toHaveLength(1)
    expect((await call('', { token })).body.step).toBe('done')
  })

  it('keeps the terms agreed to first, though its page is sent again as it’s handed over', async () => {
    const before = await member()
    const token = await handOverUpToCard(test, before.id, { name: 'June Park', city: 'Salem' })
    const { id } = await tokenOf(before.id)
    const read = async () => (await test.shop.db.select().from(handovers).where(eq(handovers.id, id)))[0]!
    const { consent } = (await read()).choice!
    await test.pass(60_000)
    const { payments } = test.shop
    const { fetch } = payments
    payments.fetch = async (intentId) => {
      payments.fetch = fetch
      const setup = await fetch(intentId)
      await finishHandover(test.shop, id)
      return setup
    }
    await call('/terms', { token, terms: consent!.text })
    expect(await read()).toMatchObject({ state: 'done', choice: { consent } })
  })

  /** Lets the former member do something just after the new subscription is made. */
  async function takeWhile(doing: (id: string) => Promise<unknown>) {
    const before = await member()
    await act(before.id, june)
    const { id, token } = await tokenOf(before.id)
    const told = (await call('/choice', { token, ...choice })).body
    await call('/terms', { token, terms: told.card.terms })
    await test.confirm(told.card.clientSecret)
    const { payments } = test.shop
    const { subscribe } = payments
    payments.subscribe = async (input) => {
      payments.subscribe = subscribe
      const made = await subscribe(input)
      await doing(before.id)
      return made
    }
    expect((await call('/take', { token })).body.step).toBe('done')
    const { customerId } = (await test.shop.db.select().from(handovers).where(eq(handovers.id, id)))[0]!
    const made = [...test.stripe.world.subscriptions.values()].filter(
      ({ customer }) => customer === customerId,
    )
    return { made, membership: (await ledgerOf(test, before.id)).membership }
  }

  it('never charges the new card if the former member cancels at the last moment', async () => {
    const { made, membership } = await takeWhile((membershipId) => cancelRenewal(test.shop, { membershipId }))
    expect(membership).toMatchObject({ payerEmail: 'june@example.com', renews: false, status: 'cancelled' })
    expect(made.filter(({ status }) => status !== 'canceled')).toEqual([])
  })

  it('charges the new card a month later if the former member skips at the last moment', async () => {
    const { made, membership } = await takeWhile(async (membershipId) =>
      skipBox(test.shop, { membershipId, drop: (await ledgerOf(test, membershipId)).drops[0]! }),
    )
    const [only] = made
    expect(made).toHaveLength(1)
    expect(membership.stripeSubscriptionId).toBe(only!.id)
    expect(shopDay(test.shop, new Date(only!.trial_end! * 1000))).toBe(membership.paidUntil)
  })

  it('stays put when the offer is withdrawn, and its link stops working', async () => {
    const before = await member()
    await act(before.id, june)
    const { id, token } = await tokenOf(before.id)
    const isIt = eq(handovers.id, id)
    const [asked] = await test.shop.db.select().from(handovers).where(isIt)
    const shownInAdmin = async (expiresAt: Date) => {
      await test.shop.db.update(handovers).set({ expiresAt }).where(isIt)
      const { memberships } = (await owner.get(`/api/admin/people/${personIdOf('maya@example.com')}`)).body
      return memberships.find(({ view }: { view: { id: string } }) => view.id === before.id).handover
    }
    expect(await shownInAdmin(test.clock.now()), 'nobody took it in time').toBeNull()
    expect((await act(before.id, { act: 'end-hand-over' })).body.code).toBe('not_possible')
    expect(await shownInAdmin(asked!.expiresAt)).toMatchObject({ name: 'June Park' })
    const another = await act(before.id, { ...june, email: 'otto@example.com' })
    expect(another.body.message).toContain('june@example.com has already been asked')
    expect((await act(before.id, { act: 'end-hand-over' })).status).toBe(200)
    expect((await call('', { token })).status).toBe(404)
    expect((await call('', { token: token.replace(/^./, 'x') })).status).toBe(404)
    expect((await ledgerOf(test, before.id)).membership).toEqual(before)
  })
})

it('the previous owner can have their data deleted, and the membership stays whole', async () => {
  const before = await member([
    selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email: 'zoe@example.com' } }),
  ])
  await test.shop.db
    .update(memberships)
    .set({ payerEmail: 'zoe@example.com' })
    .where(eq(memberships.id, before.id))
  const { orderItemId } = before
  await act(before.id, june)
  const { token } = await tokenOf(before.id)
  const told = (await call('/choice', { token, ...choice })).body
  await call('/terms', { token, terms: told.card.terms })
  await test.confirm(told.card.clientSecret)
  await call('/take', { token })
  await deleteMyData(test.shop, {}, { email: 'zoe@example.com', sessionId: '' }, {
    address: '',
    keep() {},
  } as never)
  const { membership } = await ledgerOf(test, before.id)
  expect(membership).toMatchObject({ payerEmail: 'june@example.com', address: { fullName: 'June Park' } })
  expect(membership.orderItemId).toBe(orderItemId)
  expect(await test.shop.db.$count(orders, eq(orders.purchaserEmail, 'zoe@example.com'))).toBe(0)
})
