import { asc, eq } from 'drizzle-orm'
import { checkouts, memberships, orderItems, orders } from '../../db/schema.ts'
import { addMonths, instantAt } from '../../domain/calendar-date.ts'
import { isFreeReference } from '../../domain/checkout.ts'
import { dropsOf } from '../../domain/drop.ts'
import type { StripeShop } from '../create-stripe-shop.ts'
import { guestOrder } from '../guest-order.ts'
import { type Buyer, cartOf, monthsOf, percentOff, termCents } from './buyers.ts'
import { addUtcMonths, type ModelMembership, shopDay, shopZone } from './model-membership.ts'
import { taxAt } from './places.ts'

/**
 * Buys as a browser does. A buyer who leaves doesn't report the payment, so the shop has to learn of it otherwise.
 * @param hear lets the shop hear what has happened
 * @returns the expected state of each membership in the cart from now on
 */
export async function joinBuyer(
  test: StripeShop,
  buyer: Buyer,
  options: { cart: number; leaves: boolean; hear: () => Promise<void> },
): Promise<ModelMembership[]> {
  const cart = cartOf(buyer)
  const started = await test.start(cart, buyer.code)
  if (started.status !== 200) throw new Error(`cannot buy: ${JSON.stringify(started.body)}`)
  const { clientSecret, customerId } = started.body
  const intentId = clientSecret.split('_secret_')[0]
  // If nothing is charged, there's nothing to confirm, and a buyer who leaves hasn't bought.
  const isFree = isFreeReference(clientSecret)
  if (!isFree) test.stripe.confirm(clientSecret, { number: '4242424242424242', authentication: 'completed' })
  if (isFree || !options.leaves) await report(test, cart, intentId)
  await options.hear()
  const rows = await test.shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .innerJoin(checkouts, eq(checkouts.orderId, orders.id))
    .where(eq(checkouts.intentId, intentId))
    .orderBy(asc(orderItems.position))
  if (rows.length !== cart.length) throw new Error(`${rows.length} memberships of ${cart.length}`)
  const card = { isGood: true, isFollowed: true }
  return rows.map(({ id }, index) =>
    newMember(test.clock.now(), buyer, index, { id, customerId, card, cart: options.cart }),
  )
}

async function report(test: StripeShop, cart: ReturnType<typeof cartOf>, intentId: string) {
  const email = cart[0]!.shippingDetails!.email
  const setup = test.stripe.setups().find((each) => each.id === intentId)
  const answer = setup
    ? await test.post('/api/create-subscription-order', {
        setupIntentId: intentId,
        paymentMethodId: setup.payment_method,
        cartItems: cart,
        purchaserEmail: email,
      })
    : await test.post('/api/orders/guest', guestOrder(cart, intentId, email))
  if (answer.status !== 200) throw new Error(`not ordered: ${JSON.stringify(answer.body)}`)
}

function newMember(
  now: Date,
  buyer: Buyer,
  index: number,
  known: Pick<ModelMembership, 'id' | 'customerId' | 'card' | 'cart'>,
): ModelMembership {
  const item = buyer.items[index]!
  const { first, later } = termCents(item, buyer.code)
  const months = monthsOf[item.planId]!
  const today = shopDay(now)
  const paidUntil = addMonths(today, months)
  // A cart with one plan for the buyer and something due starts as a subscription right away; the others start one after
  // the paid term.
  const isAtOnce = buyer.items.length === 1 && first > 0
  const termEnd = instantAt(paidUntil, 12, shopZone)
  const member: ModelMembership = {
    ...known,
    isGift: item.isGift,
    terms: { planId: item.planId, months, renewalCents: later },
    next: null,
    percentOff: buyer.code && buyer.code !== 'FREE' ? percentOff[buyer.code] : 0,
    place: item.place,
    ...{ creditCents: 0, hadCredit: false },
    status: 'active',
    examined: 0,
    voidUntil: null,
    anchor: isAtOnce ? now : termEnd,
    termEnd: item.isGift ? null : termEnd,
    paidUntil,
    moved: 0,
    boxes: dropsOf(today, months).map((drop) => ({ payment: 0, drop, state: 'owed' })),
    payments: [{ at: now, netCents: first, creditCents: 0, taxCents: taxAt(item.place, first), months }],
    draft: null,
    unpaid: null,
    mails: [],
    endedOn: [],
    eve: null,
    diary: [`${now.toISOString()} joins`],
  }
  if (isAtOnce && !item.isGift) {
    const byProvider = addUtcMonths(now, months)
    if (shopDay(byProvider) === paidUntil) member.termEnd = byProvider
    else member.anchor = termEnd
  }
  return member
}
