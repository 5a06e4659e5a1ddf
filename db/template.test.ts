import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { templateIn } from './template.ts'

// Making a database takes four seconds. What an archive holds is shown by every test that starts with one; this is about
// when one is made, and from what.
const migrated = vi.hoisted(() => [] as string[])
vi.mock('@electric-sql/pglite', () => ({
  PGlite: {
    create: async () => ({ dumpDataDir: async () => new Blob([migrated.join()]), close: async () => {} }),
  },
}))
vi.mock('./connect-embedded.ts', () => ({
  extensions: {},
  migrateEmbedded: async (_: unknown, migrations: string) =>
    migrated.push(readFileSync(path.join(migrations, '0000_belts.sql'), 'utf8')),
}))
vi.mock('drizzle-orm/pglite', () => ({ drizzle: () => ({}) }))

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'shop-template-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('the database that new ones start from is made anew for a changed migration, and for no other reason', async () => {
  const [folder, migrations] = ['kept', 'migrations'].map((name) => path.join(root, name)) as [string, string]
  const file = path.join(migrations, '0000_belts.sql')
  mkdirSync(path.join(migrations, 'meta'), { recursive: true })
  const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_belts', breakpoints: true }]
  writeFileSync(path.join(migrations, 'meta/_journal.json'), JSON.stringify({ entries }))
  writeFileSync(file, 'create table belts (id int)')
  const first = await templateIn(folder, migrations)
  expect(await templateIn(folder, migrations)).toBe(first)
  writeFileSync(file, 'create table belts (id bigint)')
  const second = await templateIn(folder, migrations)
  expect(second).not.toBe(first)
  expect(readdirSync(folder)).toEqual([path.basename(second)])
  expect(migrated).toEqual(['create table belts (id int)', 'create table belts (id bigint)'])
  expect(readFileSync(second, 'utf8')).toBe(migrated.join())
  mkdirSync(path.join(migrations, 'baseline'))
  writeFileSync(path.join(migrations, 'baseline/0000_belts.sql'), 'create table belts (id bigint)')
  expect(await templateIn(folder, migrations)).not.toBe(second)
})
