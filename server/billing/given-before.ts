import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { refundStatus } from '../../db/schema/states.ts'
import { boxes, disputes, exchanges, membershipPayments, refunds, storeCredit } from '../../db/schema.ts'
import type { DisputeStage } from '../../domain/dispute.ts'
import { leftOf, type Money, splitRefund } from '../../domain/refund.ts'
import { creditPart } from '../credit/store-credit.ts'
import { replacementsOf } from '../ledger/disputes.ts'

const lost: DisputeStage = 'lost'

type Db = Transaction | Database
type Payment = typeof membershipPayments.$inferSelect

/** What was refunded of a payment, or is still owed, and what the bank took of it in lost disputes. */
export async function earlierRefunds(tx: Db, payment: Payment): Promise<Money[]> {
  return [...(await refundsOf(tx, payment)), ...(await takenByBank(tx, payment))]
}

/**
 * What was given of a payment before, in any form: its refunds, what the bank took, and the money's part of belts that came
 * back for store credit (docs/decisions/052). Their tax counts as given too, because it stays with the state. Whatever is
 * given next is measured by this, so that nothing is given twice.
 */
export async function givenBefore(tx: Db, payment: Payment): Promise<Money[]> {
  return [...(await givenHere(tx, payment)), ...(await takenByBank(tx, payment))]
}

/** The same without what the bank took. */
export async function givenHere(tx: Db, payment: Payment): Promise<Money[]> {
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
  return [...(await refundsOf(tx, payment)), ...asMoney]
}

/** Excludes failed ones that someone had made at the provider, and those that the bank made instead. */
async function refundsOf(tx: Db, { id, intentId }: Payment): Promise<Money[]> {
  const cameBack = and(eq(refunds.status, 'failed'), eq(refunds.madeBy, 'provider'))
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), not(cameBack!), not(isMadeByBank(intentId))))
}

/** Whether refund `r` was never made, by the provider or another way. */
const isUnmade = sql`(r.provider_id is null and (r.status in ${refundStatus.list('pending')}
  or r.status in ${refundStatus.list('settled')} and r.made_by = 'provider'))`

/**
 * Whether a refund that the provider never made was asked for before a dispute was lost that covers it and those asked for
 * earlier: the bank has given its money.
 */
export const isMadeByBank = (intentId: string | null | SQL): SQL => sql`exists (select from disputes d
  where d.intent_id = ${intentId} and d.state = ${lost} and d.closed_at >= ${refunds.createdAt}
    and exists (select from refunds r where r.id = ${refunds.id} and ${isUnmade})
    and d.amount >= (select sum(r.amount + r.tax) from refunds r join membership_payments o on o.id = r.payment_id
      where o.intent_id = d.intent_id and ${isUnmade}
        and (r.created_at, r.id) <= (${refunds.createdAt}, ${refunds.id})))`

/**
 * A payment's share of what the bank took in lost disputes. Of several bought together, those bear it first whose boxes were
 * cancelled for it.
 */
export async function takenByBank(tx: Db, { id, intentId }: Payment): Promise<Money[]> {
  if (!intentId) return []
  const isLost = and(eq(disputes.intentId, intentId), eq(disputes.state, lost))
  const taken = await tx.select({ cents: disputes.amountCents }).from(disputes).where(isLost)
  if (taken.length === 0) return []
  const payments = await tx
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
    .orderBy(membershipPayments.id)
  const shares = []
  for (const payment of payments) {
    const before = await givenHere(tx, payment)
    const isCancelled = and(eq(boxes.paymentId, payment.id), eq(boxes.state, 'cancelled'))
    const cancelled = await tx.select().from(boxes).where(isCancelled)
    const worth = cancelled.reduce((sum, box) => sum + moneyOf(payment, before, box), 0)
    const leftCents = leftOf(payment, before).totalCents
    shares.push({ payment, before, leftCents, worth: Math.min(leftCents, Math.round(worth)), cents: 0 })
  }
  let restCents = taken.reduce((sum, { cents }) => sum + cents, 0)
  for (const bears of ['worth', 'leftCents'] as const)
    for (const share of shares) {
      const cents = Math.min(restCents, share[bears] - share.cents)
      share.cents += cents
      restCents -= cents
    }
  const { payment, before, cents } = shares.find((share) => share.payment.id === id)!
  return cents === 0 ? [] : [splitRefund(payment, before, cents)]
}

/** What was paid for a box in money, in cents, not rounded; tax included, unless that alone was refunded. */
export function moneyOf(
  { amountCents, taxCents, creditCents }: Payment,
  before: Money[],
  { valueCents }: { valueCents: number },
): number {
  const isUntaxed = before.some((given) => given.amountCents === 0 && given.taxCents > 0)
  return (valueCents * (amountCents + (isUntaxed ? 0 : taxCents))) / Math.max(1, amountCents + creditCents)
}
