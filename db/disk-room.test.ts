import { expect, it } from 'vitest'
import { freeBytes } from './data-folder.ts'

const disk = { blocks: 1_000, bavail: 300, bsize: 4_096 }

it('free disk space is what this user may write, not what the superuser may', async () => {
  expect(await freeBytes('/data', async () => disk)).toBe(300 * 4_096)
})

it('free space for a missing folder is that of the folder it would be created in', async () => {
  const asked: string[] = []
  const free = await freeBytes('/srv/shop/data', async (folder) => {
    asked.push(folder)
    if (folder !== '/srv') throw new Error('ENOENT')
    return disk
  })
  expect({ free, asked }).toEqual({
    free: 300 * 4_096,
    asked: ['/srv/shop/data', '/srv/shop', '/srv'],
  })
})

it('free space is unknown when the file system doesn’t say, or access is denied', async () => {
  expect(await freeBytes('/data', async () => ({ ...disk, blocks: 0, bavail: 0 }))).toBeNull()
  expect(await freeBytes('/data', () => Promise.reject(new Error('EACCES')))).toBeNull()
})
