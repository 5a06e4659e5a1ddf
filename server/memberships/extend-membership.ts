import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipPayments, memberships } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { chargeDayAfter } from '../../domain/charge-day.ts'
import type { Drop } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { ShopError } from '../../domain/errors.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { isHandedOver, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/next-drop.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { insertBoxes } from './apply-invoice.ts'
import { chargeAsWritten, hasOtherTerms } from './charge-as-written.ts'
import { changedMeanwhile, inStep } from './move-drops.ts'
import { changeUnlessEnded } from './sync-subscription.ts'

/** Free months: the drops of their belts, and the day after them when the next charge is due or the membership ends. */
export type Extension = { drops: Drop[]; to: CalendarDate }

/**
 * Previews an extension: belts after the last paid one, with the charge moved by as many months so that it still buys the
 * belt after them.
 * @throws ShopError 'not_possible' if the membership has ended or its renewal is unpaid
 */
export async function planExtension(shop: Shop, membership: Membership, boxes: number): Promise<Extension> {
  if (membership.status === 'ended')
    throw new ShopError('not_possible', 'This membership has ended. Make a new order for them instead.')
  if (membership.status === 'past_due')
    throw new ShopError(
      'not_possible',
      'The last renewal couldn’t be charged. It has to be paid, or canceled, before anything is added.',
    )
  const today = shopDay(shop)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const last = await lastDrop(shop.db, membership.id)
  return {
    drops: allocateDrops(calendar, today, boxes, last).drops,
    to: chargeDayAfter(shopDay(shop, membership.createdAt), membership.paidUntil, boxes),
  }
}

/**
 * Adds free belts and moves the next charge by as many months. The charge moves at the provider first, to an explicit date,
 * so that a retry after a crash sets the same date and nobody is charged before they get the promised belts.
 * @param input.from next charge date as previewed; null if no charge is coming
 * @param input.reference the form's id: the same id extends only once
 * @param alongside writes related rows in the same transaction
 * @throws ShopError 'not_possible' if the charge date has changed since, and as `planExtension`
 */
export async function extendMembership(
  shop: Shop,
  input: { membershipId: string; boxes: number; from: CalendarDate | null; reference: string },
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const isIt = eq(membershipPayments.reference, input.reference)
  if ((await shop.db.$count(membershipPayments, isIt)) > 0) return
  const membership = await inStep(shop, input.membershipId)
  const from = membership.renews ? membership.paidUntil : null
  if (from !== input.from) throw changedMeanwhile()
  const { to } = await planExtension(shop, membership, input.boxes)
  const charges = membership.renews && membership.stripeSubscriptionId
  const move = (subscriptionId: string) => shop.payments.moveNextCharge({ subscriptionId, to })
  if (charges && !(await changeUnlessEnded(shop, charges, () => move(charges)))) throw changedMeanwhile()
  const outcome = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if ((await tx.$count(membershipPayments, isIt)) > 0) return 'was given'
    if (locked.paidUntil !== membership.paidUntil || locked.renews !== membership.renews) return 'is another'
    if (isHandedOver(locked, membership)) return 'is another'
    const [payment] = await tx
      .insert(membershipPayments)
      .values({
        ...{ membershipId: locked.id, reference: input.reference, amountCents: 0, boxCount: input.boxes },
        paidAt: shop.now(),
      })
      .returning({ id: membershipPayments.id })
    const bought = { id: payment!.id, priceCents: 0, boxCount: input.boxes, on: shopDay(shop) }
    await insertBoxes(tx, shop, locked, bought)
    await alongside(tx)
    await tx.update(memberships).set({ paidUntil: to }).where(eq(memberships.id, locked.id))
    return hasOtherTerms(locked, membership) ? 'extended beside new terms' : 'extended'
  })
  if (outcome === 'extended') return
  if (charges) await chargeAsWritten(shop, membership.id)
  if (outcome === 'is another') throw changedMeanwhile()
}
