import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockFolder } from './lock-folder.ts'
import { restoreEmbedded } from './restore-embedded.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-restore-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** A file that stands in for a database: making a real one takes seconds (backup-drill). */
function write(folder: string, content: string) {
  mkdirSync(path.join(dataDir, folder), { recursive: true })
  writeFileSync(path.join(dataDir, folder, 'rows'), content)
}
/** What is there, without the file of the lock. */
const places = () =>
  readdirSync(dataDir)
    .filter((name) => !name.endsWith('.sock'))
    .sort()
const rows = (folder: string) => readFileSync(path.join(dataDir, folder, 'rows'), 'utf8')

it('a restored database takes the place of the former one, which is kept, and the folder is free again', async () => {
  const shop = await lockFolder(dataDir)
  await expect(restoreEmbedded(dataDir, 'before-noon')).rejects.toThrow(
    `The shop that uses ${dataDir} is open: stop it, then restore.`,
  )
  shop!.release()

  const broken = await restoreEmbedded(dataDir, 'before-noon')
  expect(await lockFolder(dataDir)).toBeNull()
  write('db', 'former')
  write('restoring/db', 'half')
  await broken.abandon()
  expect([rows('db'), places()]).toEqual(['former', ['db']])

  // What is there at first would be opened and asked for orders, which takes seconds too.
  rmSync(path.join(dataDir, 'db'), { recursive: true })
  write('restoring/db', 'half, by a process that was killed')
  const restored = await restoreEmbedded(dataDir, 'before-noon')
  expect(places()).toEqual([])
  write('db', 'former')
  write('restoring/db', 'restored')
  expect(await restored.finish()).toBe(path.join(dataDir, 'db.before-noon'))
  expect([rows('db'), rows('db.before-noon')]).toEqual(['restored', 'former'])
  expect(places()).toEqual(['db', 'db.before-noon'])
  const next = await lockFolder(dataDir)
  expect(next).not.toBeNull()
  next!.release()
})
