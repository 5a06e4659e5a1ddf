import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { isFreeReference } from '../../domain/checkout.ts'
import { disputeStatuses } from '../../domain/dispute.ts'
import { addDrops } from '../../domain/drop.ts'
import { refundBoxes } from '../../server/billing/refund-boxes.ts'
import { giveCredit } from '../../server/credit/store-credit.ts'
import { cancelRenewal, undoCancel } from '../../server/memberships/cancel-renewal.ts'
import { changePlan } from '../../server/memberships/change-plan.ts'
import { pauseMembership, skipBox } from '../../server/memberships/skip-box.ts'
import { shopDay } from '../../server/shop/shop.ts'
import { signIn } from '../admin.ts'
import { giftItem, selfItem, toCalifornia } from '../carts.ts'
import { guestOrder } from '../guest-order.ts'
import { handOver } from '../hand-over.ts'
import type { MoneyLife } from './life.ts'

type Act = (life: MoneyLife) => Promise<unknown>

const goodCard = '4242424242424242'
const refusesCharges = '4000000000000341'
const plans = ['monthly', '6-months', '12-months'] as const
const codes = [undefined, undefined, undefined, 'TEN', 'FREE', 'NEARLYFREE'] as const

/** A new buyer: their own plan, a gift, or both; by card, or by a transfer that the owner marks as paid. */
async function joins({ test, oneOf, chance }: MoneyLife, isByHand = false) {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const own = () => selfItem(oneOf(plans))
  const gift = () =>
    giftItem(oneOf(plans), {
      giftDetails: { ...giftItem().giftDetails!, emailDate: '2031-12-24T00:00:00.000Z' },
    })
  const makers = isByHand ? [own] : oneOf([[own], [own], [own], [gift], [own, gift], [own, own]])
  const cart = makers
    .map((make) => make())
    .map((item) => ({ ...item, shippingDetails: { ...item.shippingDetails!, email } }))
    .map((item) => (chance(0.4) ? toCalifornia(item) : item))
  const started = await test.start(cart, isByHand ? undefined : oneOf(codes))
  if (started.status !== 200) throw new Error(`no sale: ${JSON.stringify(started.body)}`)
  const { clientSecret, subscriptionId } = started.body
  const intentId = clientSecret.split('_secret_')[0] as string
  if (isByHand) {
    const bill = test.stripe
      .invoices()
      .findLast((each) => each.parent?.subscription_details.subscription === subscriptionId)!
    return test.provider.invoices.pay(bill.id, { paid_out_of_band: true })
  }
  if (!isFreeReference(clientSecret))
    test.stripe.confirm(clientSecret, { number: goodCard, email, authentication: 'completed' })
  const setup = test.stripe.setups().find((each) => each.id === intentId)
  if (setup)
    return test.post('/api/create-subscription-order', {
      ...{ setupIntentId: intentId, paymentMethodId: setup.payment_method },
      ...{ cartItems: cart, purchaserEmail: email },
    })
  // Some close the tab.
  if (isFreeReference(clientSecret) || chance(0.6))
    await test.post('/api/orders/guest', guestOrder(cart, intentId, email))
}

async function anyMember({ test, oneOf }: MoneyLife) {
  const all = await test.shop.db.select().from(memberships).orderBy(memberships.createdAt, memberships.id)
  if (all.length === 0) throw new Error('nobody is there')
  return oneOf(all)
}

async function anyPayment(life: MoneyLife) {
  const { id: membershipId } = await anyMember(life)
  const paid = await life.test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, membershipId))
    .orderBy(desc(membershipPayments.paidAt))
  const intentId = paid.find((payment) => payment.intentId)?.intentId
  if (!intentId) throw new Error('nothing was charged')
  return intentId
}

async function dispute(life: MoneyLife) {
  const { test, oneOf, chance } = life
  const intentId = await anyPayment(life)
  const charge = test.stripe.charges().findLast((each) => each.payment_intent === intentId && each.paid)!
  if (charge.amount - charge.amount_refunded < 200) throw new Error('nothing is left')
  const before = test.stripe.disputes().filter((each) => each.payment_intent === intentId)
  if (before.length > 1) throw new Error('disputed twice')
  const first = oneOf(['needs_response', 'needs_response', 'warning_needs_response', 'prevented'] as const)
  const taken = before.reduce((sum, { amount }) => sum + amount, 0)
  const most = charge.amount - charge.amount_refunded - taken
  if (most < 100) throw new Error('nothing is left')
  test.stripe.openDispute(intentId, first, chance(0.3) ? Math.ceil(most / 3) : most)
}

/** The bank goes on: any status after any other. */
async function bank({ test, oneOf, chance }: MoneyLife) {
  const open = test.stripe.disputes()
  if (open.length === 0) throw new Error('nothing is disputed')
  const { id } = chance(0.7) ? open.at(-1)! : oneOf(open)
  test.stripe.moveDispute(id, oneOf(disputeStatuses))
}

async function refundAtDesk(life: MoneyLife) {
  const { id: membershipId } = await anyMember(life)
  const left = await life.test.shop.db
    .select()
    .from(boxes)
    .where(and(eq(boxes.membershipId, membershipId), inArray(boxes.state, ['owed', 'held', 'assigned'])))
    .orderBy(boxes.drop, boxes.id)
  const chosen = left.filter(() => life.chance(0.5)).map(({ id }) => id)
  if (chosen.length > 0) await refundBoxes(life.test.shop, { membershipId, boxIds: chosen })
}

