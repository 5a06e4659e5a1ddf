import { and, eq, gt, inArray, isNotNull, like, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  balanceMovements,
  checkouts,
  disputes,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  refunds,
  strayMovements,
  subscriptionPlans,
} from '../../db/schema.ts'
import { plainStatus } from '../../domain/dispute.ts'
import { isGivenByBank } from '../ledger/disputes.ts'
import type {
  ChargeState,
  DisputeState,
  Page,
  RefundState,
  SubscriptionState,
} from '../shop/payment-states.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { compareFees } from './compare-ledger.ts'
import { type Found, isFull, nobody, ownerOf, report } from './differences.ts'

/** One page and the period it covers: everything booked in that period should be on it. */
type Compared<Listed> = {
  /** objects old enough for the shop to have heard of them */
  settled: Page<Listed>['objects']
  /** ids of all objects on the page */
  listed: Set<string>
  after: Date | null
  upTo: Date | null
}

type Part = {
  /** compares the page after the cursor */
  compare(shop: Shop, from: Cursor, into: Found): Promise<Cursor & { seen: number; isLast: boolean }>
}

/** Position within a part: the next page's cursor, and the time of the last object before it. */
export type Cursor = { after: string | null; reached: string | null }

/** Milliseconds the shop has to book what it was told. */
const grace = 10 * 60_000

function part<Listed>(
  list: (shop: Shop, after: string | null) => Promise<Page<Listed>>,
  idOf: (listed: Listed) => string,
  compare: (shop: Shop, page: Compared<Listed>, into: Found) => Promise<void>,
): Part {
  return {
    async compare(shop, from, into) {
      const { objects, next } = await list(shop, from.after)
      const last = objects.at(-1)?.createdAt ?? null
      const known = shop.now().getTime() - grace
      const page = {
        settled: objects.filter((each) => each.createdAt.getTime() <= known),
        listed: new Set(objects.map(idOf)),
        after: next ? last : null,
        upTo: from.reached ? new Date(from.reached) : null,
      }
      await compare(shop, page, into)
      const reached = next && last ? last.toISOString() : null
      return { after: next, reached, seen: objects.length, isLast: next === null }
    },
  }
}

/** What is compared, in this order; a run stores its position as an index into this list. */
export const comparisonParts: readonly Part[] = [
  part(
    (shop, after) => shop.payments.listCharges(after),
    (charge) => charge.chargeId,
    compareCharges,
  ),
  part(
    (shop, after) => shop.payments.listRefunds(after),
    (refund) => refund.refundId,
    compareRefunds,
  ),
  part(
    (shop, after) => shop.payments.listDisputes(after),
    (dispute) => dispute.disputeId,
    compareDisputes,
  ),
  part(
    (shop, after) => shop.payments.listSubscriptions(after),
    (subscription) => subscription.subscriptionId,
    compareSubscriptions,
  ),
  part(
    (shop, after) => shop.payments.listBalance(after),
    (moved) => moved.id,
    compareFees,
  ),
]

const owner = { orderId: orderItems.orderId, orderNumber: orders.orderNumber, membershipId: memberships.id }
/** Rows booked in the page's period. Demo payments from before the keys were set were never money. */
function bookedIn(
  shop: Shop,
  { after, upTo }: Pick<Compared<unknown>, 'after' | 'upTo'>,
  bookedAt: PgColumn,
  providerId: PgColumn,
): SQL | undefined {
  return and(
    isNotNull(providerId),
    shop.payments.kind === 'stripe' ? not(like(providerId, '%\\_demo\\_%')) : undefined,
    after ? gt(bookedAt, after) : undefined,
    upTo ? lte(bookedAt, upTo) : undefined,
  )
}

const paidCents = sql<number>`((${membershipPayments.amountCents} + ${membershipPayments.taxCents}) * 100)::int`
const givenCents = sql<number>`((${refunds.amountCents} + ${refunds.taxCents}) * 100)::int`
const sumOf = (rows: { cents: number }[]) => rows.reduce((sum, row) => sum + row.cents, 0)

