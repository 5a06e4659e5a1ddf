import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownFolder } from './data-folder.ts'

let home: string
const rights = (place: string) => (statSync(place).mode & 0o777).toString(8)

beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'shop-own-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, force: true })
})

describe('the data folder', () => {
  it('is created for its user only, wherever it is', () => {
    const folder = path.join(home, 'deep/data')
    ownFolder(folder)
    expect(rights(folder)).toBe('700')
  })

  it('is closed to others with everything in it, except what links point to', () => {
    const folder = path.join(home, 'data')
    const elsewhere = path.join(home, 'elsewhere')
    mkdirSync(path.join(folder, 'mail'), { recursive: true })
    writeFileSync(path.join(folder, 'mail/link.txt'), 'x')
    writeFileSync(elsewhere, 'x')
    symlinkSync(elsewhere, path.join(folder, 'link'))
    for (const place of [folder, path.join(folder, 'mail')]) chmodSync(place, 0o755)
    for (const file of [path.join(folder, 'mail/link.txt'), elsewhere]) chmodSync(file, 0o644)
    ownFolder(folder)
    expect(['', 'mail', 'mail/link.txt'].map((each) => rights(path.join(folder, each)))).toEqual([
      '700',
      '700',
      '600',
    ])
    expect(rights(elsewhere)).toBe('644')
  })

  it('owned by another user is refused with what to do', () => {
    const folder = path.join(home, 'data')
    ownFolder(folder)
    const owner = statSync(folder).uid
    vi.spyOn(process, 'getuid').mockReturnValue(owner + 1)
    expect(() => ownFolder(folder)).toThrow(
      `The data folder ${folder} belongs to another user (number ${owner}), who may read all that is in it: give it to the shop's user by chown -R ${owner + 1} ${folder}, or set DATA_DIR to a folder of the shop's own, then start again.`,
    )
  })

  it('owned by another user is opened by root, as in a container', () => {
    const folder = path.join(home, 'data')
    mkdirSync(folder, { mode: 0o755 })
    if (process.getuid?.() === 0) chownSync(folder, 1000, 1000)
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    ownFolder(folder)
    expect(rights(folder)).toBe('700')
  })

  it('blocked by a file is refused with what to do', () => {
    const folder = path.join(home, 'data')
    writeFileSync(folder, 'x')
    expect(() => ownFolder(folder)).toThrow(/cannot be made: a file is in its place\. Set DATA_DIR/)
  })
})
