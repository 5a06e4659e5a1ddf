import { ShopError } from '../../../domain/errors.ts'
import { readApart } from './read-apart.ts'
import type { Records } from './read-records.ts'

/** A column's name in exported files, and other names that import accepts. */
export type Column = { title: string; also?: readonly string[] }
type Row<Key extends string> = {
  /** line number as in a spreadsheet; line 1 has the column names */
  line: number
  /** only columns the file has */
  cells: Partial<Record<Key, string>>
}
export type LineProblem = { line: number; column: string | null; problem: string }
export type Table<Key extends string> = {
  rows: Row<Key>[]
  problems: LineProblem[]
  /** names of columns that aren't used */
  ignored: string[]
}

/**
 * Reads the lines of a table saved by any spreadsheet: with or without BOM, in UTF-8, UTF-16 or Windows-1252, with commas,
 * semicolons or tabs, and any line endings. Takes its time, so it comes before a transaction.
 * @throws ShopError 'invalid_body' if the file isn't a table
 */
export const readLines = (file: Uint8Array) => readApart<Records>('table', file)

/** Most lines per file. */
const mostLines = 20_000

/**
 * The table of a file's lines. Undoes the formula guard of cells.
 * @param needs required columns; in an entry with several names, one of them is enough
 * @throws ShopError 'invalid_body' if the file isn't a table, or lacks a column
 */
export function tableOf<Key extends string>(
  { records, delimiter, skipped }: Records,
  columns: Record<Key, Column>,
  needs: readonly (readonly NoInfer<Key>[])[],
): Table<Key> {
  const [head = [], ...body] = records
  const keys = Object.keys(columns) as Key[]
  const named = head.map((name) =>
    keys.find((key) =>
      [columns[key].title, ...(columns[key].also ?? [])].some((each) => plain(each) === plain(name)),
    ),
  )
  // If two columns mean the same, the first one counts.
  const found = named.map((key, index) => (named.indexOf(key) === index ? key : undefined))
  for (const some of needs) {
    if (some.some((key) => found.includes(key))) continue
    const names = some.map((key) => `“${columns[key].title}”`).join(' or ')
    throw new ShopError(
      'invalid_body',
      `This file has no column ${names}. Its first line must name the columns; export a file to see them all.`,
    )
  }
  if (body.length > mostLines)
    throw new ShopError(
      'invalid_body',
      `This file has more than ${mostLines} lines. Split it and upload the parts.`,
    )
  const table: Table<Key> = {
    rows: [],
    problems: [],
    ignored: head.filter((name, index) => name.trim() !== '' && found[index] === undefined),
  }
  for (const [index, cells] of body.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const line = index + 2 + skipped
    if (cells.slice(head.length).some((cell) => cell.trim() !== '')) {
      const problem = `has more cells than the first line names. Put a text with ${delimiterNames[delimiter]} in quotation marks.`
      table.problems.push({ line, column: null, problem })
      continue
    }
    const row: Row<Key> = { line, cells: {} }
    for (const [place, key] of found.entries()) if (key) row.cells[key] = plainCell(cells[place] ?? '')
    table.rows.push(row)
  }
  return table
}

const delimiterNames: Record<string, string> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' }

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Text that already has apostrophes in front of what a spreadsheet takes for a formula. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * Prepares a cell for csvDownload, which puts an apostrophe before formulas. Text that already has one gets another, so
 * that import removes exactly what export added.
 */
export const guardedCell = (value: string): string => (guarded.test(value) ? `'${value}` : value)

/**
 * A cell without its formula guard, with line endings as \n. Carriers' tools write ="9400…" to keep a spreadsheet from
 * rounding a number.
 */
const plainCell = (cell: string): string =>
  (guarded.test(cell) ? cell.slice(1) : cell.replace(/^="([^"]*)"$/, '$1')).replaceAll(/\r\n?/g, '\n').trim()
