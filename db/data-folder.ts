import { chmodSync, mkdirSync, readdirSync, readFileSync, type StatsFs, statfsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseError } from './database.ts'

/** Permission bits of group and others. */
const anybodyElse = 0o077

/**
 * Creates the data folder, or takes over an existing one, for this process's user alone: whoever can read it has every
 * member's address and can sign in through the links in emails. If others can access it, closes it and everything in it.
 * @throws DatabaseError saying what to do, if it belongs to another user or isn't a folder
 */
export function ownFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const [reason, remedy] =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? ['a file is in its place', 'move the file away']
        : [`the system refuses it (${code})`, "make it, as a folder of the shop's user"]
    throw new DatabaseError(
      `The data folder ${dataDir} cannot be made: ${reason}. Set DATA_DIR to another folder, or ${remedy}, then start again.`,
      { cause },
    )
  }
  const user = process.getuid?.()
  // Windows has no such permissions; there the folder inherits those of the user's own.
  if (user === undefined) return
  const { uid, mode } = statSync(dataDir)
  if (uid !== user && user !== 0) {
    throw new DatabaseError(
      `The data folder ${dataDir} belongs to another user (number ${uid}), who may read all that is in it: give it to the shop's user by chown -R ${user} ${dataDir}, or set DATA_DIR to a folder of the shop's own, then start again.`,
    )
  }
  if ((mode & anybodyElse) === 0) return
  close(dataDir)
}

// The folder first: from then on nobody else can reach what is in it. Links inside are left alone, because they lead
// elsewhere.
function close(place: string) {
  const found = statSync(place)
  chmodSync(place, found.mode & 0o700)
  if (!found.isDirectory()) return
  for (const each of readdirSync(place, { withFileTypes: true }))
    if (!each.isSymbolicLink()) close(path.join(place, each.name))
}

/** Files that a process should be able to open: the embedded database has one for each table and index in use. */
const enoughFiles = 1_024

/** How many files this process may open (Linux, proc(5)); null where the system doesn't say. */
function mostFiles(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN) || null
  } catch {
    return null
  }
}

/** If a database couldn't be opened and this process may open few files, that is why. @returns null: it may open enough */
export function tooFewFiles(dataDir: string, cause: unknown, most = mostFiles()): DatabaseError | null {
  if (most === null || most >= enoughFiles) return null
  return new DatabaseError(
    `The embedded database in ${dataDir} cannot be opened, because this process may open only ${most} files: allow ${enoughFiles} or more (ulimit -n ${enoughFiles}, or LimitNOFILE in a systemd unit), then start again. Nothing is damaged.`,
    { cause },
  )
}

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
