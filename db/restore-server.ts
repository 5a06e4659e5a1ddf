import pg from 'pg'
import { connectServer, unreachable } from './connect-server.ts'
import { DatabaseError, type OpenDatabase } from './database.ts'

/**
 * Builds a database in place of the current one, whose schemas are renamed and kept in the same database. If the restore
 * fails, they get their names back; if the process is killed, they stay renamed, and the restore must be started again.
 * @param name what the current schemas are renamed to
 * @throws DatabaseError if the server can't be reached, while others are connected, or if the user can't rename schemas
 */
export async function restoreServer(url: string, name: string): Promise<RestorePlace> {
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((cause) => {
    throw unreachable(url, cause)
  })
  const others = await client.query(
    // Only a superuser can see the type of other users' connections; the server's own connections have no user.
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and (backend_type = 'client backend' or backend_type is null and usename is not null)`,
  )
  if (others.rows.length > 0) {
    await client.end()
    throw new DatabaseError('Others use this database: stop every process of the shop, then restore.', {
      isInUse: true,
    })
  }
  const isThere = await holds(client, "select to_regclass('public.orders') is not null as held")
  if (
    !isThere &&
    (await holds(client, "select exists (select from pg_tables where schemaname = 'public') as held"))
  ) {
    await client.end()
    throw new DatabaseError('This database is not empty, and not a shop: name another one in DATABASE_URL.')
  }
  let isAside = false
  return {
    mayHaveOrders: isThere && (await holds(client, 'select exists (select from public.orders) as held')),
    async open(migrations) {
      if (isThere && !isAside) await exchange(client, standAside(name))
      isAside = isThere
      return connectServer(url, migrations, () => {})
    },
    async finish() {
      await client.end()
      return isThere ? `the schemas "${name}" and "${name}_migrations"` : null
    },
    async abandon() {
      if (isAside) await exchange(client, comeBack(name))
      await client.end()
    },
  }
}

// A database has each extension once, in some schema; they move to where the shop's tables will look for them.
const withExtensions = (schema: string) => `
  do $$ declare each text; begin
    for each in select extname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where n.nspname = '${schema}'
    loop execute format('alter extension %I set schema public', each); end loop;
  end $$`

const standAside = (name: string) => [
  `alter schema public rename to "${name}"`,
  'create schema public',
  withExtensions(name),
  `do $$ begin if to_regnamespace('drizzle') is not null then alter schema drizzle rename to "${name}_migrations"; end if; end $$`,
]

const comeBack = (name: string) => [
  'drop schema if exists drizzle cascade',
  'alter schema public rename to "half restored"',
  `alter schema "${name}" rename to public`,
  withExtensions('half restored'),
  'drop schema "half restored" cascade',
  `do $$ begin if to_regnamespace('${name}_migrations') is not null then alter schema "${name}_migrations" rename to drizzle; end if; end $$`,
]

async function exchange(client: pg.Client, statements: string[]) {
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DatabaseError(
      `The present tables could not be set aside (${reason}): restore as the database's owner.`,
      {
        cause,
      },
    )
  }
}

async function holds(client: pg.Client, question: string): Promise<boolean> {
  return ((await client.query(question)).rows[0] as { held: boolean }).held
}

/** Where a restored database is built, next to the current one, and how the two swap places. */
export type RestorePlace = {
  /** the current one has orders, or can't be read to find out */
  mayHaveOrders: boolean
  /** opens the database being built, migrated up to that point */
  open(migrations: string): Promise<OpenDatabase>
  /** puts it in the current one's place; returns where that one is kept, null if there was none */
  finish(): Promise<string | null>
  /** leaves the current one as it was */
  abandon(): Promise<void>
}
