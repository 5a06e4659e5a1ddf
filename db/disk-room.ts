import { type StatsFs, statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** Bytes the embedded database needs free to open: two 16 MB log files, and as much again for tables. */
export const leastRoom = 64 * 1024 * 1024

/** Whether a folder's disk has room for the embedded database to recover and continue. */
export function hasRoom(folder: string): boolean {
  const free = bytesOf(statfsSync(folder))
  return free === null || free >= leastRoom
}

/** Bytes free on a folder's disk for this process's user; null if the file system doesn't say. */
export async function freeBytes(folder: string, ask: AskDisk = statfs): Promise<number | null> {
  try {
    return bytesOf(await ask(folder))
  } catch {
    // With a database server and a mail server, the folder doesn't exist until the first backup creates it.
    const parent = path.dirname(folder)
    return parent === folder ? null : freeBytes(parent, ask)
  }
}

type Disk = Pick<StatsFs, 'blocks' | 'bavail' | 'bsize'>
type AskDisk = (folder: string) => Promise<Disk>

// Some file systems report no size.
const bytesOf = ({ blocks, bavail, bsize }: Disk) => (blocks === 0 ? null : bavail * bsize)
