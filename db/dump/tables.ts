import type { Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

export type DumpedColumn = { name: string; type: string; isArray: boolean; isJson: boolean }
/** A table as the database has it; `key`: the columns of its primary key. */
export type DumpedTable = { name: string; columns: DumpedColumn[]; key: string[] }
/** A counter of the database; null: it has not counted yet. */
export type Sequences = Record<string, number | null>

type ColumnRow = {
  table: string
  name: string
  type: string
  isArray: boolean
  isJson: boolean
  keyPlace: number | null
}

/** Every table of the shop, asked from the database itself: one that is added later cannot be forgotten. */
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

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
