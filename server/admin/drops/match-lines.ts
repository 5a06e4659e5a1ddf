import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import { type BoxState, sentStates, voidStates } from '../../../domain/box.ts'
import type { Drop } from '../../../domain/drop.ts'
import type { TrackingLine } from './read-tracking-file.ts'

export type Match = {
  line: number
  boxId: string
  state: BoxState
  trackingNumber: string | null
  name: string
}

/** The boxes of the drop that the lines of a file mean: by reference, else by order number, else by tracking number. */
export async function matchLines(
  db: Database | Transaction,
  drop: Drop,
  lines: TrackingLine[],
): Promise<Map<number, Match[]>> {
  const byReference = lines.filter((line) => line.reference)
  const byOrder = lines.filter((line) => !line.reference && line.orderNumber)
  const byTracking = lines.filter((line) => !line.reference && !line.orderNumber)
  const all: Match[] = []
  if (byReference.length > 0)
    all.push(...(await find(byReference, sql`left(replace(b.id::text, '-', ''), 12) = l.reference`)))
  if (byOrder.length > 0) {
    const found = await find(byOrder, sql`o.order_number = l."orderNumber"`)
    // An order has boxes of many months and items: of this drop, those that could be meant.
    all.push(...found.filter((match) => match.state === 'packed' || sentStates.includes(match.state)))
  }
  if (byTracking.length > 0)
    all.push(...(await find(byTracking, sql`b.tracking_number = l."trackingNumber"`)))
  return Map.groupBy(all, (match) => match.line)

  function find(some: TrackingLine[], isMeant: ReturnType<typeof sql>) {
    return rowsOf<Match>(
      db,
      sql`select l.line, b.id::text as "boxId", b.state, b.tracking_number as "trackingNumber",
          coalesce(b.ship_to, m.address) ->> 'fullName' as name
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
            as l(line int, reference text, "orderNumber" text, "trackingNumber" text),
          boxes b join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
            join orders o on o.id = i.order_id
        where b.drop = ${drop} and b.state not in ${boxState.list(...voidStates)} and ${isMeant}`,
    )
  }
}
