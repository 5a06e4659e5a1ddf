import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { people } from '../../db/schema.ts'

/**
 * The ids of the people of these keys (domain/membership.ts personKey), new ones added. Always in the same order: two
 * orders at once for the same two people would otherwise wait for each other, and one of them would fail.
 */
export async function addPeople(tx: Transaction, keys: string[]): Promise<Map<string, string>> {
  const sorted = [...new Set(keys)].sort()
  await tx
    .insert(people)
    .values(sorted.map((key) => ({ key })))
    .onConflictDoNothing()
  const rows = await tx
    .select({ key: people.key, id: people.id })
    .from(people)
    .where(inArray(people.key, sorted))
  return new Map(rows.map((row) => [row.key, row.id]))
}
