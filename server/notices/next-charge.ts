import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { checkouts, orderItems, outbox, priceChanges } from '../../db/schema.ts'
import type { Drop } from '../../domain/drop.ts'
import { landing } from '../../domain/drop-calendar.ts'
import type { Plan } from '../../domain/plan.ts'
import { dropCalendar } from '../billing/drop-calendar.ts'
import type { Membership } from '../billing/find-membership.ts'
import { lastDrop } from '../billing/last-drop.ts'
import { renewalItem } from '../billing/renewal-item.ts'
import { readPlan } from '../catalog/read-plans.ts'
import type { Snapshot } from '../checkout/snapshot.ts'
import type { Shop } from '../shop.ts'

/** What the next charge of a membership will be. */
export type NextCharge = {
  /** integer cents before tax, after what a promotion code takes off every term */
  amountCents: number
  taxCents: number
  /** the drops that it buys, in order */
  drops: Drop[]
}

/**
 * Asks the provider for the tax where the belts go now.
 * @throws ShopError 'payments_unavailable'
 */
export async function nextChargeOf(shop: Shop, membership: Membership): Promise<NextCharge> {
  const plan = await readPlan(shop.db, membership.planId)
  const amountCents = await renewalAmount(shop, membership, plan)
  const item = renewalItem(membership, plan, amountCents)
  const quote = amountCents > 0 ? (await shop.payments.quoteTax([item]))[item.id] : undefined
  return { amountCents, taxCents: quote?.taxCents ?? 0, drops: await dropsAhead(shop, membership, plan) }
}

async function renewalAmount(shop: Shop, membership: Membership, plan: Plan): Promise<number> {
  const [bought] = await shop.db
    .select({ snapshot: checkouts.snapshot, position: orderItems.position })
    .from(orderItems)
    .innerJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .where(eq(orderItems.id, membership.orderItemId))
  const item = (bought?.snapshot as Snapshot | undefined)?.items[bought?.position ?? 0]
  const priceCents = item?.amountCents ?? plan.stripeAmount
  const newCents = await announcedPrice(shop, membership)
  return (newCents ?? priceCents) - (item?.renewalDiscountCents ?? 0)
}

// A price that this payer was told of in time for this charge.
async function announcedPrice(shop: Shop, { id, planId, paidUntil }: Membership): Promise<number | null> {
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
        sql`(${outbox.sentAt} at time zone ${shop.config.timeZone})::date + 30 <= ${paidUntil}::date`,
      ),
    )
    .orderBy(desc(priceChanges.effectiveOn))
    .limit(1)
  return change?.thenCents ?? null
}

// As the payment will land (server/billing/record-renewal.ts).
async function dropsAhead(shop: Shop, { id, paidUntil }: Membership, { months }: Plan): Promise<Drop[]> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return landing(calendar, paidUntil, months, await lastDrop(shop.db, id)).drops
}