/** The ledger's rows for these payments, by payment intent id. */
async function paymentsOf(shop: Shop, intentIds: (string | null)[]) {
  const known = intentIds.filter((id) => id !== null)
  if (known.length === 0) return new Map<string, never[]>()
  const rows = await shop.db
    .select({ ...owner, intentId: membershipPayments.intentId, cents: paidCents })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(inArray(membershipPayments.intentId, known))
  return Map.groupBy(rows, (row) => row.intentId!)
}

async function compareCharges(shop: Shop, page: Compared<ChargeState>, into: Found) {
  const paid = page.settled.filter((charge) => charge.isPaid)
  const booked = await paymentsOf(
    shop,
    paid.map((charge) => charge.intentId),
  )
  for (const charge of paid) {
    const rows = booked.get(charge.intentId ?? '')
    if (rows) {
      const cents = charge.totalCents - sumOf(rows)
      if (cents !== 0)
        report(into, { kind: 'charge-differs', id: charge.chargeId, cents, ...ownerOf(rows[0]!) })
      // A fully refunded payment counts as no difference.
    } else if (charge.backCents < charge.totalCents) await reportUnbooked(shop, charge, into)
  }
  const expected = await shop.db
    .selectDistinct({ intentId: membershipPayments.intentId })
    .from(membershipPayments)
    .where(
      and(
        bookedIn(shop, page, membershipPayments.paidAt, membershipPayments.intentId),
        gt(sql`${membershipPayments.amountCents} + ${membershipPayments.taxCents}`, 0),
      ),
    )
  const seen = new Set(paid.map((charge) => charge.intentId))
  const missing = expected.map((row) => row.intentId!).filter((id) => !seen.has(id))
  const rowsOf = await paymentsOf(shop, missing)
  for (const id of missing) {
    if (isFull(into)) return
    const payment = await shop.payments.fetch(id)
    const rows = rowsOf.get(id)
    if (payment?.status === 'succeeded' || !rows) continue
    report(into, { kind: 'payment-not-there', id, cents: -sumOf(rows), ...ownerOf(rows[0]!) })
  }
}

/** Reports a charge missing from the ledger, classified by what it was for as far as known. */
async function reportUnbooked(
  shop: Shop,
  { chargeId: id, intentId, totalCents: cents, isDisputed }: ChargeState,
  into: Found,
) {
  const [checkout] = intentId
    ? await shop.db
        .select({ orderId: checkouts.orderId, orderNumber: orders.orderNumber })
        .from(checkouts)
        .leftJoin(orders, eq(checkouts.orderId, orders.id))
        .where(eq(checkouts.intentId, intentId))
    : []
  if (checkout) return report(into, { kind: 'checkout-not-booked', id, cents, ...nobody, ...checkout })
  const invoiceId = intentId && !isFull(into) ? await shop.payments.invoiceOf(intentId) : null
  const invoice = invoiceId ? await shop.payments.fetchInvoice(invoiceId) : null
  const [membership] = invoice?.subscriptionId ? await membershipsOf(shop, [invoice.subscriptionId]) : []
  if (!membership && (await wasDecided(shop, id))) return
  // Its payer has the money back from the bank.
  if (!membership && isDisputed && intentId && (await isGivenByBank(shop, intentId))) return
  const kind = membership ? 'renewal-not-booked' : 'charge-unknown'
  report(into, { kind, id, cents, ...ownerOf(membership ?? nobody) })
}

/** Whether someone has said what a charge is that the shop didn't make (docs/decisions/126). */
async function wasDecided(shop: Shop, chargeId: string): Promise<boolean> {
  const [row] = await shop.db
    .select({ id: strayMovements.id })
    .from(strayMovements)
    .innerJoin(balanceMovements, eq(balanceMovements.id, strayMovements.id))
    .where(and(eq(balanceMovements.sourceId, chargeId), isNotNull(strayMovements.became)))
    .limit(1)
  return row !== undefined
}

