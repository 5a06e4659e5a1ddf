import { and, asc, eq, inArray } from 'drizzle-orm'
import { boxes, type membershipPayments, memberships, orderItems, orders, outbox } from '../../db/schema.ts'
import { unshippedStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type Drop, dropTitle } from '../../domain/drop.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import { beltDay, shipsText } from '../../domain/first-belt.ts'
import type { MailKind } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'
import { taxName } from '../../domain/tax.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { nameForGiver, payerEmail, paysSince } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'

export type MembershipView = {
  membership: typeof memberships.$inferSelect
  /** whoever pays for it (club-rules.md "Words"), or paid for it at the instant that the email is about */
  to: string
  /** they paid for it then, and someone else does now */
  isHandedOver: boolean
  /** the membership's current plan */
  plan: Plan
  /** "Monthly membership", "gift for Thomas Ellison", "gift" after a handover; of the payment's plan, if the email is about one */
  name: string
  /** the state its belts go to now, as typed */
  taxState: string | null
}

/** For an email about what its reader did before they handed their membership over. */
export const handedOverSince =
  'You’ve handed your membership over since, so your card won’t be charged for it.'

export const membershipReason = 'You’re getting this email because you pay for a membership.'

/**
 * A membership as its emails describe it.
 * @param about the payment, or the instant of the act, that the email is about; a handover since then left it with whoever
 *   paid or acted, and a change of plan left a payment with the plan it paid for
 * @throws Error if it's gone or its payer has no email, so that the outbox keeps the row and shows it
 */
export async function loadMembershipView(
  shop: Shop,
  membershipId: string,
  about?: Pick<typeof membershipPayments.$inferSelect, 'paidAt' | 'planId'> | Date,
): Promise<MembershipView> {
  const { paidAt: at, planId } = about instanceof Date ? { paidAt: about, planId: null } : (about ?? {})
  const [row] = await shop.db
    .select({ membership: memberships, to: payerEmail(at) })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(memberships.id, membershipId))
  if (!row?.to) throw new Error(`membership ${membershipId} is gone or has no payer's email`)
  const { membership, to } = row
  const plan = await readPlan(shop.db, membership.planId)
  const { state: taxState = null } = membership.address
  const named = planId ? await readPlan(shop.db, planId) : plan
  const wearer = nameForGiver(membership)
  const gift = wearer ? `gift for ${wearer}` : 'gift'
  const name = membership.isGift ? gift : `${named.name} membership`
  const since = paysSince(membership)
  const isHandedOver = at !== undefined && since !== null && at < since
  return { membership, to, isHandedOver, name, plan, taxState }
}

/** When an email was queued: what it confirms was done then, by whoever paid at that time. Undefined: it wasn't. */
export async function queuedAt(shop: Shop, kind: MailKind, subjectId: string): Promise<Date | undefined> {
  const isFirst = and(eq(outbox.subjectId, subjectId), eq(outbox.kind, kind), eq(outbox.copy, 0))
  const [row] = await shop.db.select({ at: outbox.createdAt }).from(outbox).where(isFirst)
  return row?.at
}

/** The sales tax as a row of its own; none if no tax is due. @param state where the belts go */
export const taxRows = (taxCents: number | null, state: string | null) =>
  taxCents ? [{ name: taxName([state]), amount: formatCents(taxCents) }] : []

/** Store credit as a row below the price; none if it pays nothing. */
export const creditRows = (creditCents: number) =>
  creditCents > 0 ? [{ name: 'Store credit', amount: `−${formatCents(creditCents)}` }] : []

/** The drops of a membership's paid boxes still to come, in order, and whether others wait for a bank's decision. */
export async function dropsToCome(
  shop: Shop,
  membershipId: string,
): Promise<{ drops: Drop[]; waitsForBank: boolean }> {
  const rows = await shop.db
    .select({ drop: boxes.drop, holdReason: boxes.holdReason })
    .from(boxes)
    .where(and(eq(boxes.membershipId, membershipId), inArray(boxes.state, unshippedStates)))
    .orderBy(asc(boxes.drop))
  const drops = rows.filter(({ holdReason }) => holdReason !== 'dispute').map(({ drop }) => drop)
  return { drops, waitsForBank: drops.length < rows.length }
}

/** "The December 2026 belt ships by December 5", or "once you pick a size", a line for each drop. */
export function shipsLines(
  { drops, calendar, size }: { drops: Drop[]; calendar: DropCalendar; size: string },
  today: CalendarDate,
): string[] {
  return drops.map(
    (drop) => `The ${dropTitle(drop)} belt ships ${shipsText(beltDay(drop, size, calendar), 'you', today)}`,
  )
}
