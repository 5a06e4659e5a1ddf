import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { boxState, refundStatus } from '../../db/schema/states.ts'
import { boxes, disputes, exchanges, membershipPayments, refunds, storeCredit } from '../../db/schema.ts'
import { beltAccount } from '../../domain/belt-account.ts'
import { sentStates } from '../../domain/box.ts'
import type { DisputeStage } from '../../domain/dispute.ts'
import { givenReference } from '../../domain/giving.ts'
import { leftOf, type Money, splitRefund } from '../../domain/refund.ts'
import { creditPart } from '../credit/store-credit.ts'
import { replacementsOf } from '../ledger/disputes.ts'
import { chainsOfPayment } from './belt-accounts.ts'

const lost: DisputeStage = 'lost'

type Db = Transaction | Database
type Payment = typeof membershipPayments.$inferSelect

/** What was refunded of a payment, or is still owed, and what the bank took of it in lost disputes. */
export async function earlierRefunds(tx: Db, payment: Payment): Promise<Money[]> {
  return [...(await refundsOf(tx, payment)), ...(await takenByBank(tx, payment))]
}

/**
 * What was given of a payment before, in any form: its refunds, what the bank took, the money's part of belts that came
 * back for store credit (docs/decisions/052), belts that were kept though another one was sent for them, and what staff gave
 * as credit or free belts (docs/decisions/122). Their tax counts as given too, because it stays with the state. Whatever is
 * given next is measured by this, so that nothing is given twice.
 */
export async function givenBefore(tx: Db, payment: Payment): Promise<Money[]> {
  const forBelts = await givenForBelts(tx, payment)
  const share = await shareOfGoodwill(tx, payment, forBelts)
  const goodwill = share === 0 ? [] : [asMoney(payment, share)]
  return [...forBelts, ...goodwill, ...(await takenByBank(tx, payment))]
}

/** The same without what was kept, and goodwill: what a payment no longer pays for. */
export async function goneBefore(tx: Db, payment: Payment): Promise<Money[]> {
  return [...(await givenHere(tx, payment)), ...(await takenByBank(tx, payment))]
}

async function givenForBelts(tx: Db, payment: Payment): Promise<Money[]> {
  const kept = (await keptOfPayment(tx, payment)).map((cents) => asMoney(payment, cents))
  return [...(await givenHere(tx, payment)), ...kept]
}

/**
 * A payment's share of what staff gave for its order on top: store credit, and free belts that left. Of several payments the
 * earliest bears it first, each up to what is left of it.
 */
async function shareOfGoodwill(tx: Db, payment: Payment, here: Money[]): Promise<number> {
  const { amountCents } = payment
  if (amountCents === 0) return 0
  let restCents = await goodwillOf(tx, payment)
  if (restCents === 0) return 0
  const earlier = await tx
    .select({ payment: membershipPayments })
    .from(membershipPayments)
    .where(sql`${membershipPayments.membershipId} in ${membershipsBeside(payment)}
      and (${membershipPayments.paidAt}, ${membershipPayments.id}) < (${payment.paidAt.toISOString()}::timestamptz, ${payment.id}::uuid)`)
    .orderBy(membershipPayments.paidAt, membershipPayments.id)
  for (const { payment: before } of earlier)
    restCents -= Math.min(restCents, leftOf(before, await givenForBelts(tx, before)).amountCents)
  return Math.min(restCents, leftOf(payment, here).amountCents)
}

const membershipsBeside = ({ membershipId }: Payment) => sql`(select m.id from memberships m
  join order_items i on i.id = m.order_item_id where i.order_id = (select j.order_id from memberships o
    join order_items j on j.id = o.order_item_id where o.id = ${membershipId}::uuid))`

/** What staff gave for the order of a payment, in integer cents: credit, and free belts that left, at its belts' price. */
async function goodwillOf(tx: Db, payment: Payment): Promise<number> {
  const free = sql.join(
    Object.values(givenReference).map((begins) => sql`p.reference like ${`${begins}%`}`),
    sql` or `,
  )
  const [row] = await rowsOf<{ credit: string; belts: string }>(
    tx,
    sql`select (select coalesce(sum(c.amount), 0) from store_credit c where c.reason = 'staff' and c.order_id = (
        select i.order_id from memberships m join order_items i on i.id = m.order_item_id where m.id = ${payment.membershipId}::uuid)) as credit,
      (select coalesce(sum((select round((q.amount + q.credit) / q.box_count, 2) from membership_payments q
          where q.membership_id = b.membership_id and q.amount + q.credit > 0 and q.box_count > 0
          order by q.paid_at desc limit 1)), 0)
        from boxes b join membership_payments p on p.id = b.payment_id
        where b.membership_id in ${membershipsBeside(payment)} and b.state in ${boxState.list(...sentStates)} and (${free})) as belts`,
  )
  return Math.round((Number(row!.credit) + Number(row!.belts)) * 100)
}

/** The part of a value that was paid in money, with its share of the tax. */
function asMoney(payment: Payment, cents: number): Money {
  const amountCents = cents - creditPart(payment, cents)
  const share = payment.amountCents === 0 ? 0 : amountCents / payment.amountCents
  return { amountCents, taxCents: Math.round(payment.taxCents * share) }
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
  const others = credited.map(({ cents }) => asMoney(payment, cents))
  return [...(await refundsOf(tx, payment)), ...others]
}

/** What was kept of each belt of a payment, in integer cents (belt-accounts.ts). */
async function keptOfPayment(tx: Db, { id }: Payment): Promise<number[]> {
  const links = await chainsOfPayment(tx, id)
  if (links.length === 0) return []
  const roots = [...new Set(links.map(({ rootId }) => rootId))]
  const bought = await tx
    .select({ id: boxes.id, valueCents: boxes.valueCents })
    .from(boxes)
    .where(inArray(boxes.id, roots))
  const accounts = bought.map((root) =>
    beltAccount(
      root.valueCents,
      links.filter(({ rootId }) => rootId === root.id),
    ),
  )
  return accounts.map(({ keptCents }) => keptCents).filter((cents) => cents > 0)
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
