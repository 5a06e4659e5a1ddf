import { sql } from 'drizzle-orm'
import type { Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { type DumpedTable, quoted, readTables, type Sequences } from './tables.ts'

/** Some rows of one table, each a line as readTable made it. */
export type Batch = { table: string; lines: string[] }

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Replaces everything that the tables hold by what is read. Triggers rest, because what they would write is among the
 * rows; references are taken away and put back, which checks all of them at once, in whatever order tables come. Needs
 * nothing that the owner of the tables may not do: a managed server has no more.
 * @returns rows loaded, by table
 * @throws Error for a table that the database does not have
 */
export async function loadTables(
  tx: Transaction,
  batches: AsyncIterable<Batch>,
  sequences: Sequences,
): Promise<Record<string, number>> {
  const tables = new Map((await readTables(tx)).map((table) => [table.name, table]))
  const names = [...tables.keys()]
  const references = await foreignKeys(tx)
  await alter(tx, names, 'disable trigger user')
  for (const { table, name } of references) await alter(tx, [table], `drop constraint ${quoted(name)}`)
  await tx.execute(sql.raw(`truncate ${names.map(quoted).join(', ')}`))
  const loaded = Object.fromEntries(names.map((name) => [name, 0]))
  for await (const { table, lines } of batches) {
    const into = tables.get(table)
    if (!into) throw new Error(`there is no table ${table}`)
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
