import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes } from '../../db/schema.ts'
import type { Drop } from '../../domain/drop.ts'

/** Boxes that a skip may move and that may be given back (club-rules.md "The box ledger"). */
export const unpackedStates = ['owed', 'assigned', 'held']
/** Boxes that have not left the house. */
export const unshippedStates = [...unpackedStates, 'packed']
/** Boxes that take no place in the row of drops any more. */
export const voidStates = ['cancelled', 'refunded', 'skipped']

/** The last drop of a membership for which a box was bought that still counts; a replacement takes no place of its own. */
export async function lastDrop(db: Database | Transaction, membershipId: string): Promise<Drop | null> {
  const [last] = await db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(
      and(eq(boxes.membershipId, membershipId), eq(boxes.kind, 'owed'), notInArray(boxes.state, voidStates)),
    )
    .orderBy(desc(boxes.drop))
    .limit(1)
  return last?.drop ?? null
}
