import pg from 'pg'
import type { Limits } from './patience.ts'

/** An address with several hosts as one address for each: `postgres://user@a:5432,b:5433/shop` (libpq, "Specifying Multiple Hosts"). */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (before === undefined || !hosts?.includes(',')) return [url]
  const [place = '', query = ''] = after!.split('?')
  // Whatever it asks for: a shop writes.
  const options = query.split('&').filter((each) => each !== '' && !/^target_session_attrs=/.test(each))
  const rest = place + (options.length > 0 ? `?${options.join('&')}` : '')
  return hosts.split(',').map((host) => before + host + rest)
}

/** Milliseconds between attempts while none of the hosts takes writes. */
const askAgainAfter = 500

/** Several servers of one database, of which one takes writes: another one after a failover. */
export class Hosts {
  readonly #addresses: string[]
  readonly #limits: Limits
  #current: string
  #finding: Promise<string> | null = null

  constructor(url: string, limits: Limits) {
    this.#addresses = addressesOf(url)
    this.#limits = limits
    this.#current = this.#addresses[0]!
  }

  get areSeveral(): boolean {
    return this.#addresses.length > 1
  }

  /** The one that took writes last. */
  get current(): string {
    return this.#current
  }

  /**
   * Asks all of them which one takes writes now, for as long as connecting may take.
   * @throws Error of one of them if none does
   */
  find(): Promise<string> {
    if (!this.areSeveral) return Promise.resolve(this.#current)
    this.#finding ??= this.#ask().finally(() => {
      this.#finding = null
    })
    return this.#finding
  }

  async #ask(): Promise<string> {
    const until = performance.now() + this.#limits.connect
    for (;;) {
      const answers = await Promise.allSettled(this.#addresses.map((each) => this.#takesWrites(each)))
      const found = answers.findIndex((answer) => answer.status === 'fulfilled' && answer.value)
      if (found >= 0) {
        this.#current = this.#addresses[found]!
        return this.#current
      }
      if (performance.now() > until) {
        const failed = answers.find((answer) => answer.status === 'rejected')
        throw failed ? failed.reason : readOnly()
      }
      await new Promise((resolve) => setTimeout(resolve, askAgainAfter))
    }
  }

  async #takesWrites(connectionString: string): Promise<boolean> {
    const { connect } = this.#limits
    const client = new pg.Client({
      ...{ connectionString, connectionTimeoutMillis: connect, query_timeout: connect },
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return !(await client.query('select pg_is_in_recovery() as standby')).rows[0].standby
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** A client that connects to the current one, and to none that is a replica by now. */
  clientOf(Client: typeof pg.Client): typeof pg.Client {
    if (!this.areSeveral) return Client
    const hosts = this
    return class HostClient extends Client {
      #isStandby = false

      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: hosts.current })
        const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
        // PostgreSQL 14 and newer say so at once (in_hot_standby).
        connection.on('parameterStatus', (said: { parameterName: string; parameterValue: string }) => {
          if (said.parameterName === 'in_hot_standby') this.#isStandby = said.parameterValue === 'on'
        })
      }

      // biome-ignore lint/suspicious/noExplicitAny: with or without a callback
      override connect(told?: any): any {
        const refuse = () => {
          void this.end().catch(() => {})
          return readOnly()
        }
        if (typeof told !== 'function')
          return super.connect().then(() => {
            if (this.#isStandby) throw refuse()
          })
        return super.connect((error: Error) => told(error ?? (this.#isStandby ? refuse() : undefined)))
      }
    } as typeof pg.Client
  }
}

// PostgreSQL, "Error Codes": read_only_sql_transaction.
const readOnly = () =>
  Object.assign(new Error('None of the database’s hosts takes writes.'), { code: '25006' })
