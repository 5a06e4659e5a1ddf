import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { beltVariants, boxes, memberships, parcels, refunds, storeCredit } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { signInMember } from '../../test/member.ts'
import { sendBox } from '../../test/send-box.ts'
import { exchangeFacts } from '../../test/sent-belt.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { settleRefund } from '../billing/refund-order.ts'
import { finishRefunds } from '../billing/refunds.ts'
import { cancelExchange } from './cancel-exchange.ts'
import { changeRemedy } from './change-remedy.ts'
import { declineClaim } from './decide-claim.ts'
import { fileExchanges } from './file-exchanges.ts'
import { judgeKept } from './judge-kept.ts'
import { requestExchange } from './request-exchange.ts'
import { receiveReturn, refundReturn } from './returns.ts'
import { shipReplacement } from './ship-replacement.ts'

// While the bank examines a payment, nothing more is sent for it (docs/decisions/046).

const test = stripeShopOfFile()
const minute = 60_000

/** A belt that arrived damaged; its replacement may ship right away. */
async function damaged() {
  const item = selfItem('6-months')
  item.shippingDetails!.email = `${crypto.randomUUID()}@example.com`
  const { body } = await test.start([item])
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const isIts = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const [membership] = await test.shop.db.select().from(memberships).where(isIts)
  const box = await sendBox(test, membership!.id, test.clock.now().toISOString())
  // One card pays for them all, so that from the second on a person would decide what its member asks for.
  const exchange = await requestExchange(test.shop, { boxId: box.id, kind: 'damaged', askedBy: 'owner' })
  expect(exchange.state).toBe('requested')
  return { intentId, exchange, box }
}

it('a replacement waits for the bank, and ships when the dispute is won', async () => {
  const { intentId, exchange } = await damaged()
  const ship = () => shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '9400111' })
  const dispute = test.stripe.openDispute(intentId, 'warning_needs_response')
  await test.pass(minute)
  await expect(ship(), 'the bank asks').rejects.toMatchObject({ code: 'not_possible' })
  test.stripe.escalateDispute(dispute.id)
  await test.pass(minute)
  await expect(ship()).rejects.toMatchObject({ code: 'not_possible' })
  test.stripe.closeDispute(dispute.id, 'won')
  await test.pass(minute)
  expect((await ship()).state).toBe('shipped')
})

it('a packed replacement is unpacked by a dispute, and isn’t packed again until it is won', async () => {
  const { intentId, exchange } = await damaged()
  const { boxOf, stockOf } = exchangeFacts(test)
  const replacement = () => boxOf(exchange.replacementBoxId!)
  const { drop, productId, size } = await replacement()
  const packer = await signIn(test, 'packer')
  const pack = async () => (await packer.post(`/api/admin/drops/${drop}/pack`)).body.packed
  expect(await pack()).toBe(1)
  const stock = await stockOf(productId!, size!)
  const isIt = eq(boxes.id, exchange.replacementBoxId!)
  await test.shop.db.update(boxes).set({ checkedAt: test.clock.now() }).where(isIt)
  await test.shop.db
    .insert(parcels)
    .values({ boxId: exchange.replacementBoxId!, ounces: 8, label: 'bought', shipmentId: 'shp_1' })
  const dispute = test.stripe.openDispute(intentId)
  await test.pass(minute)
  expect(await replacement()).toMatchObject({
    ...{ state: 'assigned', packedAt: null, shipTo: null, checkedAt: null },
  })
  expect(await stockOf(productId!, size!)).toBe(stock + 1)
  const [label] = await test.shop.db
    .select()
    .from(parcels)
    .where(eq(parcels.boxId, exchange.replacementBoxId!))
  expect(['voiding', 'void'], 'its postage is asked back').toContain(label!.label)
  expect(await pack()).toBe(0)
  const preview = await packer.get(`/api/admin/drops/${drop}/pack`)
  expect(preview.body.leftOut).toEqual([{ reason: 'dispute', boxes: 1 }])
  test.stripe.closeDispute(dispute.id, 'won')
  await test.pass(minute)
  expect(await pack()).toBe(1)
})

