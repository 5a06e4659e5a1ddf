import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** A folder without any migration, until the test file ends: an empty database opens sooner with it. */
export function noMigrations(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-none-'))
  mkdirSync(path.join(folder, 'meta'))
  writeFileSync(path.join(folder, 'meta/_journal.json'), '{"entries":[]}')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
