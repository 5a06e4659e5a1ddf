import { sql } from 'drizzle-orm'
import type { Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { type DumpedTable, quoted } from './tables.ts'

/** Rows held at a time; few where a row carries a picture's bytes. */
const [manyRows, fewRows] = [500, 10]

/**
 * The rows of a table, each as one line of JSON made by the database, so that no type loses anything: decimals keep their
 * digits, instants their microseconds, bytes are "\x" and hex. A column that is null is left out, which tells it from a
 * JSON null.
 */
export function readTable(tx: Transaction, { name, columns, key }: DumpedTable): AsyncGenerator<string[]> {
  const cells = columns.map(({ name: column }) => {
    const label = `${JSON.stringify(column)}:`.replaceAll("'", "''")
    return `case when ${quoted(column)} is not null then '${label}' || to_json(${quoted(column)})::text end`
  })
  const order = key.length > 0 ? ` order by ${key.map(quoted).join(', ')}` : ''
  const query = `select '{' || concat_ws(',', ${cells.join(', ')}) || '}' as line from ${quoted(name)}${order}`
  const atOnce = columns.some(({ type }) => type === 'bytea') ? fewRows : manyRows
  return lines(tx, query, atOnce)
}

async function* lines(tx: Transaction, query: string, atOnce: number): AsyncGenerator<string[]> {
  for await (const rows of readThrough<{ line: string }>(tx, query, atOnce))
    yield rows.map(({ line }) => line)
}

/** The rows of a query, some at a time: what it holds in memory does not grow with what it reads. */
export async function* readThrough<Row>(
  tx: Transaction,
  query: string,
  atOnce = manyRows,
): AsyncGenerator<Row[]> {
  await tx.execute(sql.raw(`declare dumped no scroll cursor for ${query}`))
  for (;;) {
    const rows = await rowsOf<Row>(tx, `fetch ${atOnce} from dumped`)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await tx.execute(sql.raw('close dumped'))
}
