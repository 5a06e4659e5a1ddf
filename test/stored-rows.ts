import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'

type Stored = Record<string, string>
const lastLook = new WeakMap<Database, { writes: number; rows: Stored }>()

/**
 * Every table with its number of rows and a digest of what they hold: equal before and after means nothing was stored. The
 * counts of the limits are not among them: who is refused is counted all the same.
 *
 * Reading all tables takes 40 ms of a core, and the fuzz asks a thousand times: triggers note each statement that wrote and
 * was committed, and without one since the last look the tables are not read again. An import writes past triggers: `everyRow`.
 */
export async function storedRows(db: Database): Promise<Stored> {
  const last = lastLook.get(db)
  if (!last) await noteWrites(db)
  const [{ writes } = { writes: 0 }] = await rowsOf<{ writes: number }>(
    db,
    'select count(*)::int as writes from noted.writes',
  )
  if (last?.writes === writes) return last.rows
  const counts = (await tablesOf(db)).map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '-') as held from "${name}" t`,
  )
  const held = await rowsOf<{ name: string; held: string }>(db, counts.join(' union all '))
  const rows = Object.fromEntries(held.map((row) => [row.name, row.held]))
  lastLook.set(db, { writes, rows })
  return rows
}

async function tablesOf(db: Database): Promise<string[]> {
  const names = await rowsOf<{ name: string }>(
    db,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by tablename",
  )
  return names.map(({ name }) => name)
}

/** A row for each statement, not one count: writers must not wait for each other where they would not in a shop. */
async function noteWrites(db: Database) {
  const tables = await tablesOf(db)
  await db.transaction(async (tx) => {
    await tx.execute(sql`create schema noted`)
    await tx.execute(sql`create table noted.writes (at timestamptz not null default now())`)
    await tx.execute(sql`create function noted.write() returns trigger language plpgsql security definer as
      $$ begin insert into noted.writes default values; return null; end $$`)
    for (const name of tables)
      await tx.execute(sql`create trigger noted after insert or update or delete or truncate on ${sql.identifier(name)}
        for each statement execute function noted.write()`)
  })
}