it('the replacement of a replacement waits for the bank too', async () => {
  const { intentId, exchange } = await damaged()
  const at = test.clock.now()
  await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '9400111' })
  const isFirst = eq(boxes.id, exchange.replacementBoxId!)
  await test.shop.db.update(boxes).set({ state: 'delivered', deliveredAt: at }).where(isFirst)
  const wish = { boxId: exchange.replacementBoxId!, kind: 'damaged', askedBy: 'owner' } as const
  const again = await requestExchange(test.shop, wish)
  const second = () => exchangeFacts(test).boxOf(again.replacementBoxId!)
  const { drop } = await second()
  const packer = await signIn(test, 'packer')
  const pack = async () => (await packer.post(`/api/admin/drops/${drop}/pack`)).body.packed
  expect(await pack()).toBe(1)
  const dispute = test.stripe.openDispute(intentId)
  await test.pass(minute)
  expect(await second()).toMatchObject({ state: 'assigned', packedAt: null })
  expect(await pack()).toBe(0)
  test.stripe.closeDispute(dispute.id, 'won')
  await test.pass(minute)
  expect(await pack()).toBe(1)
})

it('after a lost dispute nothing more is sent, and a packed belt’s postage is asked back', async () => {
  const { intentId, exchange, box } = await damaged()
  const ofPayment = eq(boxes.paymentId, box.paymentId!)
  const next = (await test.shop.db.select().from(boxes).where(ofPayment)).find(
    ({ state }) => state === 'owed',
  )!
  const { id: productId } = await exchangeFacts(test).otherBelt(box.productId!)
  await test.shop.db
    .update(boxes)
    .set({ state: 'packed', packedAt: test.clock.now(), productId, size: '36' })
    .where(eq(boxes.id, next.id))
  await test.shop.db
    .insert(parcels)
    .values({ boxId: next.id, ounces: 8, label: 'bought', shipmentId: 'shp_2' })
  const dispute = test.stripe.openDispute(intentId)
  await test.pass(minute)
  test.stripe.closeDispute(dispute.id, 'lost')
  await test.pass(minute)
  const ship = shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '9400111' })
  await expect(ship).rejects.toMatchObject({ code: 'not_possible' })
  const [label] = await test.shop.db.select().from(parcels).where(eq(parcels.boxId, next.id))
  expect(['voiding', 'void']).toContain(label!.label)
})

it.each([
  { takenCents: 5950, givenCents: [5950, 23_800] },
  { takenCents: 32_700, givenCents: [3000] },
])(
  'what a bank leaves of a payment after taking $takenCents still pays for an exchange and refunds',
  async ({ takenCents, givenCents }) => {
    const { intentId, exchange, box } = await damaged()
    const dispute = test.stripe.openDispute(intentId, 'needs_response', takenCents)
    await test.pass(minute)
    test.stripe.closeDispute(dispute.id, 'lost')
    await rounds()
    const shipped = await shipReplacement(test.shop, { exchangeId: exchange.id, trackingNumber: '9400111' })
    expect(shipped.state).toBe('shipped')
    const boxId = exchange.replacementBoxId!
    await test.shop.db.update(boxes).set({ state: 'delivered' }).where(eq(boxes.id, boxId))
    const { id } = await requestExchange(test.shop, { boxId, kind: 'return', askedBy: 'owner' })
    await receiveReturn(test.shop, { exchangeId: id, isAsNew: false })
    test.mails.length = 0
    await judgeKept(test.shop, { exchangeId: exchange.id, worthCents: 0 }, async () => {})
    await refundReturn(test.shop, { exchangeId: id })
    await refundBoxes(test.shop, { membershipId: box.membershipId }).catch(({ code }) =>
      expect(code).toBe('not_possible'),
    )
    await rounds()
    const made = await test.shop.db.select().from(refunds).where(eq(refunds.paymentId, box.paymentId!))
    expect(made.map(({ amountCents }) => amountCents).sort()).toEqual(givenCents.toSorted())
    // Stripe refuses to refund what was charged back, even in part: the owner pays it another way.
    expect(made.map(({ status }) => status)).toEqual(givenCents.map(() => 'failed'))
    expect(test.mails.filter(({ kind }) => kind === 'refund-stuck')).toHaveLength(made.length)
    for (const { id: refundId } of made) await settleRefund(test.shop, refundId, async () => {})
  },
)

