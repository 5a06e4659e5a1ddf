import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { checkouts, orderItems, outbox, priceChanges } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import { landing } from '../../domain/drop-calendar.ts'
import type { Plan } from '../../domain/plan.ts'
import { priceChangeDays } from '../../domain/price-change.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/last-drop.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'
import { renewalItem } from './renewal-item.ts'

/** When a membership is charged next, and how much. */
export type NextCharge = {
  /** the shop's day; of one that is past due, the day on which it should have been */
  on: CalendarDate
  /** integer cents before tax, after what a promotion code takes off every term */
  amountCents: number
}

/** The next charge of a membership as every page and every mail names it; null where none will come. */
export async function nextCharge(shop: Shop, membership: Membership): Promise<NextCharge | null> {
  if (!membership.renews || (membership.status !== 'active' && membership.status !== 'past_due')) return null
  return { on: membership.paidUntil, amountCents: await renewalPrice(shop, membership) }
}

/** The same with what is due on top of it, and the drops that it buys, in order. */
export type QuotedCharge = NextCharge & { taxCents: number; drops: Drop[] }

/**
 * Asks the provider for the tax where the belts go now.
 * @throws ShopError 'payments_unavailable'
 */
export async function quoteNextCharge(shop: Shop, membership: Membership): Promise<QuotedCharge | null> {
  const charge = await nextCharge(shop, membership)
  if (!charge) return null
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, charge.amountCents)
  const quote = charge.amountCents > 0 ? (await shop.payments.quoteTax([item]))[item.id] : undefined
  return { ...charge, taxCents: quote?.taxCents ?? 0, drops: await dropsAhead(shop, membership, plan) }
}

/**
 * What a term of a membership costs its payer, in cents before tax: the price at which it was sold, or one that they
 * were told of in time for the next charge, less what a promotion code takes off every term.
 * @param announcedCents a new price of the plan, to know what this payer would pay of it
 */
export async function renewalPrice(
  shop: Shop,
  membership: Membership,
  announcedCents?: number,
): Promise<number> {
  const sold = await soldFor(shop, membership)
  const told = announcedCents ?? (await toldPrices(shop, membership, membership.paidUntil))[0]
  return Math.max(0, (told ?? sold.priceCents) - sold.offCents)
}

/**
 * Every sum, in cents before tax, that a term of this membership may rightly be billed at: what the next one costs first,
 * then the price at which it was sold and those that its payer was told of, whichever the provider charged.
 * @param offCents taken off every term
 */
export async function rightPrices(shop: Shop, membership: Membership) {
  const { priceCents, offCents } = await soldFor(shop, membership)
  const next = (await toldPrices(shop, membership, membership.paidUntil))[0] ?? priceCents
  return { prices: [next, priceCents, ...(await toldPrices(shop, membership))], offCents }
}

async function soldFor(shop: Shop, membership: Membership) {
  const [bought] = await shop.db
    .select({
      priceCents: orderItems.priceCents,
      position: orderItems.position,
      snapshot: checkouts.snapshot,
    })
    .from(orderItems)
    .leftJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .where(eq(orderItems.id, membership.orderItemId))
  if (!bought) throw new Error(`the order item of membership ${membership.id} is gone`)
  const snapshot = bought.snapshot as Snapshot | null
  return {
    priceCents: bought.priceCents,
    offCents: snapshot?.items[bought.position]?.renewalDiscountCents ?? 0,
  }
}

// Prices that this payer was told of, newest first; with a day, those that they were told of in time for its charge.
async function toldPrices(shop: Shop, { id, planId }: Membership, on?: CalendarDate): Promise<number[]> {
  const changes = await shop.db
    .select({ thenCents: priceChanges.thenCents })
    .from(priceChanges)
    .innerJoin(
      outbox,
      and(eq(outbox.kind, 'price-change'), eq(outbox.fact, sql`${id}::text || ':' || ${priceChanges.id}`)),
    )
    .where(
      and(
        eq(priceChanges.planId, planId),
        isNull(outbox.droppedBecause),
        on === undefined
          ? undefined
          : and(
              isNull(priceChanges.withdrawnAt),
              lte(priceChanges.effectiveOn, on),
              sql`(${outbox.sentAt} at time zone ${shop.config.timeZone})::date + ${sql.raw(String(priceChangeDays))} <= ${on}::date`,
            ),
      ),
    )
    .orderBy(desc(priceChanges.effectiveOn))
  return changes.map((change) => change.thenCents)
}

// As the payment will land (record-renewal.ts).
async function dropsAhead(shop: Shop, { id, paidUntil }: Membership, { months }: Plan): Promise<Drop[]> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return landing(calendar, paidUntil, months, await lastDrop(shop.db, id)).drops
}
