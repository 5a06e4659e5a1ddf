import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { runningStatuses } from '../../domain/membership.ts'
import type { Plan } from '../../domain/plan.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/last-drop.ts'
import type { Shop } from '../shop/shop.ts'
import { type NextTerms, nextTerms } from './next-terms.ts'
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
  return { on: membership.paidUntil, amountCents: dueOf(await nextTerms(shop, membership)) }
}

/** The same with the plan that it buys, what is due on top of it, and its drops, in order. */
export type QuotedCharge = NextCharge & { plan: Plan; taxCents: number; drops: Drop[] }

/**
 * Asks the provider for the tax where the belts go now.
 * @throws ShopError 'payments_unavailable'
 */
export async function quoteNextCharge(shop: Shop, membership: Membership): Promise<QuotedCharge | null> {
  const charge = await nextCharge(shop, membership)
  if (!charge) return null
  const { plan } = await nextTerms(shop, membership)
  const taxCents = await quoteTerm(shop, membership, plan, charge.amountCents)
  return { ...charge, plan, taxCents, drops: await dropsAhead(shop, membership, plan) }
}

/** The tax of one term, in integer cents. @throws ShopError 'payments_unavailable' */
export async function quoteTerm(
  shop: Shop,
  membership: Membership,
  plan: Pick<Plan, 'id' | 'name' | 'months'>,
  amountCents: number,
): Promise<number> {
  const item = renewalItem(membership, plan, amountCents)
  const quote = amountCents > 0 ? (await shop.payments.quoteTax([item]))[item.id] : undefined
  return quote?.taxCents ?? 0
}

/** Integer cents before tax of a term at a price, after what a promotion code takes off every term. */
export function dueOf({ priceCents, offCents }: Pick<NextTerms, 'priceCents' | 'offCents'>): number {
  return Math.max(0, priceCents - offCents)
}

// As the payment will land (record-renewal.ts).
async function dropsAhead(shop: Shop, { id, paidUntil }: Membership, { months }: Plan): Promise<Drop[]> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return allocateDrops(calendar, paidUntil, months, await lastDrop(shop.db, id)).drops
}
