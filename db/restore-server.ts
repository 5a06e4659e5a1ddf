import pg from 'pg'
import { connectServer } from './connect-server.ts'
import { DatabaseError, type OpenDatabase } from './database.ts'
import { usualLimits } from './patience.ts'
import { unreachable } from './server-trouble.ts'
import { Hosts } from './several-hosts.ts'

/**
 * Builds a database in place of the current one, whose tables are moved to a schema of their own in the same database. If
 * the restore fails, they come back; if the process is killed, they stay there, and the restore must be started again.
 * @param name of the schema to which the current tables are moved
 * @throws DatabaseError if the server can't be reached, while others are connected, or if the user doesn't own the tables
 */
export async function restoreServer(url: string, name: string): Promise<RestorePlace> {
  const client = new pg.Client({
    connectionString: await new Hosts(url, usualLimits).find().catch((cause) => {
      throw unreachable(url, cause)
    }),
    connectionTimeoutMillis: usualLimits.connect,
    keepAlive: true,
  })
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
      return connectServer(url, migrations)
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

/**
 * Moves everything of one schema to another, except extensions: a database has each of them once, and only a superuser may
 * move those that came with the server.
 */
const move = (from: string, to: string) => `
  do $$ declare each record; begin
    for each in
      select case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind, c.oid::regclass::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = '${from}' and c.relkind in ('r', 'p', 'v', 'S') and not c.relispartition
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
    loop execute format('alter %s %s set schema %I', each.kind, each.name, '${to}'); end loop;
    for each in
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = '${from}' and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop execute format('alter routine %s set schema %I', each.name, '${to}'); end loop;
  end $$`

const standAside = (name: string) => [
  `create schema "${name}"`,
  move('public', name),
  `do $$ begin if to_regnamespace('drizzle') is not null then alter schema drizzle rename to "${name}_migrations"; end if; end $$`,
]

const comeBack = (name: string) => [
  'drop schema if exists drizzle cascade',
  'create schema "half restored"',
  move('public', 'half restored'),
  'drop schema "half restored" cascade',
  move(name, 'public'),
  `drop schema "${name}"`,
  `do $$ begin if to_regnamespace('"${name}_migrations"') is not null then alter schema "${name}_migrations" rename to drizzle; end if; end $$`,
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
