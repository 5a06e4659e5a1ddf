import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { currentPatience, type Limits } from './patience.ts'
import { hasCode } from './server-trouble.ts'
import type { Hosts } from './several-hosts.ts'

/** Milliseconds between attempts while the server has no connection left for this process. */
const askAgainAfter = 100
/** Milliseconds until a pool that was given fewer connections than it wanted tries for more. */
const growAfter = 5_000

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void

/** Connects, waiting while the server or the user has no connection left (53300): others give theirs back. */
export async function whenThereIsRoom<T>(limits: Limits, connect: () => Promise<T>): Promise<T> {
  const until = performance.now() + 2 * limits.connect
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (!hasCode(error, '53300') || performance.now() > until) throw error
      await pause(askAgainAfter)
    }
  }
}

/**
 * A pool whose statements take the patience of whoever sends them, also when they first wait for a connection. If the server
 * grants no more, the pool makes do with those it has, and work waits for one of them.
 */
export class ServerPool extends pg.Pool {
  readonly #limits: Limits
  readonly #hosts: Hosts
  readonly #wanted: number

  constructor(config: pg.PoolConfig, limits: Limits, hosts: Hosts) {
    super(config)
    this.#limits = limits
    this.#hosts = hosts
    this.#wanted = this.options.max
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's query takes many shapes
  override query(...[statement, ...rest]: any[]): any {
    const config = typeof statement === 'string' ? { text: statement } : statement
    const patience = currentPatience() ?? this.#limits.statement
    return super.query({ ...config, patience }, ...(rest as []))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(told: Connected): void
  override connect(told?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = whenThereIsRoom(this.#limits, async () => {
      try {
        return await super.connect()
      } catch (error) {
        if (hasCode(error, '53300')) this.#makeDo()
        // Another host may take writes by now.
        if (!this.#hosts.areSeveral || hasCode(error, '53300')) throw error
        await this.#hosts.find()
        return super.connect()
      }
    })
    if (!told) return connecting
    connecting.then(
      (client) => told(undefined, client, client.release),
      (error: Error) => told(error, undefined, () => {}),
    )
    return undefined
  }

  #makeDo() {
    this.options.max = Math.max(1, this.totalCount)
    setTimeout(() => {
      this.options.max = this.#wanted
    }, growAfter).unref()
  }
}

/** What limits the number of connections, in one sentence; null if this process can have all it wants. */
export async function tooFewConnections(client: pg.Client, wanted: number): Promise<string | null> {
  const { rows } = await client.query(
    `select current_user as me, rolconnlimit as role, datconnlimit as database,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as server,
      (select count(*)::int from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()) as "usedByRole",
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as "usedInDatabase",
      (select count(*)::int from pg_stat_activity where datname is not null and pid <> pg_backend_pid()) as used
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  const found = rows[0]
  if (!found) return null
  const [least] = [
    { of: `the user ${found.me} may have`, allowed: found.role, used: found.usedByRole },
    { of: 'the database may have', allowed: found.database, used: found.usedInDatabase },
    { of: 'the server has', allowed: found.server, used: found.used },
  ]
    .filter(({ allowed, used }) => allowed >= 0 && allowed - used < wanted)
    .sort((one, other) => one.allowed - one.used - (other.allowed - other.used))
  if (!least) return null
  return `This process may want ${wanted} connections to the database, but ${least.of} ${least.allowed} connections, of which others use ${least.used}: work will wait for one. Allow more, or lower DATABASE_POOL.`
}
