import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folderSource } from './mail-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shop-inbox-'))
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

/** Saves a file that was last written to some seconds ago. */
async function save(name: string, content: string, secondsAgo: number) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const at = new Date(Date.now() - secondsAgo * 1_000)
  await utimes(file, at, at)
}

async function look() {
  const found: string[] = []
  await folderSource(folder).read(null, async ({ read, size }) => {
    found.push(Buffer.concat([await read(0, 3), await read(3, size)]).toString())
  })
  return found
}

it('reads each saved email once, in the order of their names, and puts it aside', async () => {
  await save('2.eml', 'second', 10)
  await save('1.EML', 'first', 10)
  await save('notes.txt', 'no email', 10)
  expect(await look()).toEqual(['first', 'second'])
  expect(await look()).toEqual([])
  expect((await readdir(folder)).sort()).toEqual(['notes.txt', 'read'])
  expect(await readdir(path.join(folder, 'read'))).toHaveLength(2)
})

it('leaves an email alone that is still being written', async () => {
  await save('1.eml', 'From: maya', -3_600)
  expect(await look()).toEqual(['From: maya'])
  await save('2.eml', 'From: half', 0)
  expect(await look()).toEqual([])
  await save('2.eml', 'From: half and half', 10)
  expect(await look()).toEqual(['From: half and half'])
})

it('finds nothing where there is no folder yet', async () => {
  expect(await folderSource(path.join(folder, 'none')).read(null, async () => {})).toBeUndefined()
})
