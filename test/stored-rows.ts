import type { Database } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'

/**
 * Every table with its number of rows and a digest of what they hold: equal before and after means nothing was stored. The
 * counts of the limits are not among them: who is refused is counted all the same.
 */
export async function storedRows(db: Database): Promise<Record<string, string>> {
  const names = await rowsOf<{ name: string }>(
    db,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by tablename",
  )
  const counts = names.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '-') as held from "${name}" t`,
  )
  const held = await rowsOf<{ name: string; held: string }>(db, counts.join(' union all '))
  return Object.fromEntries(held.map((row) => [row.name, row.held]))
}
