import { createHash } from 'node:crypto'
import pg from 'pg'

type NamingLimits = {
  /** how often a statement is sent before it gets a name */
  often: number
  /** the maximum number of names: each takes memory in every connection */
  most: number
}
/** How many other texts are counted; beyond that, the least recently sent are forgotten. */
const mostCounted = 500
/** Error codes: a name the connection doesn't know, and one it knows already. */
const ofNames = ['26000', '42P05']

/**
 * Names frequently sent statements, so that PostgreSQL keeps them parsed and planned: that took a third of its CPU time
 * for a purchase (docs/decisions/084). The name is a hash of the text, so the same name always means the same statement.
 */
export class StatementNames {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #limits: NamingLimits
  #isOff = false

  constructor(limits: NamingLimits = { often: 10, most: 80 }) {
    this.#limits = limits
  }

  nameOf(text: string): string | undefined {
    if (this.#isOff) return undefined
    const known = this.#names.get(text)
    if (known || this.#names.size >= this.#limits.most) return known
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count >= this.#limits.often && isNameable(text)) {
      this.#counts.delete(text)
      const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
      this.#names.set(text, name)
      return name
    }
    // Reinsert it, so that the least recently sent is forgotten first: the migrations of a first start alone are more
    // texts than are counted.
    this.#counts.delete(text)
    this.#counts.set(text, count)
    if (this.#counts.size > mostCounted) this.#counts.delete(this.#counts.keys().next().value!)
    return undefined
  }

  /**
   * Whether the server rejected the name rather than the statement. Either a pooler between us and the server swaps
   * connections, which turns off all names, or a migration changed the statement's result columns, which turns off this
   * one.
   */
  wasRefused({ code, message }: Error & { code?: string }, { text }: { text: string }): boolean {
    if (ofNames.includes(code ?? '')) this.turnOff()
    else if (code === '0A000' && message.includes('cached plan')) this.#neverAgain(text)
    else return false
    return true
  }

  #neverAgain(text: string) {
    this.#names.delete(text)
    this.#counts.set(text, Number.NEGATIVE_INFINITY)
  }

  turnOff() {
    this.#isOff = true
  }
}

/**
 * With `*`, a migration that adds a column changes the result, which a stored plan can't handle. Statements such as begin
 * and commit have no plan.
 */
function isNameable(text: string): boolean {
  return (
    /^\s*(with|select|insert|update|delete)\b/i.test(text) && !/(select|returning)\s+(\w+\.)?\*/i.test(text)
  )
}

type Config = { text: string; name?: string }
type Told = (error: (Error & { code?: string }) | null, result?: unknown) => void

/** A statement's columns as the driver keeps them with a result: their names and how each is read. */
type Columns = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type Connection = { describe: (what: unknown) => void }
type DriversQuery = {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}
const DriversQuery = pg.Query as unknown as new (
  config: Config,
  values: unknown[],
  told: Told,
) => DriversQuery

/**
 * A named statement, whose columns are asked for only the first time on a connection: reading them anew took a
 * sixteenth of Node's CPU time for a purchase. PostgreSQL rejects a name whose columns have changed (StatementNames.wasRefused).
 */
class NamedQuery extends DriversQuery {
  readonly #known: Map<string, Columns>

  constructor(
    named: { config: Config; name: string },
    values: unknown[],
    known: Map<string, Columns>,
    told: Told,
  ) {
    super(named.config, values, told)
    this.name = named.name
    this.#known = known
  }

  override prepare(connection: Connection) {
    const columns = this.#known.get(this.name)
    if (!columns) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    const { describe } = connection
    connection.describe = () => {}
    try {
      super.prepare(connection)
    } finally {
      connection.describe = describe
    }
  }

  override handleReadyForQuery(connection: Connection) {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    super.handleReadyForQuery(connection)
  }
}

/** The driver's client, with names for frequent statements. */
export function clientWithNames(names: StatementNames): typeof pg.Client {
  return class NamedClient extends pg.Client {
    readonly #columns = new Map<string, Columns>()

    // biome-ignore lint/suspicious/noExplicitAny: the driver's query takes many shapes; only drizzle's calls are handled, with or without a pool
    override query(...args: any[]): any {
      const send = (...each: unknown[]) => super.query(...(each as [string]))
      const [config, values, told] = args as [Config | string, unknown, Told | undefined]
      const isDrizzles = typeof config === 'object' && Array.isArray(values) && !config.name
      const name = isDrizzles ? names.nameOf(config.text) : undefined
      if (!name) return send(...args)
      const named = { config: config as Config, name }
      if (!told)
        return new Promise((resolve, reject) => {
          this.query(config, values, (error: Error | null, result: unknown) => {
            if (!error) return resolve(result)
            // As the driver does for its own promises: the error names its caller.
            Error.captureStackTrace(error)
            reject(error)
          })
        })
      // The server rejected it before doing anything, so repeat it without a name. Inside a transaction, which the error
      // aborted, the repeat fails as well.
      send(
        new NamedQuery(named, values as unknown[], this.#columns, (error, result) => {
          if (error && names.wasRefused(error, named.config)) send(config, values, told)
          else told(error, result)
        }),
      )
    }
  } as typeof pg.Client
}

/** Whether the process that answers is the one that greeted us: a pooler such as PgBouncer sends its own greeting. */
export async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as unknown as { processID: number | null }).processID
}
