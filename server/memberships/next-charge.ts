import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { checkouts, orderItems, outbox, priceChanges } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import { landing } from '../../domain/drop-calendar.ts'
import { runningStatuses } from '../../domain/membership.ts'
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
  if (!membership.renews || !runningStatuses.includes(membership.status)) return null
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
  const off = (bought.snapshot as Snapshot | null)?.items[bought.position]?.renewalDiscountCents ?? 0
  const priceCents = announcedCents ?? (await toldPrice(shop, membership)) ?? bought.priceCents
  return Math.max(0, priceCents - off)
}

// A price that this payer was told of in time for this charge.
async function toldPrice(shop: Shop, { id, planId, paidUntil }: Membership): Promise<number | null> {
  const [change] = await shop.db
    .select({ thenCents: priceChanges.thenCents })
    .from(priceChanges)
    .innerJoin(
      outbox,
      and(eq(outbox.kind, 'price-change'), eq(outbox.fact, sql`${id}::text || ':' || ${priceChanges.id}`)),
    )
    .where(
      and(
        eq(priceChanges.planId, planId),
        isNull(priceChanges.withdrawnAt),
        isNull(outbox.droppedBecause),
        lte(priceChanges.effectiveOn, paidUntil),
        sql`(${outbox.sentAt} at time zone ${shop.config.timeZone})::date + ${sql.raw(String(priceChangeDays))} <= ${paidUntil}::date`,
      ),
    )
    .orderBy(desc(priceChanges.effectiveOn))
    .limit(1)
  return change?.thenCents ?? null
}

// As the payment will land (record-renewal.ts).
async function dropsAhead(shop: Shop, { id, paidUntil }: Membership, { months }: Plan): Promise<Drop[]> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return landing(calendar, paidUntil, months, await lastDrop(shop.db, id)).drops
}