it('after a lost dispute, an exchange whose belt came in for repair and was to be replaced can be ended', async () => {
  const { intentId, exchange, box } = await damaged()
  const { exchangeOf, boxOf } = exchangeFacts(test)
  const exchangeId = exchange.id
  await cancelExchange(test.shop, { exchangeId, actor: 'staff' })
  const wish = { boxId: box.id, kind: 'damaged', remedy: 'repair', askedBy: 'owner' } as const
  const { id } = await requestExchange(test.shop, wish)
  await receiveReturn(test.shop, { exchangeId: id, isAsNew: false })
  await changeRemedy(test.shop, { exchangeId: id, remedy: 'replacement' })
  const dispute = test.stripe.openDispute(intentId)
  await test.pass(minute)
  test.stripe.closeDispute(dispute.id, 'lost')
  await test.pass(minute)
  const ship = shipReplacement(test.shop, { exchangeId: id, trackingNumber: '9400111' })
  await expect(ship).rejects.toThrow('end this exchange instead')
  const replacement = (await exchangeOf(id)).replacementBoxId!
  await declineClaim(test.shop, { exchangeId: id, reason: 'The bank gave the payment back.' })
  expect(await exchangeOf(id)).toMatchObject({ state: 'declined', closedAt: expect.any(Date) })
  expect(await boxOf(replacement)).toMatchObject({ state: 'cancelled' })
  expect(await boxOf(box.id)).toMatchObject({ isReplaced: false })
})

it.each(['received', 'requested'] as const)(
  'after a lost dispute, a broken belt that was to be refunded, and is %s, ends by itself and says why',
  async (state) => {
    const { intentId, exchange, box } = await damaged()
    const { exchangeOf, boxOf } = exchangeFacts(test)
    await cancelExchange(test.shop, { exchangeId: exchange.id, actor: 'staff' })
    const wish = { boxId: box.id, kind: 'damaged', remedy: 'repair', askedBy: 'owner' } as const
    const { id } = await requestExchange(test.shop, wish)
    if (state === 'received') await receiveReturn(test.shop, { exchangeId: id, isAsNew: false })
    await changeRemedy(test.shop, { exchangeId: id, remedy: 'refund' })
    const dispute = test.stripe.openDispute(intentId)
    await rounds()
    expect(await exchangeOf(id)).toMatchObject({ state })
    test.stripe.closeDispute(dispute.id, 'lost')
    test.mails.length = 0
    await rounds()
    const { note } = await exchangeOf(id)
    expect(await exchangeOf(id)).toMatchObject({ state: 'cancelled', closedAt: expect.any(Date) })
    expect(note).toContain('The bank gave this payment back, so nothing more is given for the belt.')
    expect(note.includes('The belt is here'), 'which belt is to be sent back').toBe(state === 'received')
    expect(await boxOf(box.id)).toMatchObject({ isReplaced: false, refundId: null })
    const kinds = test.mails.map(({ kind }) => kind)
    expect(kinds, 'no one reads that it isn’t covered').not.toContain('warranty-declined')
    expect(test.stripe.charges().find((each) => each.payment_intent === intentId)!.amount_refunded).toBe(0)
  },
)

/** A gift's belt broke, there's no other, and its giver is asked whether they or its wearer get its money. */
async function offered() {
  const giver = `${crypto.randomUUID()}@example.com`
  const item = giftItem('6-months', { size: '36', styles: ['dress'] })
  item.giftDetails!.recipientEmail = `${crypto.randomUUID()}@example.com`
  const cart = [item]
  const { clientSecret } = (await test.start(cart)).body
  await test.confirm(clientSecret)
  const intentId = clientSecret.split('_secret_')[0] as string
  await test.order(cart, intentId, giver)
  await test.work()
  const [gift] = await test.shop.db.select().from(memberships).where(eq(memberships.payerEmail, giver))
  const box = await sendBox(test, gift!.id, test.clock.now().toISOString())
  await test.shop.db.update(beltVariants).set({ stock: 0 })
  const { id } = await requestExchange(test.shop, { boxId: box.id, kind: 'damaged', askedBy: 'member' })
  const staff = await signIn(test)
  const decided = await staff.post(`/api/admin/exchanges/${id}/decide`, { remedy: 'refund' })
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  const page = await signInMember(test, giver)
  const seen = async () => (await page.get('/api/account/sent-belts')).body.belts[0].exchange
  expect(await seen()).toMatchObject({ state: 'offered', waitsForBank: false })
  return {
    ...{ intentId, gift: gift!, box, id, seen },
    answer: (remedy: string) => page.post(`/api/account/exchanges/${id}/answer`, { remedy }),
    backCents: () => test.stripe.charges().find((each) => each.payment_intent === intentId)!.amount_refunded,
    credit: async () =>
      (await test.shop.db.select().from(storeCredit).where(eq(storeCredit.personId, box.personId))).map(
        ({ amountCents }) => amountCents,
      ),
  }
}

/** A few rounds of the worker. */
async function rounds() {
  for (let round = 0; round < 3; round++) {
    await test.pass(minute)
    await fileExchanges(test.shop)
    await finishRefunds(test.shop)
  }
}

