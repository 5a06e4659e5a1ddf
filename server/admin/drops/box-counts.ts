import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { BoxCounts } from '../../../domain/admin/drop-calls.ts'
import { voidStates } from '../../../domain/box.ts'
import type { Drop } from '../../../domain/drop.ts'

const none: BoxCounts = { owed: 0, assigned: 0, held: 0, packed: 0, shipped: 0, delivered: 0 }

/** Boxes by drop and state, of all drops up to one or of one; void ones do not count. */
export async function boxCounts(
  db: Database | Transaction,
  where: { upTo: Drop } | { only: Drop },
): Promise<Map<Drop, BoxCounts>> {
  const which = 'only' in where ? sql`drop = ${where.only}` : sql`drop <= ${where.upTo}`
  const rows = await rowsOf<{ drop: Drop; state: keyof BoxCounts; boxes: number }>(
    db,
    sql`select drop, state, count(*)::int as boxes from boxes
      where ${which} and state not in ${boxState.list(...voidStates)} group by drop, state`,
  )
  const counts = new Map<Drop, BoxCounts>()
  for (const { drop, state, boxes } of rows)
    counts.set(drop, { ...(counts.get(drop) ?? none), [state]: boxes })
  return counts
}

export const noBoxes = none
