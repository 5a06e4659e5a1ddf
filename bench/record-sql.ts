import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'

type Statement = { text: string; name: string; values: unknown[]; rows: unknown[][] }

// biome-ignore lint/suspicious/noExplicitAny: the driver's query takes many shapes; only the text and values matter here
type Query = (...args: any[]) => any

/** Every statement `work` sends through the driver, with its result. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const original = pg.Client.prototype.query as Query
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const config = args[0] as { text: string; values?: unknown[] } | string
    const text = typeof config === 'string' ? config : config.text
    const values =
      (args[1] as unknown[] | undefined) ?? (typeof config === 'string' ? [] : (config.values ?? []))
    const statement: Statement = {
      ...{ text, name: createHash('sha256').update(text).digest('hex').slice(0, 24) },
      ...{ values: Array.isArray(values) ? values : [], rows: [] },
    }
    statements.push(statement)
    const keep = (answer?: pg.QueryResult) => {
      statement.rows = (answer?.rows ?? []).map((row) => Object.values(row))
    }
    // A pool calls with a callback; our own client usually expects a promise.
    const told = args.at(-1)
    if (typeof told !== 'function') {
      const result = original.apply(this, args)
      result?.then?.(keep)
      return result
    }
    return original.apply(this, [
      ...args.slice(0, -1),
      (error: Error | null, answer?: pg.QueryResult) => {
        keep(answer)
        told(error, answer)
      },
    ])
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
  return statements
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Values that must differ in another purchase, wherever they occur in a parameter, and how to make new ones. */
const unique: { pattern: RegExp; fresh: (found: string) => string }[] = [
  { pattern: /\bBC-\w{4}-\w{4}\b/g, fresh: () => `BC-${hex(2)}-${hex(2)}` },
  { pattern: /\b[0-9a-f]{64}\b/g, fresh: () => hex(32) },
  { pattern: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, fresh: () => randomUUID() },
  {
    pattern: /\b(pi|cus|sub)_demo_[0-9a-f]{24}/g,
    fresh: (found) => `${found.split('_')[0]}_demo_${hex(12)}`,
  },
  { pattern: /(?<=_secret_)[0-9a-f]{32}/g, fresh: () => hex(16) },
]
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/**
 * Replays recorded statements as another purchase, with named statements as the shop does: unique keys are generated
 * anew, and ids returned by the database replace those of the recording.
 */
export async function replay(client: pg.Client, statements: Statement[]) {
  const names = new Map<string, string>()
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'string') return value
    let renamed = value
    for (const { pattern, fresh } of unique) {
      renamed = renamed.replaceAll(pattern, (found) => {
        if (!names.has(found)) names.set(found, fresh(found))
        return names.get(found)!
      })
    }
    return renamed
  }
  for (const statement of statements) {
    const result = await client.query({
      ...{ text: statement.text, name: statement.name },
      values: statement.values.map(rename),
      rowMode: 'array',
    })
    for (const [index, row] of result.rows.entries()) {
      for (const [column, value] of (row as unknown[]).entries()) {
        const recorded = statement.rows[index]?.[column]
        if (typeof recorded === 'string' && uuid.test(recorded)) names.set(recorded, String(value))
      }
    }
  }
}
