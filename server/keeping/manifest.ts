import type { LastMigration } from '../../db/dump/last-migration.ts'
import type { Sequences } from '../../db/dump/tables.ts'
import { ShopError } from '../../domain/errors.ts'

/** What was written of a table: its rows, and the SHA-256 of its lines. */
export type Sum = { rows: number; sha256: string }

/** What a whole export or backup says of itself; written last. */
export type Manifest = {
  what: typeof dumpName
  format: typeof dumpFormat
  takenAt: string
  schema: LastMigration
  tables: Record<string, Sum>
  sequences: Sequences
}

export const dumpName = 'belt-club'
export const dumpFormat = 1

/** @throws ShopError 'not_possible' for what this release did not write */
export function parseManifest(text: string, where: string): Manifest {
  let read: Partial<Manifest> | null = null
  try {
    read = JSON.parse(text) as Partial<Manifest> | null
  } catch {}
  if (read?.what !== dumpName || !read.tables || !read.schema || !read.sequences || !read.takenAt) {
    throw new ShopError('not_possible', `${where} is not a shop's export or backup, or not all of it.`)
  }
  if (read.format !== dumpFormat) {
    throw new ShopError('not_possible', `${where} was made by a newer release: use that one.`)
  }
  return read as Manifest
}
