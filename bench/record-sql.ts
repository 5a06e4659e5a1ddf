import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'

type Statement = { text: string; values: unknown[]; rows: unknown[][] }

// biome-ignore lint/suspicious/noExplicitAny: the driver's query takes many shapes; only the text and values matter here
type Query = (...args: any[]) => any

/** Every statement that `work` sends through the driver, with what came back. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const original = pg.Client.prototype.query as Query
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const config = args[0] as { text: string; values?: unknown[] } | string
    const text = typeof config === 'string' ? config : config.text
    const values =
      (args[1] as unknown[] | undefined) ?? (typeof config === 'string' ? [] : (config.values ?? []))
    const statement: Statement = { text, values: Array.isArray(values) ? values : [], rows: [] }
    statements.push(statement)
    const result = original.apply(this, args)
    result?.then?.((answer: pg.QueryResult) => {
      statement.rows = answer.rows.map((row) => Object.values(row))
    })
    return result
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
  return statements
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const unique = [
  {
    pattern: /^BC-.{4}-.{4}$/,
    fresh: () => `BC-${randomBytes(2).toString('hex')}-${randomBytes(2).toString('hex')}`,
  },
  { pattern: /^[0-9a-f]{64}$/, fresh: () => randomBytes(32).toString('hex') },
]
const token = /(pi|cus|sub)_demo_[0-9a-f]{24}/g

/**
 * Sends recorded statements again as another purchase: keys that must be unique are made anew, and ids that the
 * database gives take the place of those it gave in the recording.
 */
export async function replay(client: pg.Client, statements: Statement[]) {
  const names = new Map<unknown, unknown>()
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'string') return value
    if (names.has(value)) return names.get(value)
    for (const { pattern, fresh } of unique) {
      if (pattern.test(value)) return remember(names, value, fresh())
    }
    if (uuid.test(value)) return value
    return value
      .replaceAll(token, (found, prefix) => {
        const known =
          names.get(found) ?? remember(names, found, `${prefix}_demo_${randomBytes(12).toString('hex')}`)
        return String(known)
      })
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (found) =>
        String(names.get(found) ?? found),
      )
      .replaceAll(/_secret_[0-9a-f]{32}/g, () => `_secret_${randomUUID().replaceAll('-', '')}`)
  }
  for (const statement of statements) {
    const result = await client.query({
      text: statement.text,
      values: statement.values.map(rename),
      rowMode: 'array',
    })
    for (const [index, row] of result.rows.entries()) {
      for (const [column, value] of (row as unknown[]).entries()) {
        const recorded = statement.rows[index]?.[column]
        if (typeof recorded === 'string' && uuid.test(recorded)) names.set(recorded, value)
      }
    }
  }
}

function remember(names: Map<unknown, unknown>, key: string, value: string) {
  names.set(key, value)
  return value
}
