import { asc, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { people } from '../../db/schema.ts'
import { type Credit, creditOf } from './credit-of.ts'

/**
 * An address's credit, which nobody else spends until the transaction ends: the database would refuse the second of two
 * at their end; held here, it sees in time that nothing is left.
 * @param email normalised
 */
export async function holdCredit(tx: Transaction, email: string): Promise<Credit> {
  const seen = await creditOf(tx, email)
  const ids = seen.balances.map(({ personId }) => personId)
  if (ids.length === 0) return seen
  await tx
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, ids))
    .orderBy(asc(people.id))
    .for('no key update')
  return creditOf(tx, email)
}
