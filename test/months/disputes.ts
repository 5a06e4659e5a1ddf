import { asc, eq } from 'drizzle-orm'
import { membershipPayments } from '../../db/schema.ts'
import { type Dispute, openDispute } from '../stripe/dispute.ts'
import type { ClubMonths } from './club-months.ts'
import { end, startOver } from './model-hearing.ts'
import type { ModelBox, ModelMembership } from './model-membership.ts'

export type OpenDispute = {
  dispute: Dispute
  /** the memberships the payment was for */
  touched: ModelMembership[]
  boxes: () => ModelBox[]
  closesAt: Date
  endsAs: 'won' | 'lost'
}

/** A buyer disputes a membership's payment at the bank; null if it can't be disputed. */
export async function dispute(
  club: ClubMonths,
  member: ModelMembership,
  endsAs: 'won' | 'lost',
): Promise<OpenDispute | null> {
  // This simulation doesn't cover what happens to the credit in a bill that is refunded or charged back.
  if (member.hadCredit) return null
  const { test, members } = club
  const rows = await test.shop.db
    .select({ intentId: membershipPayments.intentId })
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, member.id))
    .orderBy(asc(membershipPayments.paidAt))
  const payment = rows.length - 1
  const intentId = rows[payment]?.intentId
  const charge = test.stripe.charges().find((each) => each.paid && each.payment_intent === intentId)
  if (!charge || charge.disputed) return null
  const touched = payment === 0 ? members.filter((each) => each.cart === member.cart) : [member]
  const boxes = () =>
    touched.flatMap((each) => each.boxes.filter((box) => box.payment === payment && box.state !== 'shipped'))
  const opened = openDispute(test.stripe.world, charge)
  for (const box of boxes()) if (box.state === 'owed') box.state = 'held'
  for (const each of touched) each.examined++
  await club.work()
  const closesAt = new Date(+test.clock.now() + 40 * 24 * 60 * 60_000)
  return { dispute: opened, touched, boxes, closesAt, endsAs }
}

/** The bank decides. */
export async function decide(club: ClubMonths, { dispute, touched, boxes, endsAs }: OpenDispute) {
  club.test.stripe.closeDispute(dispute.id, endsAs)
  for (const box of boxes()) if (box.state === 'held') box.state = endsAs === 'won' ? 'owed' : 'cancelled'
  for (const each of touched) {
    each.examined--
    // A gift has nothing left to charge.
    if (endsAs === 'lost' && !each.isGift) end(each)
    if (endsAs === 'won') startOver(each, club.test.clock.now())
  }
  await club.work()
}