async function compareRefunds(shop: Shop, page: Compared<RefundState>, into: Found) {
  const payments = await paymentsOf(
    shop,
    page.settled.map((refund) => refund.intentId),
  )
  const rows = await shop.db
    .select({ id: refunds.providerId, cents: givenCents })
    .from(refunds)
    .where(inArray(refunds.providerId, ['', ...page.settled.map((refund) => refund.refundId)]))
  const booked = Map.groupBy(rows, (row) => row.id!)
  const cameBack = new Set<string>()
  for (const { refundId: id, intentId, status, totalCents } of page.settled) {
    if (status === 'failed') cameBack.add(id)
    const payment = payments.get(intentId ?? '')?.[0]
    // If the ledger doesn't have the payment, its charge is reported already.
    if (status === 'failed' || !payment) continue
    const made = booked.get(id)
    const cents = sumOf(made ?? []) - totalCents
    const kind = made ? 'refund-differs' : 'refund-missing'
    if (cents !== 0) report(into, { kind, id, cents, ...ownerOf(payment) })
  }
  const expected = await shop.db
    .select({ ...owner, id: refunds.providerId, cents: givenCents })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(and(eq(refunds.status, 'succeeded'), bookedIn(shop, page, refunds.createdAt, refunds.providerId)))
  for (const row of expected) {
    const id = row.id!
    if (isFull(into)) return
    if (page.listed.has(id) && !cameBack.has(id)) continue
    const there = await shop.payments.fetchRefund(id)
    if (there && there.status !== 'failed') continue
    report(into, { kind: 'refund-not-there', id, cents: row.cents, ...ownerOf(row) })
  }
}

async function compareDisputes(shop: Shop, page: Compared<DisputeState>, into: Found) {
  const payments = await paymentsOf(
    shop,
    page.settled.map((dispute) => dispute.intentId),
  )
  const rows = await shop.db
    .select()
    .from(disputes)
    .where(inArray(disputes.id, ['', ...page.settled.map((dispute) => dispute.disputeId)]))
  const booked = new Map(rows.map((row) => [row.id, row]))
  for (const listed of page.settled) {
    const { disputeId: id, intentId, state, status = plainStatus[state], amountCents: cents } = listed
    const payment = payments.get(intentId ?? '')?.[0]
    if (!payment) continue
    const row = booked.get(id)
    if (!row) report(into, { kind: 'dispute-unknown', id, cents, ...ownerOf(payment) })
    else if (row.status !== status || row.amountCents !== cents || +(row.dueBy ?? 0) !== +(listed.dueBy ?? 0))
      report(into, { kind: 'dispute-differs', id, cents, ...ownerOf(payment) })
  }
  const expected = await shop.db
    .select()
    .from(disputes)
    .where(bookedIn(shop, page, disputes.createdAt, disputes.id))
  for (const { id, intentId, amountCents: cents } of expected) {
    if (isFull(into)) return
    if (page.listed.has(id) || (await shop.payments.fetchDispute(id))) continue
    const payment = (await paymentsOf(shop, [intentId])).get(intentId)?.[0]
    report(into, { kind: 'dispute-not-there', id, cents, ...ownerOf(payment ?? nobody) })
  }
}

function membershipRows(shop: Shop) {
  return shop.db
    .select({
      ...owner,
      subscriptionId: memberships.stripeSubscriptionId,
      renews: memberships.renews,
      status: memberships.status,
      paidUntil: memberships.paidUntil,
      // The price last sent to the provider, else the price of the sale.
      cents: sql<number>`(coalesce(${memberships.providerPriceCents}, ${orderItems.priceCents}) * 100)::int`,
      months: subscriptionPlans.intervalCount,
    })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .innerJoin(
      subscriptionPlans,
      sql`${subscriptionPlans.planId} = coalesce(${memberships.providerPlanId}, ${memberships.planId})`,
    )
    .$dynamic()
}

