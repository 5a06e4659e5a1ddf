import { sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import type { SaleStop } from '../../domain/sale-stop.ts'

/** SQL for the stops that run, as JSON: what they stop can't be bought (domain/sale-stop.ts). */
export const runningStops = sql<
  SaleStop[]
>`(select coalesce(json_agg(json_build_object('planId', s.plan_id, 'style', s.style,
  'size', s.size, 'untilDay', s.until_day) order by s.created_at), '[]'::json) from renewal_stops s
  where s.held_at is null and s.finished_at is null)`

export async function readSaleStops(db: Database | Transaction): Promise<SaleStop[]> {
  const [row] = await rowsOf<{ stops: SaleStop[] }>(db, sql`select ${runningStops} as stops`)
  return row!.stops
}
