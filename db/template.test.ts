import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { templateIn } from './template.ts'

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
})
