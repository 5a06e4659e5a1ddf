import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { balanceMovements, disputes, membershipPayments, refunds, refundTries } from '../../db/schema.ts'
import { isMoneyAway } from '../../domain/dispute.ts'
import { kindOfCategory, type MovementKind } from '../../domain/movement.ts'
import type { Shop } from '../shop/shop.ts'

type Row = typeof balanceMovements.$inferSelect
export type Explained = Row & { kind: MovementKind; restCents: number }

const kindOf = ({ kind, category }: Row): MovementKind => kind ?? kindOfCategory(category)

/**
 * What has to explain a movement: a payment, a refund or a dispute of the shop, by the provider's id; null: nothing has to, or
 * the provider hasn't said yet which payment is behind a charge.
 */
function subjectOf(row: Row): string | null {
  const kind = kindOf(row)
  if (kind === 'charge') return row.intentId === '' ? (row.sourceId ?? row.id) : row.intentId
  return kind === 'refund' || kind === 'dispute' ? (row.sourceId ?? row.id) : null
}

/**
 * How much of each movement of the provider's balance no row of the shop explains, in cents: never concluded from what it
 * calls itself. Of a subject that the shop knows, all movements together are compared with what the books have of it, and
 * its last movement bears the difference.
 */
export async function explainMovements(shop: Shop, rows: Row[]): Promise<Explained[]> {
  const subjects = [...new Set(rows.flatMap((row) => subjectOf(row) ?? []))]
  if (subjects.length === 0) return rows.map((row) => ({ ...row, kind: kindOf(row), restCents: 0 }))
  const related = await shop.db
    .select()
    .from(balanceMovements)
    .where(or(inArray(balanceMovements.sourceId, subjects), inArray(balanceMovements.intentId, subjects)))
    .orderBy(asc(balanceMovements.at), asc(balanceMovements.id))
  const bySubject = Map.groupBy(related, subjectOf)
  const booked = await bookedOf(shop, subjects)
  return rows.map((row) => ({ ...row, kind: kindOf(row), restCents: restOf(row, bySubject, booked) }))
}

function restOf(row: Row, bySubject: Map<string | null, Row[]>, booked: Map<string, number>): number {
  const subject = subjectOf(row)
  if (subject === null) return 0
  const known = booked.get(subject)
  if (known === undefined) return row.amountCents
  const all = bySubject.get(subject) ?? [row]
  if (all.at(-1)!.id !== row.id) return 0
  return all.reduce((sum, { amountCents }) => sum + amountCents, 0) - known
}

/** What the books have of payments, refunds and disputes in the provider's balance, in cents, by the provider's id. */
async function bookedOf(shop: Shop, ids: string[]): Promise<Map<string, number>> {
  const { db } = shop
  const cents = (sum: ReturnType<typeof sql>) =>
    sql<number>`round(coalesce(${sum}, 0) * 100)::int`.mapWith(Number)
  const paid = await db
    .select({
      id: membershipPayments.intentId,
      cents: cents(sql`sum(${membershipPayments.amountCents} + ${membershipPayments.taxCents})`),
    })
    .from(membershipPayments)
    .where(
      and(
        inArray(membershipPayments.intentId, ids),
        isNull(membershipPayments.adoptedAt),
        isNull(membershipPayments.paidBy),
      ),
    )
    .groupBy(membershipPayments.intentId)
  const given = await db
    .select({
      id: refundTries.providerId,
      cents: cents(
        sql`sum(case when ${refundTries.cameBackAt} is null then -(${refunds.amountCents} + ${refunds.taxCents}) else 0 end)`,
      ),
    })
    .from(refundTries)
    .innerJoin(refunds, eq(refundTries.refundId, refunds.id))
    .where(inArray(refundTries.providerId, ids))
    .groupBy(refundTries.providerId)
  const disputed = await db.select().from(disputes).where(inArray(disputes.id, ids))
  return new Map([
    ...paid.map(({ id, cents: sum }) => [id!, sum] as const),
    ...given.map(({ id, cents: sum }) => [id, sum] as const),
    ...disputed.map(({ id, state, amountCents }) => [id, isMoneyAway(state) ? -amountCents : 0] as const),
  ])
}
