import { type StatsFs, statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** Bytes without which the embedded database does not open: two files of its log, 16 MB each, and as much for tables. */
export const leastRoom = 64 * 1024 * 1024

/** Whether a folder's disk has room for the embedded database to recover and go on. */
export function hasRoom(folder: string): boolean {
  const free = bytesOf(statfsSync(folder))
  return free === null || free >= leastRoom
}

/** Bytes that are free on a folder's disk for this process's user; null where the file system does not say. */
export async function freeBytes(folder: string, ask: AskDisk = statfs): Promise<number | null> {
  try {
    return bytesOf(await ask(folder))
  } catch {
    // With a database server and a mail server nothing is written there until the first backup makes the folder.
    const parent = path.dirname(folder)
    return parent === folder ? null : freeBytes(parent, ask)
  }
}

type Disk = Pick<StatsFs, 'blocks' | 'bavail' | 'bsize'>
type AskDisk = (folder: string) => Promise<Disk>

// Some file systems do not say.
const bytesOf = ({ blocks, bavail, bsize }: Disk) => (blocks === 0 ? null : bavail * bsize)
