import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts, membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { nextCharge } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { membershipOf } from '../ledger/find-membership.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { chargeItems, type Snapshot, termOf, untaxed } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'

type Checkout = typeof checkouts.$inferSelect & { orderId: string }

/**
 * What is left to do at the provider once the order stands: one subscription per item that renews, its first charge
 * at the end of the paid term; the taxes made final; the order's number and its buyer (stripe.md §9). May be repeated at any time;
 * marks the checkout done when nothing is missing. A provider that fails here leaves the order as it is, because the
 * term is paid: the reconciler tries again.
 */
export async function finishCheckout(shop: Shop, checkoutId: string) {
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (checkout?.status !== 'completing' || !checkout.orderId) return
  const ordered = { ...checkout, orderId: checkout.orderId }
  try {
    await eachPart([
      () => nameOrder(shop, ordered),
      ...taxCommits(shop, ordered),
      ...(await missingSubscriptions(shop, ordered)),
      ...(await laterCharge(shop, ordered)),
    ])
    await shop.db
      .update(checkouts)
      .set({ status: checkoutStatus.to('done', checkouts.status), lastError: null })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.status, 'completing')))
  } catch (error) {
    shop.log.error({ error, checkoutId }, 'a paid checkout is not finished at the provider; it is repeated')
    await shop.db
      .update(checkouts)
      .set({ lastError: error instanceof Error ? error.message : String(error) })
      .where(eq(checkouts.id, checkoutId))
  }
}

type Part = () => Promise<void>

// One that is refused for ever must not keep the others from being done; a provider that is away is not asked again.
async function eachPart(parts: Part[]) {
  const failures: unknown[] = []
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      failures.push(error)
      if (error instanceof ShopError && error.code === 'payments_unavailable') break
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function missingSubscriptions(shop: Shop, checkout: Checkout): Promise<Part[]> {
  const snapshot = checkout.snapshot as Snapshot
  const items = chargeItems(snapshot)
  const missing = await shop.db
    .select({ id: memberships.id, position: orderItems.position, paidUntil: memberships.paidUntil })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(
      and(
        eq(orderItems.orderId, checkout.orderId),
        eq(memberships.renews, true),
        isNull(memberships.stripeSubscriptionId),
      ),
    )
    .orderBy(asc(orderItems.position))
  return missing.map((membership) => async () => {
    const subscriptionId = await shop.payments.subscribe({
      checkoutId: checkout.id,
      customerId: checkout.customerId!,
      intentId: checkout.intentId!,
      item: items[membership.position]!,
      tax: snapshot.items[membership.position]?.tax ?? untaxed,
      nextChargeOn: membership.paidUntil,
    })
    await shop.db
      .update(memberships)
      .set({ stripeSubscriptionId: subscriptionId })
      .where(eq(memberships.id, membership.id))
  })
}

// The subscription that took the first payment charges again a term after it. Where the owner has moved its first drop to
// another month, the ledger says later (insert-membership.ts); around midnight the provider's day is one off ours.
async function laterCharge(shop: Shop, { subscriptionId, snapshot }: Checkout): Promise<Part[]> {
  const membership = subscriptionId ? await membershipOf(shop, subscriptionId) : undefined
  if (!subscriptionId || !membership?.renews) return []
  const { createdAt, paidUntil } = membership
  const { months } = termOf((snapshot as Snapshot).items[0]!)
  const usual = nextCharge(shopDay(shop, createdAt), months)
  if (paidUntil <= addDays(usual, 1)) return []
  return [() => chargeLater(shop, subscriptionId, paidUntil)]
}

// Only ever later: a checkout that stays unfinished is repeated for months, and a charge that has just been made, or that
// a skip has put off since, must not come back to a day that our row still names.
async function chargeLater(shop: Shop, subscriptionId: string, to: CalendarDate) {
  const state = await shop.payments.fetchSubscription(subscriptionId)
  const chargedOn = state?.status === 'active' && state.nextChargeAt && shopDay(shop, state.nextChargeAt)
  if (chargedOn && chargedOn < to && to > shopDay(shop))
    await shop.payments.moveNextCharge({ subscriptionId, to })
}

// By a reference of ours, so that a repeat commits nothing twice (stripe.md §5).
function taxCommits(shop: Shop, checkout: Checkout): Part[] {
  return (checkout.snapshot as Snapshot).items.flatMap(({ tax }, index) => {
    const calculationId = tax?.calculationId
    return calculationId ? [() => commit(shop, checkout, calculationId, index)] : []
  })
}

async function commit(shop: Shop, checkout: Checkout, calculationId: string, index: number) {
  const reference = `${checkout.id}:${index}`
  const { outcome, transactionId } = await shop.payments.commitTax({ calculationId, reference })
  if (outcome === 'skipped') shop.log.error({ reference }, 'tax was not committed')
  if (!transactionId) return
  const bought = shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, checkout.orderId), eq(orderItems.position, index)))
  await shop.db
    .update(membershipPayments)
    .set({ taxTransactionId: transactionId })
    .where(
      and(
        inArray(membershipPayments.membershipId, bought),
        eq(membershipPayments.intentId, checkout.intentId!),
      ),
    )
}

async function nameOrder(shop: Shop, { orderId, customerId, intentId, snapshot }: Checkout) {
  const isIt = eq(orders.id, orderId)
  const [order] = await shop.db
    .select({ orderNumber: orders.orderNumber, email: orders.purchaserEmail })
    .from(orders)
    .where(isIt)
  if (!order || !customerId || !intentId) return
  const carts = (snapshot as Snapshot).items.map((item) => item.cart)
  const own = carts.find((cart) => cart.recipientType === 'self')?.shippingDetails?.fullName
  const name = own ?? carts.find((cart) => cart.giftDetails)?.giftDetails?.senderName
  await shop.payments.nameOrder({ customerId, intentId, ...order, name: name?.trim() || null })
}
