import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sized } from '../test/random.ts'
import { askHolder, holderSocket, inUse, lockFolder } from './lock-folder.ts'

const lockModule = pathToFileURL(path.join(import.meta.dirname, 'lock-folder.ts')).href

let root: string
const children: ChildProcess[] = []

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'shop-lock-'))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

function newFolder(...names: string[]): string {
  const folder = path.join(root, ...names)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** A process that tries for each folder in turn at the same moments as its fellows, and says which it got. */
async function takeInProcess(
  folders: string[],
  from = Date.now(),
): Promise<{ taken: string[]; child: ChildProcess }> {
  const code = `
    import { lockFolder } from ${JSON.stringify(lockModule)}
    const taken = []
    for (const [index, folder] of ${JSON.stringify(folders)}.entries()) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, ${from} + index * 25 - Date.now())))
      if (await lockFolder(folder)) taken.push(folder)
    }
    console.log(JSON.stringify(taken))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await new Promise<[Buffer]>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve([data]))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
  return { taken: JSON.parse(line.toString()), child }
}

async function killHard(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

describe('a data folder', () => {
  it('goes to the first process, not the second, and is free after release', async () => {
    const folder = newFolder('one')
    const first = await lockFolder(folder)
    expect(first).not.toBeNull()
    expect(await lockFolder(folder)).toBeNull()
    expect((await takeInProcess([folder])).taken).toEqual([])
    expect(await lockFolder(newFolder('other'))).not.toBeNull()
    first!.release()
    const again = await lockFolder(folder)
    expect(again).not.toBeNull()
    again!.release()
  })

  it('is free after its process was killed, and leaves no pile of old locks', async () => {
    const folder = newFolder('killed')
    for (let round = 0; round < 2; round++) {
      const { taken, child } = await takeInProcess([folder])
      expect(taken).toEqual([folder])
      expect(await lockFolder(folder)).toBeNull()
      await killHard(child)
    }
    const lock = await lockFolder(folder)
    expect(lock).not.toBeNull()
    lock!.release()
    expect(readdirSync(folder).length).toBeLessThanOrEqual(1)
  })

  it('with a path too long for a socket is still locked', async () => {
    const folder = newFolder('long', 'x'.repeat(100), 'y'.repeat(100))
    const lock = await lockFolder(folder)
    expect(lock).not.toBeNull()
    expect(await lockFolder(folder)).toBeNull()
    expect((await takeInProcess([folder])).taken).toEqual([])
    lock!.release()
  })

  it.runIf(process.platform === 'linux')(
    'with a path too long for a socket is locked for processes with another TMPDIR, too',
    async () => {
      const folder = newFolder('elsewhere', 'x'.repeat(100))
      const lock = await lockFolder(folder)
      vi.stubEnv('TMPDIR', newFolder('other-tmp'))
      expect(await lockFolder(folder)).toBeNull()
      expect(readdirSync(folder).some((name) => name.startsWith('in-use.'))).toBe(true)
      lock?.release()
      vi.unstubAllEnvs()
    },
  )

  it('with a path too long only in bytes is still locked', async () => {
    const lock = await lockFolder(newFolder('ü'.repeat(40)))
    expect(lock).not.toBeNull()
    lock!.release()
  })

  it('reached by a link is the same folder, however long its path is', async () => {
    const folder = newFolder('linked', 'x'.repeat(100))
    const link = path.join(root, 'link')
    symlinkSync(path.join(root, 'linked'), link)
    const lock = await lockFolder(folder)
    expect(await lockFolder(path.join(link, 'x'.repeat(100)))).toBeNull()
    lock!.release()
  })

  it('takes commands from its own user only', async () => {
    const folder = newFolder('own')
    const lock = await lockFolder(folder)
    expect(statSync(holderSocket(folder)!).mode & 0o077).toBe(0)
    lock!.release()
  })

  it('that another user holds, or left files in, says how to get it back', () => {
    const folder = newFolder('theirs')
    writeFileSync(path.join(folder, 'in-use.1.sock'), '')
    expect(inUse(folder)).toContain('is in use by another process: stop that one')
    const user = process.getuid!() + 1
    vi.spyOn(process, 'getuid').mockReturnValue(user)
    expect(inUse(folder)).toContain(`by another user (number ${user - 1}): stop their shop, or give commands`)
    expect(inUse(folder)).toContain(`chown -R ${user} ${folder}`)
    vi.restoreAllMocks()
  })

  it.runIf(process.getuid?.() === 0)(
    'of another user takes no commands, and says whose they must be',
    async () => {
      const folder = newFolder('closed')
      chmodSync(root, 0o711)
      chmodSync(folder, 0o700)
      process.seteuid!(65534)
      vi.spyOn(process, 'getuid').mockReturnValue(65534)
      const asked = askHolder(folder, 'line')
      await asked.catch(() => {})
      process.seteuid!(0)
      vi.restoreAllMocks()
      await expect(asked).rejects.toThrow(
        `The data folder ${folder} belongs to another user (number 0): give commands as that user, such as by sudo -u '#0' before them.`,
      )
    },
  )

  it('knows its tenth holder from the ninth', () => {
    const folder = newFolder('tenth')
    for (const number of [9, 10]) writeFileSync(path.join(folder, `in-use.${number}.sock`), '')
    expect(holderSocket(folder)).toBe(path.join(folder, 'in-use.10.sock'))
  })

  it('wanted by several processes at once goes to exactly one, even after a kill', async () => {
    const folders = Array.from({ length: 30 }, (_, index) => newFolder('crowd', String(index)))
    const former = await takeInProcess(folders.slice(0, 20))
    expect(former.taken).toHaveLength(20)
    await killHard(former.child)
    const wanting = sized(4, 10)
    // As long as so many processes take to start.
    const from = Date.now() + wanting * 150
    const crowd = await Promise.all(Array.from({ length: wanting }, () => takeInProcess(folders, from)))
    const winners = folders.map((folder) => crowd.filter((each) => each.taken.includes(folder)).length)
    expect(winners).toEqual(folders.map(() => 1))
  })
})

describe('the folder’s holder', () => {
  it('answers a line with one of any length, and survives an unreadable one', async () => {
    const folder = newFolder('asked')
    const lock = await lockFolder(folder)
    lock!.answer(async (line) => (JSON.parse(line) as string).repeat(50_000))
    await expect(askHolder(folder, 'no JSON')).rejects.toThrow('ended before it answered')
    expect(await askHolder(folder, '"many "')).toBe('many '.repeat(50_000))
    lock!.release()
  })
})
