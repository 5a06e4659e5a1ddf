import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  boxes,
  checkouts,
  contactMessages,
  contactReplies,
  deadAddresses,
  delays,
  demoParcels,
  exchangePhotos,
  handovers,
  inboundMails,
  letterReaders,
  letters,
  manualOrders,
  memberships,
  orderItems,
  orders,
  otherMailboxes,
  parcels,
  products,
  reviews,
  storeCredit,
} from '../../../db/schema.ts'
import { everyone } from '../../../domain/admin/letter-blocks.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join, ledgerOf } from '../../../test/members.ts'
import { giveCredit } from '../../credit/store-credit.ts'
import { readSetting } from '../../settings/settings.ts'
import { dataFile } from './download-my-data.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

async function sendAll() {
  await test.shop.db.update(boxes).set({ state: 'delivered', shipTo: selfItem().shippingDetails })
}

const message = {
  name: 'Maya Ellison',
  email: 'Maya@Example.com',
  subject: 'A question of size',
  category: 'sizing',
  message: 'Maya Ellison asks whether 36 is right.',
}

/** The tables in which a word stands. What the demo provider and the owner's log keep is not the shop's own to delete. */
async function tablesWith(word: string): Promise<string[]> {
  const { db } = test.shop
  const { rows } = (await db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )) as unknown as { rows: { name: string }[] }
  // A word of hexadecimal digits may occur in an ID by chance, but never as a whole part of one.
  const condition = /^[0-9a-f]+$/.test(word) ? `~ '\\y${word}\\y'` : `ilike '%${word}%'`
  const found: string[] = []
  for (const { name } of rows) {
    if (name.startsWith('demo_')) continue
    const { rows: hits } = (await db.execute(
      sql.raw(`select 1 from "${name}" t where t::text ${condition} limit 1`),
    )) as unknown as { rows: unknown[] }
    if (hits.length > 0) found.push(name)
  }
  return found
}

