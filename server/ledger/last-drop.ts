import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import type { Drop } from '../../domain/drop.ts'

/** The last drop a membership has bought a box for that isn't void; replacements don't count. */
export async function lastDrop(db: Database | Transaction, membershipId: string): Promise<Drop | null> {
  const [last] = await db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        notInArray(boxes.state, [...voidStates]),
      ),
    )
    .orderBy(desc(boxes.drop))
    .limit(1)
  return last?.drop ?? null
}
