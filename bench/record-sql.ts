import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { newId } from '../domain/id.ts'

export type Statement = { text: string; name: string; values: unknown[]; rows: unknown[][] }

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
    // A pool calls with a callback, our own client with a query that has one, and the others expect a promise.
    const query = config as { callback?: (error: Error | null, answer?: pg.QueryResult) => void }
    if (typeof query.callback === 'function') {
      const { callback } = query
      query.callback = (error, answer) => {
        keep(answer)
        callback(error, answer)
      }
      return original.apply(this, args)
    }
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
  { pattern: /(\bBC-\w{4}-\w{4}\b)/, fresh: () => `BC-${hex(2)}-${hex(2)}` },
  { pattern: /(\b[0-9a-f]{64}\b)/, fresh: () => hex(32) },
  { pattern: /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/, fresh: () => newId() },
  {
    // An event's id contains its payment's: evt_demo_pi_demo_….
    pattern: /((?<![a-z])(?:pi|cus|sub)_demo_[0-9a-f]{24})/,
    fresh: (found) => `${found.split('_')[0]}_demo_${hex(12)}`,
  },
  { pattern: /(?<=\bmaya-)([0-9a-f]{12})(?=@)/, fresh: () => hex(6) },
  { pattern: /(?<=_secret_)([0-9a-f]{32})/, fresh: () => hex(16) },
]
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

type Unique = { found: string; fresh: (found: string) => string }
type Value = { same: unknown } | { parts: (string | Unique)[] }
type Cut = Omit<Statement, 'values'> & { values: Value[] }

/**
 * Statements split beforehand at everything that must differ in another purchase: a replay that had to search for it would
 * take a fifth more CPU time than the driver alone.
 */
export function cutUnique(statements: Statement[]): Cut[] {
  return statements.map((statement) => ({
    ...statement,
    values: statement.values.map((value) =>
      typeof value === 'string' ? { parts: cut(value) } : { same: value },
    ),
  }))
}

function cut(value: string): (string | Unique)[] {
  let parts: (string | Unique)[] = [value]
  for (const { pattern, fresh } of unique) {
    // The pattern's group makes every other piece a match.
    const pieces = (text: string) =>
      text.split(pattern).map((found, place) => (place % 2 ? { found, fresh } : found))
    parts = parts.flatMap((part) => (typeof part === 'string' ? pieces(part) : part))
  }
  return parts
}

/**
 * Replays recorded statements as another purchase, with named statements as the shop does: unique keys are generated
 * anew, and ids returned by the database replace those of the recording.
 * @param around sends each statement, and may measure it
 */
export async function replay(
  client: pg.Client,
  statements: Cut[],
  around: (statement: Cut, send: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult> = (_, send) =>
    send(),
) {
  const names = new Map<string, string>()
  const renewed = (part: string | Unique) => {
    if (typeof part === 'string') return part
    const known = names.get(part.found) ?? part.fresh(part.found)
    names.set(part.found, known)
    return known
  }
  for (const statement of statements) {
    const values = statement.values.map((value) =>
      'same' in value ? value.same : value.parts.map(renewed).join(''),
    )
    const query = { text: statement.text, name: statement.name, values, rowMode: 'array' }
    const result = await around(statement, () => client.query(query))
    for (const [index, row] of result.rows.entries()) {
      for (const [column, value] of (row as unknown[]).entries()) {
        const recorded = statement.rows[index]?.[column]
        if (typeof recorded === 'string' && uuid.test(recorded)) names.set(recorded, String(value))
      }
    }
  }
}
