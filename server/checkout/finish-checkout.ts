import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { builtOnce, given } from '../../db/built-once.ts'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts, membershipPayments, memberships, orderItems } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { hasDrifted } from '../../domain/charge-day.ts'
import { reasonOf, ShopError } from '../../domain/errors.ts'
import { noticeDaysOf } from '../../domain/renewal-notices.ts'
import { isDisputed } from '../ledger/disputes.ts'
import { chargeItems, type Snapshot, untaxed } from '../ledger/snapshot.ts'
import type { SubscriptionState } from '../shop/payment-states.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

type Member = Pick<
  typeof memberships.$inferSelect,
  'id' | 'renews' | 'stripeSubscriptionId' | 'paidUntil'
> & { position: number }

/** A checkout that has an order. */
export type OrderedCheckout = {
  checkout: typeof checkouts.$inferSelect
  orderId: string
  orderNumber: string
  email: string | null
  /** the order's memberships if it was just made; null: read them */
  members: Member[] | null
  /** the subscription that took the first payment, as the provider had it just before; null: ask again */
  renewal: SubscriptionState | null
}

/**
 * Does what is left to do at the provider once the order exists: creates one subscription per renewing item, with its first
 * charge at the end of the paid term; commits the taxes; sets the order's number and its buyer (stripe.md §9). It can be
 * repeated at any time, and marks the checkout done when nothing is missing. If the provider fails, the order stands,
 * because the term is paid, and the reconciler tries again.
 * @param toldAt when a browser got the order's number; null: not yet
 */
export async function finishCheckout(shop: Shop, ordered: OrderedCheckout, toldAt: Date | null) {
  const { checkout } = ordered
  const told = { id: checkout.id, toldAt: toldAt?.toISOString() ?? null }
  try {
    const members = ordered.members ?? (await membersOf(shop, ordered.orderId))
    await eachPart([
      () => nameOrder(shop, ordered),
      ...taxCommits(shop, ordered),
      ...missingSubscriptions(shop, ordered, members),
      ...agreedCharge(shop, ordered, members),
    ])
    await markDone(shop.db).execute(told)
  } catch (error) {
    shop.log.error(
      { error, checkoutId: checkout.id },
      'a paid checkout is not finished at the provider; it is repeated',
    )
    const lastError = reasonOf(error)
    await markUnfinished(shop.db).execute({ ...told, lastError, now: shop.now().toISOString() })
  }
}

const isIt = eq(checkouts.id, sql.placeholder('id'))
const told = {
  toldAt: sql`coalesce(${checkouts.toldAt}, ${sql.placeholder('toldAt')}::timestamptz)`,
  updatedAt: sql`now()`,
}
const status = checkoutStatus.to('done', checkouts.status)

const markDone = builtOnce((db) =>
  db
    .update(checkouts)
    .set({ ...told, status, lastError: null })
    .where(isIt)
    .prepare(''),
)
const markUnfinished = builtOnce((db) =>
  db
    .update(checkouts)
    .set({
      ...told,
      lastError: given('lastError', checkouts.lastError),
      owedSince: sql`coalesce(${checkouts.owedSince}, ${sql.placeholder('now')}::timestamptz)`,
    })
    .where(isIt)
    .prepare(''),
)

function membersOf(shop: Shop, orderId: string): Promise<Member[]> {
  return shop.db
    .select({
      id: memberships.id,
      renews: memberships.renews,
      stripeSubscriptionId: memberships.stripeSubscriptionId,
      paidUntil: memberships.paidUntil,
      position: orderItems.position,
    })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
}

type Part = () => Promise<void>

// One part that is refused for good must not block the others; once the provider is down, stop asking.
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

/** Milliseconds within which nobody has disputed a new payment with their bank. */
const tooSoonToDispute = 60 * 60_000

