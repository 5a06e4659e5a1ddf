import { eq, sql } from 'drizzle-orm'
import { fraudWarnings, membershipPayments, memberships } from '../../db/schema.ts'
import { leftOf } from '../../domain/refund.ts'
import { isByPayer } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'
import { endWithoutMoney } from './end-without-money.ts'
import { earlierRefunds } from './given-before.ts'

/**
 * Ends the memberships of a payment that was given back in full because of fraud, wherever that was done: its card is charged
 * no more (docs/decisions/127). Refund and warning come in any order, so both ask.
 * @param isCalledFraud whoever refunded it at the provider called it fraudulent, also without a bank's warning
 */
export async function endIfFraud(shop: Shop, intentId: string, isCalledFraud = false): Promise<void> {
  const { db } = shop
  const isWarned = isCalledFraud || (await db.$count(fraudWarnings, eq(fraudWarnings.intentId, intentId))) > 0
  if (!isWarned) return
  const paid = await db
    .select({ payment: membershipPayments, isByPayer: sql<boolean>`${isByPayer}` })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .where(eq(membershipPayments.intentId, intentId))
  for (const { payment } of paid)
    if (leftOf(payment, await earlierRefunds(db, payment)).totalCents > 0) return
  for (const { payment, isByPayer: isTheirs } of paid)
    if (isTheirs) await endWithoutMoney(shop, payment.membershipId)
}
