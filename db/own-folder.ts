import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
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
