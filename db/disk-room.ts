import { statfsSync } from 'node:fs'

/** Bytes without which the embedded database does not open: two files of its log, 16 MB each, and as much for tables. */
export const leastRoom = 64 * 1024 * 1024

/** Whether a folder's disk has room for the embedded database to recover and go on. */
export function hasRoom(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Some file systems do not say.
  return blocks === 0 || bavail * bsize >= leastRoom
}
