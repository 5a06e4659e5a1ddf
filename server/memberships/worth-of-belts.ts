import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipPayments, type memberships } from '../../db/schema.ts'
import { readPlan } from '../catalog/read-plans.ts'

/**
 * What belts of a membership are worth, in integer cents: at the price it last paid for one, and if it never paid, at its
 * plan's.
 */
export async function worthOfBelts(
  tx: Transaction,
  { id, planId }: Pick<typeof memberships.$inferSelect, 'id' | 'planId'>,
  belts: number,
): Promise<number> {
  const payments = await tx
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, id))
    .orderBy(desc(membershipPayments.paidAt))
  const paid = payments.find(
    ({ amountCents, creditCents, boxCount }) => boxCount > 0 && amountCents + creditCents > 0,
  )
  if (paid) return Math.round(((paid.amountCents + paid.creditCents) / paid.boxCount) * belts)
  const { stripeAmount, months } = await readPlan(tx, planId)
  return Math.round((stripeAmount / months) * belts)
}
