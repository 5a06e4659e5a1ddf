import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { currentPatience, type Limits } from './patience.ts'

type Watched = {
  config: pg.ClientConfig
  /** statements sent and not answered */
  busy: number
  /** of performance.now(): when the last one was sent */
  since: number
  /** milliseconds it may take */
  limit: number
  /** lent by a pool, so that its transaction may go on */
  isLent: boolean
}
type WithProcess = pg.Client & {
  processID: number | null
  connection: { stream: { destroy(error?: Error): void } }
}

/** Milliseconds between looks at the connections. */
const lookEvery = 500
/** Milliseconds in which a closing connection's other side has to say so. */
const endWithin = 5_000

/**
 * Gives every statement an end. A firewall that forgets a connection tells neither side, and TCP takes a quarter of an hour
 * to notice, or never does while something still acknowledges. So a statement beyond its limit breaks its connection, which
 * is not used again. One that is silent for longer than a moment may be slow or lost: another connection asks the server,
 * and if it isn't working on it, the connection is broken at once, together with those that lie idle, and its locks go with
 * it.
 */
export class ConnectionWatch {
  readonly #limits: Limits
  readonly #watched = new Map<WithProcess, Watched>()
  /** false behind a pooler, where process ids are made up */
  canAsk = false
  #timer: NodeJS.Timeout | undefined
  #isAsking = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** A client whose statements end. */
  clientOf(Client: typeof pg.Client): typeof pg.Client {
    const watch = this
    return class WatchedClient extends Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        watch.#watch(this as unknown as WithProcess, config ?? {})
      }

      // biome-ignore lint/suspicious/noExplicitAny: the driver's query takes many shapes
      override query(...args: any[]): any {
        const answered = watch.#asked(this as unknown as WithProcess, args[0])
        const told = args.at(-1)
        if (typeof told === 'function') {
          args[args.length - 1] = (...result: unknown[]) => {
            answered()
            told(...result)
          }
          return super.query(...(args as [string]))
        }
        const result = super.query(...(args as [string])) as unknown
        if (result instanceof Promise) result.then(answered, answered)
        return result
      }

      // biome-ignore lint/suspicious/noExplicitAny: with or without a callback
      override end(...args: any[]): any {
        const { stream } = (this as unknown as WithProcess).connection
        setTimeout(() => stream.destroy(), endWithin).unref()
        return super.end(...(args as []))
      }
    } as typeof pg.Client
  }

  /** Tells idle connections of a pool from those lent to somebody. */
  watchPool(pool: pg.Pool) {
    pool.on('acquire', (client) => this.#lend(client, true))
    pool.on('release', (_, client) => this.#lend(client, false))
  }

  #lend(client: pg.PoolClient, isLent: boolean) {
    const watched = this.#watched.get(client as unknown as WithProcess)
    if (watched) watched.isLent = isLent
  }

  #watch(client: WithProcess, config: pg.ClientConfig) {
    client.once('connect', () => {
      this.#watched.set(client, { config, busy: 0, since: 0, limit: 0, isLent: false })
      this.#timer ??= setInterval(() => void this.#look(), lookEvery).unref()
    })
    client.once('end', () => {
      this.#watched.delete(client)
      if (this.#watched.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
  }

  #asked(client: WithProcess, statement: unknown): () => void {
    const watched = this.#watched.get(client)
    if (!watched) return () => {}
    const own = typeof statement === 'object' ? (statement as { patience?: number }).patience : undefined
    watched.busy++
    watched.since = performance.now()
    watched.limit = own ?? currentPatience() ?? this.#limits.statement
    return () => void watched.busy--
  }

  async #look() {
    const silent: WithProcess[] = []
    for (const [client, { busy, since, limit }] of this.#watched) {
      const age = performance.now() - since
      if (busy === 0) continue
      if (age > limit) this.#break([client], `did not answer within ${Math.round(limit / 1_000)} seconds`)
      else if (age > this.#limits.silence) silent.push(client)
    }
    if (silent.length === 0 || !this.canAsk || this.#isAsking) return
    this.#isAsking = true
    // A server that can't be asked is away as a whole: then the limits end what waits.
    await this.#askAbout(silent).catch(() => {})
    this.#isAsking = false
  }

  async #askAbout(silent: WithProcess[]) {
    const asked = new Map(silent.map((client) => [client, this.#watched.get(client)?.since]))
    const working = await this.#onTheSide(silent[0]!, async (side) => {
      const { rows } = await side.query(
        // Without the right to see it, or where the server doesn't track it, the state is null.
        "select pid from pg_stat_activity where pid = any($1::int[]) and coalesce(state, 'active') not like 'idle%'",
        [silent.map(({ processID }) => processID)],
      )
      return new Set(rows.map(({ pid }) => pid))
    })
    // An answer that was on its way has arrived by now.
    await pause(lookEvery)
    const lost = silent.filter((client) => {
      const watched = this.#watched.get(client)
      return (
        watched && watched.busy > 0 && watched.since === asked.get(client) && !working?.has(client.processID)
      )
    })
    if (lost.length === 0) return
    const idle = [...this.#watched].filter(([, { busy, isLent }]) => busy === 0 && !isLent)
    this.#break([...lost, ...idle.map(([client]) => client)], 'lost the connection without a word')
  }

  #break(clients: WithProcess[], what: string) {
    const pids = clients.map(({ processID }) => processID)
    const first = clients[0]!
    const { config } = this.#watched.get(first)!
    for (const client of clients) {
      this.#watched.delete(client)
      const error = Object.assign(new Error(`The database ${what}.`), { code: 'ETIMEDOUT' })
      client.connection.stream.destroy(error)
    }
    if (!this.canAsk) return
    // Otherwise what the server still does, and the locks of a transaction, would stay.
    void this.#onTheSide(
      first,
      (side) =>
        side.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1::int[]) and usename = current_user and datname = current_database()',
          [pids],
        ),
      config,
    ).catch(() => {})
  }

  /** Over a connection of its own. */
  async #onTheSide<T>(
    like: WithProcess,
    work: (side: pg.Client) => Promise<T>,
    config = this.#watched.get(like)?.config,
  ): Promise<T | undefined> {
    if (!config) return undefined
    const within = this.#limits.connect
    const side = new pg.Client({ ...config, connectionTimeoutMillis: within, query_timeout: within })
    side.on('error', () => {})
    try {
      await side.connect()
      return await work(side)
    } finally {
      void side.end().catch(() => {})
    }
  }
}
