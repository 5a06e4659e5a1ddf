import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { extensions, migrateEmbedded } from './connect-embedded.ts'
import { type Database, rowsOf } from './database.ts'
import * as schema from './schema.ts'

/** A database in memory, which is gone when it is closed. */
export type ScratchDatabase = { db: Database; close(): Promise<void> }

/**
 * Opens an empty database with the shop's tables in this process's memory: a second from a template, else ten.
 * @param template path of the archive of template.ts
 */
export async function openScratch(migrations: string, template?: string): Promise<ScratchDatabase> {
  const loadDataDir = template && new Blob([gunzipSync(readFileSync(template))])
  const client = await PGlite.create({ extensions, ...(loadDataDir ? { loadDataDir } : {}) })
  const db = drizzle({ client, schema })
  await migrateEmbedded(db, migrations)
  return { db: db as unknown as Database, close: () => client.close() }
}

/**
 * Makes a scratch database live in another time: what its tables' defaults and code without a clock call "now" is what
 * `setTime` said last.
 */
export async function ownTime(db: Database): Promise<(iso: string) => Promise<void>> {
  await db.execute(`create function lived_now() returns timestamptz language sql stable as
    $$ select current_setting('shop.lived_now')::timestamptz $$`)
  await db.execute(`create function lived_update() returns trigger language plpgsql as $$ begin
    new.updated_at = least(new.updated_at, lived_now()); return new; end $$`)
  const columns = await rowsOf<{ table: string; column: string; hasDefault: boolean }>(
    db,
    `select c.table_name as "table", c.column_name as "column", c.column_default = 'now()' as "hasDefault"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.column_default = 'now()' or c.column_name = 'updated_at')`,
  )
  for (const { table, column, hasDefault } of columns) {
    if (hasDefault)
      await db.execute(`alter table "${table}" alter column "${column}" set default lived_now()`)
    // The query builder sets it from the process's own clock.
    if (column === 'updated_at')
      await db.execute(`create trigger a_lived_update before insert or update on "${table}"
        for each row execute function lived_update()`)
  }
  return async (iso) => void (await db.execute(`select set_config('shop.lived_now', '${iso}', false)`))
}