async function refundByHand(life: MoneyLife) {
  const { test, oneOf } = life
  const reason = oneOf(['requested_by_customer', 'duplicate', 'fraudulent'] as const)
  const amount = oneOf([{}, { amount: 777 }, { amount: 1 }])
  await test.provider.refunds.create({ payment_intent: await anyPayment(life), reason, ...amount })
}

async function refundFails({ test, oneOf }: MoneyLife) {
  const made = test.stripe.refunds().filter(({ status }) => status !== 'failed')
  if (made.length === 0) throw new Error('nothing was refunded')
  const reason = oneOf(['declined', 'unknown', 'newly_invented'])
  test.stripe.byHand.settleRefund(oneOf(made.slice(-3)).id, 'failed', reason)
}

async function chargeByHand(life: MoneyLife) {
  const { customerId } = await anyMember(life)
  if (!customerId) throw new Error('no customer')
  life.byHand.add(life.test.stripe.byHand.charge(customerId, life.oneOf([1234, 6950, 100])))
}

/** A charge by hand is refunded or disputed, adopted or not. */
async function undoByHand({ test, byHand, oneOf, chance }: MoneyLife) {
  if (byHand.size === 0) throw new Error('nothing was charged by hand')
  const intentId = oneOf([...byHand])
  if (chance(0.5)) await test.provider.refunds.create({ payment_intent: intentId })
  else test.stripe.openDispute(intentId)
}

async function wrongCard({ test, ...life }: MoneyLife) {
  const { customerId } = await anyMember({ test, ...life })
  if (!customerId) throw new Error('no customer')
  if (life.chance(0.6)) test.stripe.turnCards(customerId, refusesCharges)
  else test.stripe.changeCard(customerId, goodCard)
}

/** The owner marks a renewal that wasn't paid as paid elsewhere. */
async function payElsewhere({ test }: MoneyLife) {
  const open = test.stripe
    .invoices()
    .find((each) => each.status === 'open' && each.billing_reason === 'subscription_cycle')
  if (!open) throw new Error('every bill is paid')
  await test.provider.invoices.pay(open.id, { paid_out_of_band: true })
}

async function creditFor(life: MoneyLife) {
  const { payerEmail } = await anyMember(life)
  if (!payerEmail) throw new Error('no address')
  const amountCents = life.oneOf([1, 1250, 4000, 6940, 20_000])
  const gift = { email: payerEmail, amountCents, words: 'Thanks.', key: randomUUID() }
  await giveCredit(life.test.shop, gift, async () => {})
}

async function wish(life: MoneyLife) {
  const { test, oneOf } = life
  const { id: membershipId } = await anyMember(life)
  const { shop } = test
  const next = addDrops(shopDay(shop).slice(0, 7), 1)
  const wishes: (() => Promise<unknown>)[] = [
    () => skipBox(shop, { membershipId, drop: next }),
    () => pauseMembership(shop, { membershipId, until: addDrops(next, 2) }),
    () => cancelRenewal(shop, { membershipId }),
    () => undoCancel(shop, { membershipId }),
    () => changePlan(shop, { membershipId, planId: oneOf(plans), username: null }),
    () =>
      handOver(test, membershipId, {
        name: 'June Park',
        city: 'Salem',
        email: `${randomUUID()}@example.com`,
      }),
  ]
  await oneOf(wishes)()
}

async function exchange(life: MoneyLife) {
  await life.owner.wish((await anyMember(life)).id)
}

/** No renewals of a plan for some weeks; a stop of the whole shop is in renewal-stops.db.test.ts. */
async function stopRenewals({ test, oneOf }: MoneyLife) {
  const owner = await signIn(test)
  const untilDay = addDays(shopDay(test.shop), oneOf([20, 45, 80]))
  const scope = { kind: 'pause', planId: oneOf(plans), style: null, size: null, refunds: false, untilDay }
  const { body } = await owner.post('/api/admin/renewal-stops/preview', scope)
  const asked = { id: randomUUID(), ...scope, members: body.members, reason: 'Out of leather.' }
  await owner.post('/api/admin/renewal-stops', asked)
}

/** The owner says what unexplained money is. */
export async function explain({ test, oneOf }: MoneyLife) {
  const owner = await signIn(test)
  for (const { id, amountCents } of (await owner.get('/api/admin/books/strays')).body.strays) {
    const as = amountCents > 0 ? oneOf(['credit', 'income', 'noted']) : 'noted'
    const whose = as === 'credit' ? { email: `${randomUUID()}@example.com` } : {}
    const said = { as, ...whose, reason: 'Said by the owner.', key: randomUUID() }
    const { status, body } = await owner.post(`/api/admin/books/strays/${encodeURIComponent(id)}`, said)
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
}

/** What happens in a shop's life, as often as it's named. */
export const acts: Record<string, Act> = {
  joins,
  'joins by transfer': (life) => joins(life, true),
  dispute,
  'dispute again': dispute,
  bank,
  'bank again': bank,
  'bank goes on': bank,
  'refund at the desk': refundAtDesk,
  'refund by hand': refundByHand,
  'refund fails': refundFails,
  'charge by hand': chargeByHand,
  'undo a charge by hand': undoByHand,
  'fraud warning': async (life) => life.test.stripe.warnOfFraud(await anyPayment(life)),
  'wrong card': wrongCard,
  'paid elsewhere': payElsewhere,
  credit: creditFor,
  wish,
  'wish again': wish,
  exchange,
  'exchange again': exchange,
  'stop renewals': stopRenewals,
  'pay out': async ({ test }) => test.stripe.payOut(),
  'pay out by hand': async ({ test }) => test.stripe.byHand.payOut(500),
  'account fee': async ({ test }) =>
    test.stripe.byHand.moveBalance({ type: 'stripe_fee', category: 'fee', amount: -199 }),
  explain,
}
