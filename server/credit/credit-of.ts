import { and, asc, count, eq, gt, inArray, notExists, sum } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { memberships, orders, people, promotionCodes, storeCredit } from '../../db/schema.ts'

/** What an address's people have left, and the codes made of it that no order has used. */
export type Credit = {
  /** by person, only more than nothing, integer cents */
  balances: { personId: string; balanceCents: number }[]
  balanceCents: number
  /** returns that gave credit since it was last made into a code */
  belts: number
  codes: { code: string; amountCents: number }[]
}

/** @param email normalised: whoever reads its mails is the person */
export async function creditOf(db: Database | Transaction, email: string): Promise<Credit> {
  const ids = await peopleOf(db, email)
  const codes = await db
    .select({ code: promotionCodes.code, amountCents: promotionCodes.amountOffCents })
    .from(promotionCodes)
    .where(
      and(
        eq(promotionCodes.email, email),
        eq(promotionCodes.isActive, true),
        notExists(
          db.select({ id: orders.id }).from(orders).where(eq(orders.promotionCode, promotionCodes.code)),
        ),
      ),
    )
    .orderBy(asc(promotionCodes.createdAt))
  const unused = codes.map(({ code, amountCents }) => ({ code, amountCents: amountCents ?? 0 }))
  if (ids.length === 0) return { balances: [], balanceCents: 0, belts: 0, codes: unused }
  const balance = sum(storeCredit.amountCents)
  const rows = await db
    .select({ personId: storeCredit.personId, dollars: balance })
    .from(storeCredit)
    .where(inArray(storeCredit.personId, ids))
    .groupBy(storeCredit.personId)
    .having(gt(balance, '0'))
  const balances = rows.map(({ personId, dollars }) => ({
    personId,
    balanceCents: Math.round(Number(dollars) * 100),
  }))
  const [returned] = await db
    .select({ belts: count() })
    .from(storeCredit)
    .where(and(inArray(storeCredit.personId, ids), eq(storeCredit.reason, 'return')))
  return {
    balances,
    balanceCents: balances.reduce((total, each) => total + each.balanceCents, 0),
    belts: returned?.belts ?? 0,
    codes: unused,
  }
}

/** The people behind an address, in one order always. */
async function peopleOf(db: Database | Transaction, email: string): Promise<string[]> {
  const named = await db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.key, `email:${email}`))
  const wearers = await db
    .selectDistinct({ id: memberships.personId })
    .from(memberships)
    .where(eq(memberships.memberEmail, email))
  return [...new Set([...named, ...wearers].map(({ id }) => id))].sort()
}