it.each(['refund', 'credit'])(
  'a %s that a giver chooses during a dispute waits, and is given once the dispute is won',
  async (remedy) => {
    const { intentId, answer, seen, backCents, credit } = await offered()
    const dispute = test.stripe.openDispute(intentId)
    await test.pass(minute)
    expect(await seen()).toMatchObject({ state: 'offered', waitsForBank: true })
    const answered = await answer(remedy)
    expect(answered.status, JSON.stringify(answered.body)).toBe(200)
    expect(answered.body.belt.exchange).toMatchObject({ state: 'requested', remedy, waitsForBank: true })
    await rounds()
    expect([backCents(), await credit()]).toEqual([0, []])
    test.stripe.closeDispute(dispute.id, 'won')
    await rounds()
    expect([backCents(), await credit()]).toEqual(remedy === 'refund' ? [5950, []] : [0, [5950]])
    expect(await seen()).toMatchObject({ waitsForBank: false })
  },
)

it.each(['refund', 'credit', null])(
  'after a lost dispute nothing more is given for a gift’s belt, whose giver answered %s',
  async (remedy) => {
    const { intentId, answer, seen, backCents, credit, id } = await offered()
    const dispute = test.stripe.openDispute(intentId)
    await test.pass(minute)
    if (remedy) await answer(remedy)
    await rounds()
    test.stripe.closeDispute(dispute.id, 'lost')
    await test.pass(minute)
    if (!remedy) expect((await answer('refund')).body.message).toContain('Your bank has given you this money')
    await rounds()
    expect([backCents(), await credit()]).toEqual([0, []])
    expect(await seen()).toBeNull()
    expect(await exchangeFacts(test).exchangeOf(id)).toMatchObject({
      state: 'cancelled',
      closedAt: expect.any(Date),
    })
    test.mails.length = 0
    await test.work()
    expect(test.mails.map(({ kind }) => kind)).not.toContain('refund-stuck')
  },
)

it.each([
  ['won', 5950],
  ['lost', 0],
] as const)(
  'a refund that meets a dispute the shop hasn’t heard of waits for the bank too, until it’s %s',
  async (end, refundedCents) => {
    const { intentId, answer, backCents } = await offered()
    test.stripe.webhooks.hold()
    const dispute = test.stripe.openDispute(intentId)
    test.mails.length = 0
    expect((await answer('refund')).status).toBe(200)
    await finishRefunds(test.shop)
    await test.stripe.webhooks.release()
    await rounds()
    expect(backCents()).toBe(0)
    test.stripe.closeDispute(dispute.id, end)
    await rounds()
    expect(backCents()).toBe(refundedCents)
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
    const kinds = test.mails.map(({ kind }) => kind)
    expect(kinds, 'nobody is asked to pay it another way').not.toContain('refund-stuck')
    expect(kinds.includes('refund-made')).toBe(end === 'won')
    const owner = await signIn(test)
    expect((await owner.get('/api/admin/promises?kind=refund')).body.promises).toEqual([])
  },
)

it.each(['refund', 'replacement'])(
  'a %s that waits for the bank isn’t late, nor is it once the bank has decided',
  async (remedy) => {
    const gift = remedy === 'refund' ? await offered() : null
    const own = gift ? null : await damaged()
    const intentId = (gift ?? own!).intentId
    const id = gift?.id ?? own!.exchange.id
    const dispute = test.stripe.openDispute(intentId)
    await test.pass(minute)
    if (gift) expect((await gift.answer('refund')).status).toBe(200)
    const seen = async () => {
      const staff = await signIn(test)
      const { exchanges: rows, late } = (await staff.get('/api/admin/exchanges?state=all&limit=100')).body
      const { promises } = (await staff.get('/api/admin/promises?kind=exchange&limit=100')).body
      const isIt = (each: { id: string }) => each.id === id
      // Others in this shop may be late: the count must be the rows'.
      expect(late).toBe(rows.filter((each: { isLate: boolean }) => each.isLate).length)
      return { isLate: rows.find(isIt).isLate, promised: promises.find(isIt)?.isLate }
    }
    await test.pass(10 * 24 * 60 * minute)
    expect(await seen()).toEqual({ isLate: false, promised: undefined })
    test.stripe.closeDispute(dispute.id, 'won')
    await test.pass(minute)
    if (gift) return
    expect(await seen()).toEqual({ isLate: false, promised: false })
    await test.pass(8 * 24 * 60 * minute)
    expect(await seen()).toEqual({ isLate: true, promised: true })
  },
)
