import { sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../database.ts'

/** Rows fetched at a time; few for tables with binary columns such as pictures. */
const [manyRows, fewRows] = [500, 10]

/**
 * The rows of a table, each as one line of JSON made by the database, so that no type loses precision: decimals keep
 * their digits, instants their microseconds, and bytes are "\x" plus hex. A null column is left out, which distinguishes
 * it from a JSON null.
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

/** Reads the rows of a query in batches, so that memory use doesn't grow with the result. */
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

type DumpedColumn = { name: string; type: string; isArray: boolean; isJson: boolean }
/** A table as it is in the database; `key`: the columns of its primary key. */
export type DumpedTable = { name: string; columns: DumpedColumn[]; key: string[] }
/** The sequences of the database; null: not used yet. */
export type Sequences = Record<string, number | null>

type ColumnRow = {
  table: string
  name: string
  type: string
  isArray: boolean
  isJson: boolean
  keyPlace: number | null
}

/** Every table of the shop, as listed by the database itself, so that a new table can't be forgotten. */
export async function readTables(tx: Transaction): Promise<DumpedTable[]> {
  const rows = await rowsOf<ColumnRow>(
    tx,
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       t.typcategory = 'A' as "isArray", t.typname in ('json', 'jsonb') as "isJson",
       array_position(i.indkey::smallint[], a.attnum) as "keyPlace"
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     join pg_type t on t.oid = a.atttypid
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname collate "C", a.attnum`,
  )
  const names = [...new Set(rows.map((row) => row.table))]
  return names.map((name) => {
    const own = rows.filter((row) => row.table === name)
    const key = own.filter((row) => row.keyPlace !== null).sort((a, b) => a.keyPlace! - b.keyPlace!)
    return {
      name,
      columns: own.map(({ name: column, type, isArray, isJson }) => ({
        name: column,
        type,
        isArray,
        isJson,
      })),
      key: key.map((row) => row.name),
    }
  })
}

export async function readSequences(tx: Transaction): Promise<Sequences> {
  const rows = await rowsOf<{ name: string; last: string | null }>(
    tx,
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]))
}

/** A name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Some rows of one table, each a line made by readTable. */
export type Batch = { table: string; lines: string[] }

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Replaces the contents of all tables with the rows read. Triggers are disabled, because what they would write is among
 * the rows. Foreign keys are dropped and recreated, which checks them all at the end, in whatever order tables come.
 * Needs only the rights of the tables' owner, because a managed server grants no more.
 * @param kept tables that stay as they are, whatever is read of them
 * @returns number of rows loaded, by table
 * @throws Error for a table the database doesn't have
 */
export async function loadTables(
  tx: Transaction,
  batches: AsyncIterable<Batch>,
  sequences: Sequences,
  kept: ReadonlySet<string> = new Set(),
): Promise<Record<string, number>> {
  const tables = new Map((await readTables(tx)).map((table) => [table.name, table]))
  const names = [...tables.keys()].filter((name) => !kept.has(name))
  const references = await foreignKeys(tx)
  await alter(tx, names, 'disable trigger user')
  for (const { table, name } of references) await alter(tx, [table], `drop constraint ${quoted(name)}`)
  await tx.execute(sql.raw(`truncate ${names.map(quoted).join(', ')}`))
  const loaded = Object.fromEntries(names.map((name) => [name, 0]))
  for await (const { table, lines } of batches) {
    const into = tables.get(table)
    if (!into) throw new Error(`there is no table ${table}`)
    if (kept.has(table)) continue
    await insertLines(tx, into, lines)
    loaded[table] = (loaded[table] ?? 0) + lines.length
  }
  for (const { table, name, definition } of references) {
    await alter(tx, [table], `add constraint ${quoted(name)} ${definition}`)
  }
  await alter(tx, names, 'enable trigger user')
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await tx.execute(sql`select setval(${`public.${quoted(name)}`}::regclass, ${last})`)
  }
  await tx.execute(sql.raw(`analyze ${names.map(quoted).join(', ')}`))
  return loaded
}

async function insertLines(tx: Transaction, { name, columns }: DumpedTable, lines: string[]): Promise<void> {
  if (lines.length === 0) return
  const cells = columns.map(({ name: column, type, isArray, isJson }) => {
    const label = `'${column.replaceAll("'", "''")}'`
    if (isJson) return `(line -> ${label})::${type}`
    if (!isArray) return `(line ->> ${label})::${type}`
    const items = `array(select jsonb_array_elements_text(line -> ${label}))`
    return `case when line ? ${label} then ${items}::${type} end`
  })
  const into = `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})`
  const from = sql`from jsonb_array_elements((${`[${lines.join(',')}]`}::text)::jsonb) as read(line)`
  await tx.execute(sql`${sql.raw(`${into} overriding system value select ${cells.join(', ')} `)}${from}`)
}

function foreignKeys(tx: Transaction): Promise<ForeignKey[]> {
  return rowsOf<ForeignKey>(
    tx,
    `select r.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class r on r.oid = c.conrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`,
  )
}

async function alter(tx: Transaction, tables: string[], how: string): Promise<void> {
  for (const table of tables) await tx.execute(sql.raw(`alter table ${quoted(table)} ${how}`))
}