async function membershipsOf(shop: Shop, subscriptionIds: string[]) {
  if (subscriptionIds.length === 0) return []
  return membershipRows(shop).where(inArray(memberships.stripeSubscriptionId, subscriptionIds))
}

async function compareSubscriptions(shop: Shop, page: Compared<SubscriptionState>, into: Found) {
  const rows = await membershipsOf(
    shop,
    page.settled.map((subscription) => subscription.subscriptionId),
  )
  const booked = new Map(rows.map((row) => [row.subscriptionId, row]))
  for (const subscription of page.settled) {
    const { subscriptionId: id, status, cancelsAtPeriodEnd, term } = subscription
    if (status === 'incomplete') continue
    const hasEnded = status === 'ended'
    const cents = term?.amountCents ?? 0
    const membership = booked.get(id)
    if (!membership) {
      if (!hasEnded) report(into, { kind: 'subscription-unknown', id, cents, ...nobody })
    } else if (membership.renews && (hasEnded || cancelsAtPeriodEnd)) {
      report(into, { kind: 'subscription-ended', id, cents, ...ownerOf(membership) })
    } else if (!membership.renews && !hasEnded && !cancelsAtPeriodEnd) {
      report(into, { kind: 'subscription-still-charges', id, cents, ...ownerOf(membership) })
    } else if (membership.renews && term && isOther(membership, term)) {
      report(into, {
        ...{ kind: 'subscription-differs', id, cents: cents - membership.cents },
        ...ownerOf(membership),
      })
    } else if (await staysOnOtherDay(shop, membership, subscription, into)) {
      report(into, { kind: 'charge-day-differs', id, cents, ...ownerOf(membership) })
    }
  }
  const expected = await membershipRows(shop).where(
    and(
      eq(memberships.renews, true),
      bookedIn(shop, page, memberships.createdAt, memberships.stripeSubscriptionId),
    ),
  )
  for (const row of expected) {
    const id = row.subscriptionId!
    if (isFull(into)) return
    if (page.listed.has(id)) continue
    const there = await shop.payments.fetchSubscription(id)
    if (there && there.status !== 'ended') continue
    report(into, { kind: 'subscription-ended', id, cents: row.cents, ...ownerOf(row) })
  }
}

type Sold = Awaited<ReturnType<typeof membershipsOf>>[number]

// Charges due today or earlier are checked elsewhere (memberships/reconcile-renewals.ts).
function isOnOtherDay(shop: Shop, { renews, status, paidUntil }: Sold, there: SubscriptionState): boolean {
  if (!renews || status !== 'active' || there.status !== 'active' || !there.nextChargeAt) return false
  return paidUntil > shopDay(shop) && shopDay(shop, there.nextChargeAt) !== paidUntil
}

/**
 * Whether someone changed the charge date at the provider. Our own skip moves it there first and is stored here a moment
 * later, and an invoice being made moves it too. So it asks both sides again, the ledger last.
 */
async function staysOnOtherDay(shop: Shop, sold: Sold, listed: SubscriptionState, into: Found) {
  if (isFull(into) || !isOnOtherDay(shop, sold, listed)) return false
  const id = listed.subscriptionId
  const bills = await shop.payments.invoicesOf(id)
  if (bills.some((bill) => bill.status === 'draft' || bill.status === 'open')) return false
  const there = await shop.payments.fetchSubscription(id)
  if (!there || +(there.nextChargeAt ?? 0) !== +listed.nextChargeAt!) return false
  const [now] = await membershipsOf(shop, [id])
  return now !== undefined && isOnOtherDay(shop, now, there)
}

const isOther = (sold: { cents: number; months: number }, term: { amountCents: number; months: number }) =>
  sold.cents !== term.amountCents || sold.months !== term.months
