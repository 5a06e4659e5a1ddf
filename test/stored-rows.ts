import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../db/database.ts'

type Stored = Record<string, string>
const lastLook = new WeakMap<Database, { writes: number; rows: Stored }>()

/**
 * Every table with its number of rows and a digest of their content: equal before and after means nothing was stored.
 * Leaves out the counters of rate limits, because refused calls are counted, too.
 *
 * Reading all tables takes 40 ms of CPU, and the fuzz test asks a thousand times. So triggers record each committed
 * statement that wrote, and without one since the last read the tables aren't read again. An import bypasses triggers;
 * use `everyRow` for that.
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

/** A row per statement instead of a counter, so that writers don't wait for each other where they wouldn't in a shop. */
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