function missingSubscriptions(shop: Shop, ordered: OrderedCheckout, members: Member[]): Part[] {
  const { checkout } = ordered
  const snapshot = checkout.snapshot as Snapshot
  const items = chargeItems(snapshot)
  const missing = members.filter(({ renews, stripeSubscriptionId }) => renews && !stripeSubscriptionId)
  const age = shop.now().getTime() - checkout.createdAt.getTime()
  const isFirstTry = ordered.members !== null && age < tooSoonToDispute
  return missing.map((membership) => async () => {
    const item = items[membership.position]!
    const subscriptionId = await shop.payments.subscribe({
      checkoutId: checkout.id,
      customerId: checkout.customerId!,
      intentId: checkout.intentId!,
      item,
      tax: snapshot.items[membership.position]?.tax ?? untaxed,
      nextChargeOn: firstCharge(shop, item, membership.paidUntil),
    })
    const isPaused = !isFirstTry && (await isDisputed(shop, membership.id))
    if (isPaused) await shop.payments.pauseCharging(subscriptionId, true)
    const [kept] = await shop.db
      .update(memberships)
      .set({ stripeSubscriptionId: subscriptionId })
      .where(
        and(
          eq(memberships.id, membership.id),
          or(eq(memberships.renews, true), eq(memberships.stripeSubscriptionId, subscriptionId)),
        ),
      )
      .returning({ paidUntil: memberships.paidUntil })
    // Cancelled meanwhile.
    if (!kept) return shop.payments.endSubscription(subscriptionId)
    if (isFirstTry && kept.paidUntil === membership.paidUntil) return
    // An earlier attempt may have made it, before a skip or a free month.
    await chargeOn(shop, subscriptionId, kept.paidUntil)
    // The bank's word meanwhile found no subscription to pause or resume.
    const isDisputedNow = await isDisputed(shop, membership.id)
    if (isDisputedNow !== isPaused) await shop.payments.pauseCharging(subscriptionId, isDisputedNow)
  })
}

/**
 * The first charge of a renewal that is set up now. If its announced day has passed, because the provider didn't answer or
 * refused until then, it's later by as many days as a notice needs; the ledger follows (memberships/reconcile-renewals.ts),
 * and the new day is announced.
 * @param announced in the ledger
 */
export function firstCharge(
  shop: Shop,
  { months }: { months: number },
  announced: CalendarDate,
): CalendarDate {
  const today = shopDay(shop)
  return announced < today ? addDays(today, noticeDaysOf(months)[0]!) : announced
}

// The subscription that took the first payment charges again one term later, as the provider counts: in UTC, from the moment
// the payment was started. The buyer agreed to a day of the shop, which may be another one in the evening, at a month's end
// or when clocks change, and a later one if the owner has moved the first drop to another month (membership-rows.ts).
function agreedCharge(shop: Shop, { checkout, renewal }: OrderedCheckout, members: Member[]): Part[] {
  const { subscriptionId } = checkout
  const membership = members.find(
    (member) => member.renews && subscriptionId && member.stripeSubscriptionId === subscriptionId,
  )
  if (!subscriptionId || !membership) return []
  const { paidUntil } = membership
  if (renewal?.nextChargeAt && shopDay(shop, renewal.nextChargeAt) === paidUntil) return []
  return [() => chargeOn(shop, subscriptionId, paidUntil)]
}

// Only moves a charge later, or back by the days of another count: an unfinished checkout is retried for months, and must
// not move a charge that was just made, or that a skip has postponed, back to an old day.
async function chargeOn(shop: Shop, subscriptionId: string, to: CalendarDate) {
  const state = await shop.payments.fetchSubscription(subscriptionId)
  const chargedOn = state?.status === 'active' && state.nextChargeAt && shopDay(shop, state.nextChargeAt)
  if (!chargedOn || chargedOn === to || to <= shopDay(shop)) return
  if (chargedOn < to || hasDrifted(to, chargedOn)) await shop.payments.moveNextCharge({ subscriptionId, to })
}

// Under a reference of ours, so that a retry commits nothing twice (stripe.md §5).
function taxCommits(shop: Shop, ordered: OrderedCheckout): Part[] {
  return (ordered.checkout.snapshot as Snapshot).items.flatMap(({ tax }, index) => {
    const calculationId = tax?.calculationId
    return calculationId ? [() => commit(shop, ordered, calculationId, index)] : []
  })
}

async function commit(
  shop: Shop,
  { checkout, orderId }: OrderedCheckout,
  calculationId: string,
  index: number,
) {
  const reference = `${checkout.id}:${index}`
  const { outcome, transactionId } = await shop.payments.commitTax({ calculationId, reference })
  if (outcome === 'skipped') shop.log.error({ reference }, 'tax was not committed')
  if (!transactionId) return
  const bought = shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.position, index)))
  await shop.db
    .update(membershipPayments)
    .set({ taxTransactionId: transactionId })
    .where(
      and(
        inArray(membershipPayments.membershipId, bought),
        checkout.intentId
          ? eq(membershipPayments.intentId, checkout.intentId)
          : isNull(membershipPayments.intentId),
      ),
    )
}

async function nameOrder(shop: Shop, { checkout, orderNumber, email }: OrderedCheckout) {
  const { customerId, intentId, snapshot } = checkout
  if (!customerId || !intentId) return
  const carts = (snapshot as Snapshot).items.map((item) => item.cart)
  const own = carts.find((cart) => cart.recipientType === 'self')?.shippingDetails?.fullName
  const name = own ?? carts.find((cart) => cart.giftDetails)?.giftDetails?.senderName
  await shop.payments.nameOrder({ customerId, intentId, orderNumber, email, name: name?.trim() || null })
}
