import { and, eq, gt, inArray, like, lt, ne, not, or, sql } from 'drizzle-orm'
import {
  balanceMovements,
  creditUses,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  refunds,
} from '../../db/schema.ts'
import { openStrays, unmoved } from '../books/stray-movements.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { BalanceState, Page } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { type Found, isFull, maxDifferences, nobody, ownerOf, report } from './differences.ts'
import { refused } from './reverse-refund-tax.ts'

/** Finds differences visible in the ledger alone, without asking the provider. */
export async function compareLedger(shop: Shop, into: Found): Promise<void> {
  await ordersWithoutPayment(shop, into)
  await taxesThatStillCount(shop, into)
}

/**
 * Compares the books' balance at the provider with the sum of its movements, and names what makes the difference: movements
 * that nothing explains, and what the books have without a movement.
 */
export async function compareBalance(shop: Shop, into: Found): Promise<void> {
  if (isFull(into)) return
  // What another comparison has named isn't named twice.
  const isNamed = (...ids: (string | null)[]) => into.found.some(({ id }) => ids.includes(id))
  for (const { id, sourceId, intentId, amountCents: cents } of await openStrays(shop))
    if (!isNamed(id, sourceId, intentId)) report(into, { kind: 'movement-unexplained', id, cents, ...nobody })
  const readUntil = await readSetting(shop, 'balanceReadUntil')
  if (!readUntil) return
  for (const { id, cents } of await unmoved(shop, new Date(readUntil)))
    if (!isNamed(id)) report(into, { kind: 'movement-missing', id, cents: -cents, ...nobody })
}

/** Orders with a price and no booked payment. */
async function ordersWithoutPayment(shop: Shop, into: Found): Promise<void> {
  const booked = sql`exists (select 1 from order_items i join memberships m on m.order_item_id = i.id
    join membership_payments p on p.membership_id = m.id
    where i.order_id = ${orders.id} and (p.intent_id is not null or p.paid_by is not null or p.amount + p.tax = 0))`
  const rows = await shop.db
    .select({ orderId: orders.id, orderNumber: orders.orderNumber, cents: orders.totalCents })
    .from(orders)
    .where(and(gt(orders.totalCents, 0), not(booked)))
    .limit(maxDifferences)
  for (const { cents, ...order } of rows)
    report(into, { kind: 'order-without-payment', id: order.orderNumber, cents: -cents, ...nobody, ...order })
}

/** Refunds whose sales tax the provider refused to reverse: its tax reports are too high. */
async function taxesThatStillCount(shop: Shop, into: Found): Promise<void> {
  const rows = await shop.db
    .select({
      id: refunds.providerId,
      cents: refunds.taxCents,
      reference: membershipPayments.reference,
      membershipId: memberships.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
    })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(refunds.taxReversalId, refused))
    .limit(maxDifferences)
  for (const row of rows)
    report(into, {
      kind: 'refund-tax-counts',
      id: row.id ?? row.reference,
      cents: row.cents,
      ...ownerOf(row),
    })
}

/** Milliseconds after which an invoice's credit should be settled: the provider retries a charge for three weeks. */
const settledAfter = 25 * 24 * 60 * 60_000
/** Milliseconds for which a paid invoice is checked again: a finalized one can't be edited. */
const askedFor = 40 * 24 * 60 * 60_000

/**
 * Checks store credit used on invoices: the ledger, the booked payment and the provider's invoice must show the same amount,
 * and no credit may stay reserved for an old invoice.
 */
export async function compareCredit(shop: Shop, into: Found): Promise<void> {
  const now = shop.now().getTime()
  const rows = await shop.db
    .select({
      ...{ orderId: orderItems.orderId, orderNumber: orders.orderNumber, membershipId: memberships.id },
      ...{ invoiceId: creditUses.invoiceId, state: creditUses.state, usedCents: creditUses.amountCents },
      paidCents: membershipPayments.creditCents,
      createdAt: creditUses.createdAt,
    })
    .from(creditUses)
    .innerJoin(memberships, eq(creditUses.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(membershipPayments, eq(membershipPayments.reference, creditUses.invoiceId))
    .where(
      or(
        and(eq(creditUses.state, 'kept'), lt(creditUses.createdAt, new Date(now - settledAfter))),
        and(
          eq(creditUses.state, 'spent'),
          or(
            gt(creditUses.createdAt, new Date(now - askedFor)),
            ne(creditUses.amountCents, sql`coalesce(${membershipPayments.creditCents}, 0)`),
          ),
        ),
      ),
    )
  for (const { invoiceId: id, state, usedCents, paidCents, ...row } of rows) {
    if (isFull(into)) return
    if (state === 'kept') {
      report(into, { kind: 'credit-waits', id, cents: usedCents, ...ownerOf(row) })
      continue
    }
    const bill = await shop.payments.fetchInvoice(id)
    const cents = (bill?.creditCents ?? paidCents ?? 0) - usedCents
    const booked = (paidCents ?? 0) - usedCents
    if (cents !== 0 || booked !== 0)
      report(into, { kind: 'credit-differs', id, cents: cents || booked, ...ownerOf(row) })
  }
}

type Compared = {
  settled: Page<BalanceState>['objects']
  listed: Set<string>
  after: Date | null
  upTo: Date | null
}

/** Milliseconds the provider may take to list a movement. */
const grace = 10 * 60_000

/**
 * Compares one page of the provider's balance movements with the books, mainly for fees, which no order shows. Any
 * difference makes the books read the whole balance again next time (server/books/payouts.ts).
 */
export async function compareFees(shop: Shop, page: Compared, into: Found): Promise<void> {
  const ids = page.settled.map(({ id }) => id)
  const rows = await shop.db
    .select()
    .from(balanceMovements)
    .where(inArray(balanceMovements.id, ['', ...ids]))
  const booked = new Map(rows.map((row) => [row.id, row]))
  const before = into.count
  const readUntil = await readSetting(shop, 'balanceReadUntil')
  for (const { id, feeCents, amountCents, createdAt } of page.settled) {
    const row = booked.get(id)
    // Anything newer than the last read can't be booked yet.
    const isMissing = !row && readUntil !== null && createdAt.getTime() < Date.parse(readUntil) - grace
    if (isMissing) report(into, { kind: 'movement-not-booked', id, cents: amountCents - feeCents, ...nobody })
    else if (row && row.feeCents !== feeCents)
      report(into, { kind: 'fee-differs', id, cents: feeCents - row.feeCents, ...nobody })
    else if (row && row.amountCents !== amountCents)
      report(into, { kind: 'movement-differs', id, cents: amountCents - row.amountCents, ...nobody })
  }
  if (into.count > before) await writeSetting(shop, 'balanceReadUntil', null)
  for (const { id, amountCents, feeCents } of await bookedBetween(shop, page))
    if (!page.listed.has(id))
      report(into, { kind: 'movement-not-there', id, cents: feeCents - amountCents, ...nobody })
}

// Excludes both ends of the page: movements of the same second may be on the neighboring page.
async function bookedBetween(shop: Shop, { after, upTo, settled }: Compared) {
  const newest = upTo ?? settled[0]?.createdAt
  if (!newest) return []
  return shop.db
    .select()
    .from(balanceMovements)
    .where(
      and(
        lt(balanceMovements.at, newest),
        after ? gt(balanceMovements.at, after) : undefined,
        // Demo movements from before the keys were set don't count.
        shop.payments.kind === 'stripe' ? not(like(balanceMovements.sourceId, '%\\_demo\\_%')) : undefined,
      ),
    )
}
