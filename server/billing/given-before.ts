import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes, exchanges, type membershipPayments, refunds, storeCredit } from '../../db/schema.ts'
import type { Money } from '../../domain/refund.ts'
import { creditPart } from '../credit/store-credit.ts'
import { replacementsOf } from '../ledger/disputes.ts'

type Payment = typeof membershipPayments.$inferSelect
type Refund = typeof refunds.$inferSelect

/** Refunds of a payment that were made or are still owed; excludes failed ones that someone had made at the provider. */
export async function earlierRefunds(tx: Transaction | Database, paymentId: string): Promise<Refund[]> {
  const cameBack = and(eq(refunds.status, 'failed'), eq(refunds.madeBy, 'provider'))
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), not(cameBack!)))
}

/**
 * What was given of a payment before, in any form: its refunds, and the money's part of belts that came back for store credit
 * (docs/decisions/052). Their tax counts as given too, because it stays with the state. Whatever is given next is measured by
 * this, so that nothing is given twice.
 */
export async function givenBefore(tx: Transaction | Database, payment: Payment): Promise<Money[]> {
  const credited = await tx
    .select({ cents: storeCredit.amountCents })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .innerJoin(storeCredit, eq(storeCredit.reference, sql`'exchange:' || ${exchanges.id}`))
    .where(
      and(
        or(eq(boxes.paymentId, payment.id), inArray(boxes.id, replacementsOf([payment.id]))),
        eq(storeCredit.reason, 'return'),
      ),
    )
  const asMoney = credited.map(({ cents }) => {
    const amountCents = cents - creditPart(payment, cents)
    const share = payment.amountCents === 0 ? 0 : amountCents / payment.amountCents
    return { amountCents, taxCents: Math.round(payment.taxCents * share) }
  })
  return [...(await earlierRefunds(tx, payment.id)), ...asMoney]
}
