import { type Column, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The shop's database, embedded or on a server: callers can't tell which. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * A database inside a transaction. PGlite has one connection, so inside a transaction use only this one, or wait forever.
 */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What listens to a channel, which carries messages between all processes of the shop. */
export type Listener = {
  notice(payload: string): void
  /** it's listening from now on; earlier messages were missed */
  connected(): void
  trouble(error: unknown): void
}

/** An open database and how to close it. */
export type OpenDatabase = {
  db: Database
  kind: 'embedded' | 'server'
  /** a harmless query, for the readiness check */
  ping(): Promise<void>
  /** PostgreSQL's LISTEN: receives NOTIFY messages until it is ended, and reconnects when cut */
  listen(channel: string, listener: Listener): { end(): Promise<void> }
  /**
   * only for the embedded database, which other processes can't open while this one has it: answers what they ask instead
   */
  answerOthers?(reply: (line: string) => Promise<string>): void
  close(): Promise<void>
}

/** A database that can't be opened; the message is one sentence that says what to do. */
export class DatabaseError extends Error {
  /** another process has the data folder open */
  readonly isInUse: boolean

  constructor(message: string, more: { cause?: unknown; isInUse?: boolean } = {}) {
    super(message, { cause: more.cause })
    this.isInUse = more.isInUse ?? false
  }
}

/** The rows of a statement the query builder can't write, with either driver. Cast dates to text and counts to int in it. */
export async function rowsOf<Row = Record<string, unknown>>(
  db: Pick<Database | Transaction, 'execute'>,
  statement: SQL | string,
): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows
}

/** Several counts by name, each a `select count(*) ...`, in one round trip. */
export async function countsOf<Name extends string>(
  db: Pick<Database | Transaction, 'execute'>,
  counts: Record<Name, SQL>,
): Promise<Record<Name, number>> {
  const columns = Object.entries<SQL>(counts).map(
    ([name, count]) => sql`(${count}) as ${sql.identifier(name)}`,
  )
  const [row] = await rowsOf(db, sql`select ${sql.join(columns, sql`, `)}`)
  const values = Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)])
  return Object.fromEntries(values) as Record<Name, number>
}

type Insert<Table extends PgTable> = Table['$inferInsert']

/**
 * `insert into … select …` for rows sent as one JSON value (rowsAsJson). It can be part of a WITH, where a list of VALUES would
 * need a type for each value, and its text is the same for any rows, so it can be built once (built-once.ts).
 * @param sample rows with the same keys as all later ones; `r.key` in `from` reads a key that isn't a column, as text
 * @param from what the rows are joined with; without a row there, none is inserted. `sent` stands for the JSON
 * @param joined columns that come from there
 */
export function insertRows<Table extends PgTable, Joined extends keyof Insert<Table> = never>(
  table: Table,
  sample: readonly Omit<Insert<Table>, Joined>[],
  from: { given: SQL; sent: Placeholder; join?: SQL; joined?: Record<Joined, SQL> },
): SQL {
  const columns: Record<string, Column> = getTableColumns(table)
  const joined: Record<string, SQL> = from.joined ?? {}
  const keys = Object.keys(sample[0] ?? {})
  const typed = keys.map((key) => `"${columns[key]?.name ?? key}" ${columns[key]?.getSQLType() ?? 'text'}`)
  const own = keys.filter((key) => columns[key]).map((key) => `"${columns[key]!.name}"`)
  const names = [...own, ...Object.keys(joined).map((key) => `"${columns[key]!.name}"`)]
  const values = [sql.raw(own.map((name) => `r.${name}`).join(', ')), ...Object.values(joined)]
  // The types are spelled out: with the table's own row type, PostgreSQL would copy its defaults and checks for each call.
  return sql`insert into ${table} (${sql.raw(names.join(', '))}) select ${sql.join(values, sql`, `)}
    from ${from.given} cross join jsonb_to_recordset(${from.sent}::jsonb) r(${sql.raw(typed.join(', '))}) ${from.join ?? sql``}`
}

/** Rows as the JSON that insertRows reads. */
export function rowsAsJson<Table extends PgTable>(
  table: Table,
  rows: readonly Partial<Insert<Table>>[],
): string {
  const columns: Record<string, Column> = getTableColumns(table)
  const encoded = rows.map((row) => {
    const values: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(row))
      values[columns[key]?.name ?? key] = encode(columns[key], value)
    return values
  })
  const json = JSON.stringify(encoded)
  // JSON.stringify escapes an unpaired surrogate, which PostgreSQL rejects.
  return json.includes('\\ud') ? JSON.stringify(encoded, keepable) : json
}

function encode(column: Column | undefined, value: unknown): unknown {
  if (!column || value === null || value === undefined) return value ?? null
  // JSON and arrays stay as they are inside JSON; the driver would quote them a second time.
  return column.dataType === 'json' || column.dataType === 'array' ? value : column.mapToDriverValue(value)
}

/** Turns an unpaired surrogate into the replacement character. */
function keepable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