describe('my data', () => {
  it('downloads as one file with everything about the address', async () => {
    await join(test, [selfItem('monthly'), giftItem('6-months')])
    await test.post('/api/contact', message)
    const [asked] = await test.shop.db.select().from(contactMessages)
    const answers = ['Measure your waist.', 'Add two inches.', 'A 36 it is.'].map((text, place) => ({
      ...{ messageId: asked!.id, username: 'ana', text },
      createdAt: new Date(`2026-11-2${place + 3}T15:00:00Z`),
    }))
    await test.shop.db.insert(contactReplies).values(answers.toReversed())
    const mail = { place: '1', digest: '1', fromEmail: 'maya@example.com', receivedAt: test.shop.now() }
    const later = { ...mail, messageId: asked!.id, isFirst: false, text: 'And in brown?' }
    await test.shop.db.insert(inboundMails).values(later)
    await test.post('/api/newsletter/subscribe', { email: 'maya@example.com', source: 'footer' })
    await test.work()
    // Someone else wrote and signed in too.
    const email = 'noor@example.com'
    const theirs = { name: 'Noor Quist', email, subject: 'Of Noor', message: 'Do you ship to Guam?' }
    await test.post('/api/contact', { ...message, ...theirs })
    await test.work()
    await signInMember(test, email)
    await test.shop.db.insert(deadAddresses).values({ email, kind: 'bounce', words: 'Gone.', source: 'smtp' })
    const letter = { slug: 'december', month: '2026-12', subject: 'December', blocks: [], audience: everyone }
    const [sent] = await test.shop.db.insert(letters).values(letter).returning()
    await test.shop.db.insert(letterReaders).values({ letterId: sent!.id, email, state: 'sent' })
    const maya = await signInMember(test, 'maya@example.com')
    const { status, body } = await maya.get('/api/account/my-data')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: 'maya@example.com',
      memberships: [{ isGift: false }, { isGift: true }],
      orders: [{ items: [{ planId: 'monthly' }, { giftDetails: { giftMessage: 'Happy birthday.' } }] }],
      ...{ newsletter: [{ source: 'footer' }], letters: [], mailCameBack: [] },
      messages: [{ subject: 'A question of size', answers: answers.map(({ text }) => ({ text })) }],
    })
    expect(body.messages[0].later, 'written by email').toMatchObject([{ text: 'And in brown?' }])
    expect(body.devices).toHaveLength(1)
    expect(body.mails.map(({ subject }: { subject: string }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Order/), 'We have your message']),
    )
    expect(JSON.stringify(body)).not.toMatch(/noor/i)
  })

  it('can’t be deleted while renewing or owed a belt, and the answer says what to do', async () => {
    const maya = await signInMember(test, 'maya@example.com')
    const remove = () => maya.post('/api/account/my-data/delete')
    expect((await remove()).body).toMatchObject({ code: 'not_possible', message: /Cancel it first/ })
    const { memberships } = (await maya.get('/api/account')).body
    const own = memberships.find((each: { isGift: boolean }) => !each.isGift)
    await maya.post(`/api/account/memberships/${own.id}/cancel`)
    expect((await remove()).body).toMatchObject({ code: 'not_possible', message: /December 2026/ })
    expect((await maya.get('/api/account')).body.memberships).toHaveLength(2)
  })

  it('of a recipient is deleted without touching the giver’s, and not from a page that shows the giver’s', async () => {
    await sendAll()
    // Two hours after the notice of his gift.
    test.clock.set('2026-12-01T16:00:00Z')
    const thomas = await signInMember(test, 'thomas@example.com')
    // Her page is still open in another tab of the browser that he has signed in with since.
    const hers = await thomas.post('/api/account/my-data/delete', { email: 'maya@example.com' })
    expect(hers.body.message).toContain('You’re signed in as thomas@example.com now')
    expect((await thomas.get('/api/account')).status).toBe(200)
    expect((await thomas.post('/api/account/my-data/delete')).status).toBe(200)
    expect((await thomas.get('/api/account')).status).toBe(401)
    expect(await tablesWith('thomas')).toEqual([])
    const maya = await signInMember(test, 'maya@example.com')
    const { memberships } = (await maya.get('/api/account')).body
    expect(memberships.map((each: { money: object | null }) => each.money !== null)).toEqual([true, true])
  })

  it('is gone from every table once deleted, and the orders still add up', async () => {
    const maya = await signInMember(test, 'maya@example.com')
    const ids = (await maya.get('/api/account')).body.memberships.map(({ id }: { id: string }) => id)
    const before = await Promise.all(ids.map((id: string) => ledgerOf(test, id)))
    expect((await maya.post('/api/account/my-data/delete')).status).toBe(200)
    await test.work()
    for (const word of ['maya', 'ellison', 'alder street', 'happy birthday', '97209'])
      expect(await tablesWith(word), word).toEqual([])
    const after = await Promise.all(ids.map((id: string) => ledgerOf(test, id)))
    expect(after.map(({ payments }) => payments)).toEqual(before.map(({ payments }) => payments))
    expect(after.map(({ boxes: rows }) => rows.length)).toEqual(before.map(({ boxes: rows }) => rows.length))
    const sent = test.mails.length
    await test.post('/api/account/link', { email: 'maya@example.com' })
    await test.work()
    expect(test.mails.length).toBe(sent)
  })

  it('is deleted only after the owner gives up a stated store credit amount', async () => {
    const email = 'ines.credit@example.com'
    const [gift] = await join(test, [
      giftItem('6-months', { giftDetails: { ...giftItem().giftDetails!, recipientEmail: email } }),
    ])
    await test.shop.db.update(boxes).set({ state: 'delivered' }).where(eq(boxes.membershipId, gift!.id))
    const give = (amountCents: number) =>
      test.shop.db.insert(storeCredit).values({
        ...{ personId: gift!.personId, amountCents, reason: 'return', reference: crypto.randomUUID() },
      })
    await give(2000)
    const ines = await signInMember(test, email)
    await ines.post('/api/account/credit/codes')
    // One payment with it is begun, and still open when it's given up.
    const [promotionCode] = (await ines.get('/api/account/credit')).body.codes
    const cart = selfItem('monthly')
    const cartItems = [{ ...cart, shippingDetails: { ...cart.shippingDetails!, email } }]
    const begun = await test.post('/api/create-payment-intent', { cartItems, promotionCode })
    expect(begun.body.taxInfo).toMatchObject({ total: 4950 })
    await give(5950)
    const remove = (body: object = {}) => ines.post('/api/account/my-data/delete', body)
    const refused = await remove()
    expect(refused).toMatchObject({ status: 409, body: { details: { creditCents: '7950' } } })
    expect(refused.body.message).toContain('You have $79.50 of store credit, and it doesn’t expire.')
    // Emails about changes in the meantime were not sent.
    await give(1000)
    expect((await remove({ givesUpCreditCents: 7950 })).body.details).toEqual({ creditCents: '8950' })
    expect((await remove({ givesUpCreditCents: 8950 })).status).toBe(200)
    const lines = await test.shop.db
      .select()
      .from(storeCredit)
      .where(eq(storeCredit.personId, gift!.personId))
    expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
    const givenUp = lines.filter(({ reason }) => reason === 'given-up').map(({ amountCents }) => amountCents)
    // With the code that no order used.
    expect(givenUp).toEqual([-8950])
    expect((await test.pay(begun.body.clientSecret)).status, 'it can’t be paid anymore').toBe(402)
    expect(await tablesWith('ines.credit')).toEqual([])
  })

  it('of a giver takes their answers and photos along', async () => {
    const [gift] = await join(test, [giftItem('monthly')])
    await sendAll()
    const email = 'gita.quillfeather@example.com'
    const { db } = test.shop
    await db.update(memberships).set({ payerEmail: email }).where(eq(memberships.id, gift!.id))
    const [box] = await db.select().from(boxes).where(eq(boxes.membershipId, gift!.id))
    const at = test.shop.now()
    await db.insert(delays).values({
      ...{
        boxId: box!.id,
        reason: 'stock',
        originalDay: '2026-12-05',
        wasDay: '2026-12-05',
        silence: 'wait',
      },
      ...{ answer: 'wait', answeredBy: email, answeredAt: at, endedAt: at, createdAt: at },
    })
    await db
      .insert(exchangePhotos)
      .values({ boxId: box!.id, email, content: Buffer.from('a photo'), createdAt: at })
    const gita = await signInMember(test, email)
    expect((await gita.post('/api/account/my-data/delete', {})).status).toBe(200)
    expect(await tablesWith('gita.quillfeather')).toEqual([])
  })

  it('of a wearer takes along reviews, labels and offers, and not what silence answered', async () => {
    const email = 'wanda.quillfeather@example.com'
    const { db } = test.shop
    const [gift] = await join(test, [
      giftItem('6-months', { giftDetails: { ...giftItem().giftDetails!, recipientEmail: email } }),
    ])
    await sendAll()
    const [box] = await db.select().from(boxes).where(eq(boxes.membershipId, gift!.id))
    const [belt] = await db.select().from(products).limit(1)
    const [at, boxId] = [test.shop.now(), box!.id]
    const day = '2026-12-05'
    await db.insert(delays).values({
      ...{ boxId, reason: 'stock', originalDay: day, wasDay: day, silence: 'refund', refundAfter: day },
      ...{ answer: 'refund', answeredBy: 'silence', answeredAt: at, endedAt: at, createdAt: at },
    })
    await db.insert(reviews).values({
      ...{ boxId, personId: box!.personId, productId: belt!.id, stars: 5, text: 'Soft', name: 'W.' },
      ...{ state: 'published', writtenAt: at },
    })
    const [label] = await db
      .insert(parcels)
      .values({ boxId, ounces: 8, label: 'bought', shipmentId: 'shp_wanda' })
      .returning()
    const place = { name: 'Wanda', street1: '1 Elm', city: 'Salem', state: 'OR', zip: '97301' } as never
    await db.insert(demoParcels).values({
      ...{ shipmentId: 'shp_wanda', reference: label!.id, trackingNumber: 'w1', isReturn: false, cents: 500 },
      ...{ sender: place, receiver: place },
    })
    const isOffer = eq(handovers.membershipId, gift!.id)
    await db.insert(handovers).values({
      ...{ membershipId: gift!.id, toEmail: 'june@example.com', toName: 'June', username: 'ana' },
      ...{ id: crypto.randomUUID(), fromEmail: email, expiresAt: new Date(+at + 86_400_000), createdAt: at },
    })
    const version = await readSetting(test.shop, 'catalogVersion')
    const wanda = await signInMember(test, email)
    expect((await wanda.post('/api/account/my-data/delete', {})).status).toBe(200)
    expect(await db.$count(reviews, eq(reviews.boxId, boxId))).toBe(0)
    expect(await readSetting(test.shop, 'catalogVersion'), 'pages with the review are made again').not.toBe(
      version,
    )
    expect(await db.$count(demoParcels, eq(demoParcels.reference, label!.id))).toBe(0)
    expect(await db.$count(handovers, isOffer)).toBe(0)
    expect(await db.select().from(delays).where(eq(delays.boxId, boxId))).toMatchObject([
      { answeredBy: 'silence' },
    ])
  })

  it('takes staff notes on store credit along; the amount stays and can’t be edited', async () => {
    const email = 'rosa.credit@example.com'
    const rosa = await signInMember(test, email)
    const words = 'Sorry, Rosa Quillfeather: your parcel was wet.'
    const key = crypto.randomUUID()
    await giveCredit(test.shop, { email, amountCents: 700, words, key }, async () => {})
    await test.work()
    expect(await tablesWith('Quillfeather')).toContain('store_credit')
    // Also for someone without a membership who ordered by phone and hasn’t paid: their file has it.
    const cart = [selfItem('monthly')]
    const told = { kind: 'link' as const, cart, cartHash: 'x', email, reason: 'Called', username: 'ana' }
    await test.shop.db
      .insert(manualOrders)
      .values({ ...told, id: crypto.randomUUID(), createdAt: test.clock.now() })
    expect((await rosa.get('/api/account/my-data')).body).toMatchObject({
      storeCredit: [{ cents: 700, words }],
      manualOrders: [{ kind: 'link', items: [{ planId: 'monthly' }] }],
    })
    expect((await rosa.post('/api/account/my-data/delete', { givesUpCreditCents: 700 })).status).toBe(200)
    expect(await tablesWith('Quillfeather')).toEqual([])
    const given = eq(storeCredit.reference, `staff:${key}`)
    const [line] = await test.shop.db.select().from(storeCredit).where(given)
    expect(line).toMatchObject({ amountCents: 700, words: null })
    const edit = (change: object) => test.shop.db.update(storeCredit).set(change).where(given)
    await expect(edit({ words: 'other' })).rejects.toThrow()
    await expect(edit({ amountCents: 800, words: null })).rejects.toThrow()
  })

  it('takes nothing of someone whose longer address has this one in it', async () => {
    const { db } = test.shop
    const email = 'jo.ann@example.com'
    const item = selfItem('monthly')
    const cart = [{ ...item, shippingDetails: { ...item.shippingDetails!, email } }]
    const told = { kind: 'link' as const, cart, cartHash: 'y', email, reason: 'Called', username: 'ana' }
    const [order] = await db
      .insert(manualOrders)
      .values({ ...told, id: crypto.randomUUID(), tokenHash: 'hash', createdAt: test.clock.now() })
      .returning()
    const { body } = await test.post('/api/create-payment-intent', { cartItems: cart })
    const isTheirs = eq(checkouts.intentId, body.clientSecret.split('_secret_')[0])
    await db.update(checkouts).set({ status: 'abandoned' }).where(isTheirs)
    await test.post('/api/contact', { ...message, name: 'Jo', email, message: `My address is\n${email}.` })
    await test.work()
    const remove = async (whose: string) =>
      (await signInMember(test, whose)).post('/api/account/my-data/delete')
    const before = await tablesWith('jo.ann@example.com')
    for (const other of ['ann@example.com', 'jo.ann@example.co'])
      expect((await remove(other)).status).toBe(200)
    expect(await db.select().from(manualOrders).where(eq(manualOrders.id, order!.id))).toEqual([order])
    expect(await tablesWith('jo.ann@example.com')).toEqual(before)
    expect(before).toEqual(expect.arrayContaining(['checkouts', 'kept_mails', 'manual_orders']))
    expect((await remove(email)).status).toBe(200)
    expect(await tablesWith('jo.ann@example.com')).toEqual([])
  })

  it('is deleted even when the address uses letters that the database can’t fold', async () => {
    const [typed, email] = ['ΟΔΟΣ@example.com', 'οδος@example.com']
    const { db } = test.shop
    const [member] = await join(test, [selfItem('monthly')])
    const ofItem = eq(orderItems.id, member!.orderItemId)
    const [item] = await db.select().from(orderItems).where(ofItem)
    await db.update(orders).set({ purchaserEmail: typed }).where(eq(orders.id, item!.orderId))
    const theirs = { memberEmail: email, payerEmail: email, renews: false, status: 'ended' as const }
    await db.update(memberships).set(theirs).where(eq(memberships.id, member!.id))
    await db.update(boxes).set({ state: 'delivered' }).where(eq(boxes.membershipId, member!.id))
    await test.post('/api/contact', { ...message, email: typed })
    const reader = await signInMember(test, typed)
    const file = (await reader.get('/api/account/my-data')).body
    expect([file.orders.length, file.messages.length]).toEqual([1, 1])
    expect((await reader.post('/api/account/my-data/delete')).status).toBe(200)
    expect([await tablesWith(typed), await tablesWith(email)]).toEqual([[], []])
  })

  it('of a recipient not yet told of a gift is deleted without a hint, and the gift still comes', async () => {
    const recipientEmail = 'sofia.surprise@example.com'
    const emailDate = '2026-12-24T00:00:00.000Z'
    const [gift] = await join(test, [
      giftItem('6-months', { giftDetails: { ...giftItem().giftDetails!, recipientEmail, emailDate } }),
    ])
    const sofia = await signInMember(test, recipientEmail)
    expect((await sofia.post('/api/account/my-data/delete')).status).toBe(200)
    expect((await ledgerOf(test, gift!.id)).membership.memberEmail).toBe(recipientEmail)
    test.clock.set('2026-12-24T16:00:00Z')
    const known = await signInMember(test, recipientEmail)
    expect((await known.post('/api/account/my-data/delete')).body.message).toContain('haven’t shipped yet')
  })

  it('of joined mailboxes is in the file of the one it belongs to', async () => {
    const [work, home] = ['work@example.com', 'home@example.com']
    const joinAs = async (email: string) => {
      const [member] = await join(test, [selfItem('monthly')])
      await test.shop.db
        .update(memberships)
        .set({ memberEmail: email, payerEmail: email })
        .where(eq(memberships.id, member!.id))
      return member!.id
    }
    const [ofWork, ofHome] = [await joinAs(work), await joinAs(home)]
    await test.shop.db
      .insert(otherMailboxes)
      .values({ email: home, firstEmail: work, username: 'owner', createdAt: test.shop.now() })
    const idsOf = (file: { memberships: { id: string }[] }) => file.memberships.map(({ id }) => id)
    const member = await signInMember(test, work)
    expect(idsOf((await member.get('/api/account')).body).sort()).toEqual([ofWork, ofHome].sort())
    expect(idsOf((await member.get('/api/account/my-data')).body)).toEqual([ofWork])
    const { mailboxes } = JSON.parse(String((await dataFile(test.shop, [work, home])).content))
    expect(mailboxes.map(idsOf), 'the admin’s file has all of the person’s').toEqual([[ofWork], [ofHome]])
    // Deleted, the first one isn't kept as whose the other is, either.
    await test.shop.db.update(memberships).set({ status: 'ended', renews: false })
    await test.shop.db.update(boxes).set({ state: 'delivered' }).where(eq(boxes.membershipId, ofWork))
    expect((await member.post('/api/account/my-data/delete')).status).toBe(200)
    expect(await tablesWith(work)).toEqual([])
    expect(await test.shop.db.select().from(otherMailboxes)).toEqual([])
  })

  it('has with each order what was agreed to in it', async () => {
    for (const planId of ['monthly', '12-months'] as const) await join(test, [selfItem(planId)])
    await test.shop.db.execute(sql`update checkouts c
      set consent = jsonb_build_object('text', o.order_number) from orders o where o.id = c.order_id`)
    const { orders } = JSON.parse(String((await dataFile(test.shop, ['maya@example.com'])).content))
    type Order = { orderNumber: string; consent: { text: string } | null }
    const agreed = (orders as Order[]).map(({ orderNumber, consent }) => [orderNumber, consent?.text])
    expect(agreed.length).toBeGreaterThan(1)
    expect(agreed).toEqual(agreed.map(([number]) => [number, number]))
  })
})
