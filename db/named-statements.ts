import { createHash } from 'node:crypto'
import pg from 'pg'

/** Times that a statement is sent before it has a name, and the most that have one: each takes memory of every connection. */
const [often, most] = [10, 80]
/** Texts that are counted until then: beyond it those are forgotten that weren't sent for longest. */
const mostCounted = 500
/** A name that the connection doesn't know, and one that it knows already. */
const ofNames = ['26000', '42P05']

/**
 * Gives statements that are sent often a name, under which PostgreSQL keeps them parsed and planned: a third of its processor
 * for a purchase went into that (docs/decisions/084). The name is made of the text, so the same name is the same statement
 * whoever sent it.
 */
export class StatementNames {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  #isOff = false

  nameOf(text: string): string | undefined {
    if (this.#isOff) return undefined
    const known = this.#names.get(text)
    if (known || this.#names.size >= most) return known
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count >= often && isNameable(text)) {
      this.#counts.delete(text)
      const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
      this.#names.set(text, name)
      return name
    }
    // Sent last, forgotten last: the migrations of a first start alone are more texts than are counted.
    this.#counts.delete(text)
    this.#counts.set(text, count)
    if (this.#counts.size > mostCounted) this.#counts.delete(this.#counts.keys().next().value!)
    return undefined
  }

  /**
   * Whether the server refused the name, and not the statement: something between us and it takes connections from one and
   * gives them to another, which ends all names; or a migration changed what the statement answers with, which ends this one.
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

/** With `*` the columns of a result change when a migration adds one, which a kept plan may not; and begin or commit have no plan. */
function isNameable(text: string): boolean {
  return (
    /^\s*(with|select|insert|update|delete)\b/i.test(text) && !/(select|returning)\s+(\w+\.)?\*/i.test(text)
  )
}

type Config = { text: string; name?: string }
type Told = (error: (Error & { code?: string }) | null, result: unknown) => void

/** The driver's client, whose frequent statements have names. */
export function clientWithNames(names: StatementNames): typeof pg.Client {
  return class NamedClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's query takes many shapes; only drizzle's, through a pool or not, is looked at
    override query(...args: any[]): any {
      const send = (...each: unknown[]) => super.query(...(each as [string]))
      const [config, values, told] = args as [Config | string, unknown, Told | undefined]
      const isDrizzles = typeof config === 'object' && Array.isArray(values) && !config.name
      const name = isDrizzles ? names.nameOf(config.text) : undefined
      if (!name) return send(...args)
      const named = { ...(config as Config), name }
      // Refused before anything of it was done. Inside a transaction, which is over by it, the repeat fails as well.
      if (!told) {
        const sent = send(named, values) as unknown as Promise<unknown>
        return sent.catch((error) => {
          if (!names.wasRefused(error, named)) throw error
          return send(config, values)
        })
      }
      return send(named, values, (error: Parameters<Told>[0], result: unknown) => {
        if (error && names.wasRefused(error, named)) send(config, values, told)
        else told(error, result)
      })
    }
  } as typeof pg.Client
}

/** Whether the process that answers is the one that greeted: a pooler such as PgBouncer greets by itself. */
export async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as unknown as { processID: number | null }).processID
}
