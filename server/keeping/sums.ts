import { createHash, type Hash } from 'node:crypto'
import type { Sum } from './manifest.ts'

/** Counts and hashes lines by table, as they are written or read. */
export function sums() {
  const all = new Map<string, { rows: number; hash: Hash }>()
  return {
    begin(table: string) {
      if (!all.has(table)) all.set(table, { rows: 0, hash: createHash('sha256') })
    },
    /** @param text whole lines, each with its end */
    add(table: string, text: string, rows: number) {
      this.begin(table)
      const sum = all.get(table)!
      sum.rows += rows
      sum.hash.update(text)
    },
    result(): Record<string, Sum> {
      return Object.fromEntries(
        [...all].map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]),
      )
    },
  }
}

/** The first table that differs, as a sentence; null: none. */
export function firstDifference(
  written: Record<string, Sum>,
  read: Record<string, Sum | undefined>,
): string | null {
  for (const [table, { rows, sha256 }] of Object.entries(written)) {
    const found = read[table] ?? { rows: 0, sha256: '' }
    if (found.rows !== rows) return `${table} has ${found.rows} rows where ${rows} were written`
    if (rows > 0 && found.sha256 !== sha256) return `the rows of ${table} are not those that were written`
  }
  const more = Object.keys(read).find((table) => !written[table])
  return more ? `${more} was not written` : null
}
