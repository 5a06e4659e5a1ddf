import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { answerLine, type Reply } from './socket-lines.ts'

// A Unix socket's path can have at most 107 bytes (unix(7), sun_path).
const longestSocketPath = 100

/** A folder that this process holds. */
export type FolderLock = {
  release(): void
  /**
   * answers what other processes of the same user ask the holder (ask-holder.ts); until it's called, they are turned away
   */
  answer(reply: Reply): void
}

/**
 * Takes a folder for this process; returns null if a living process holds it. Two processes on one PGlite folder would
 * both open it and silently lose rows. The lock is a listening socket, so it dies with its process, even on kill -9.
 *
 * Every holder links its socket under the next number. Only one process can do that, and only once the holder of the
 * highest number is dead. The highest number is never removed, so no process ever has to remove a dead lock that another
 * one may be replacing.
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const prefix = lockPrefix(folder)
  const own = `${prefix}new-${randomBytes(4).toString('hex')}.sock`
  let reply: Reply | null = null
  const server = net.createServer((socket) => void answerLine(socket, reply))
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, resolve)
  })
  // Anyone who can connect can give commands, so restrict it to this user before it gets the name that others know.
  chmodSync(own, 0o600)
  const taken = await take(own, prefix)
  if (!taken) server.close()
  rmSync(own, { force: true })
  if (!taken) return null
  return {
    release: () => void server.close(),
    answer: (next) => {
      reply = next
    },
  }
}

/** The socket of a folder's last holder, dead or alive; null if it never had one. */
export function holderSocket(folder: string): string | null {
  const prefix = lockPrefix(folder)
  const last = numbers(prefix).at(-1)
  return last === undefined ? null : `${prefix}${last}.sock`
}

/** Says what to do about a folder that somebody holds. */
export function inUse(folder: string): string {
  const socket = holderSocket(folder)
  const holder = socket ? statSync(socket, { throwIfNoEntry: false })?.uid : undefined
  const user = process.getuid?.()
  // Whether another user's process still lives can't be found out, and root's commands leave files of root behind.
  return holder === undefined || user === undefined || holder === user
    ? `The data folder ${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`
    : `The data folder ${folder} is in use by another user (number ${holder}): stop their shop, or give commands as that user. If none runs, they have left files in it: give them back by chown -R ${user} ${folder}.`
}

async function take(own: string, prefix: string): Promise<boolean> {
  for (;;) {
    const last = numbers(prefix).at(-1) ?? 0
    if (last > 0 && (await isAlive(`${prefix}${last}.sock`))) return false
    const mine = `${prefix}${last + 1}.sock`
    try {
      linkSync(own, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      continue
    }
    const all = numbers(prefix)
    if (all.at(-1) === last + 1) {
      for (const old of all.slice(0, -1)) rmSync(`${prefix}${old}.sock`, { force: true })
      return true
    }
    // While this process slept, others took later numbers and removed this one.
    rmSync(mine, { force: true })
  }
}

function numbers(prefix: string): number[] {
  const start = path.basename(prefix)
  return readdirSync(path.dirname(prefix))
    .filter((name) => name.startsWith(start))
    .map((name) => /^(\d+)\.sock$/.exec(name.slice(start.length))?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((one, other) => one - other)
}

function isAlive(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Any other error, such as a full queue or another user's socket, means that someone holds it.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    )
  })
}

function lockPrefix(folder: string): string {
  const inside = path.join(folder, 'in-use.')
  if (Buffer.byteLength(inside) < longestSocketPath - 20) return inside
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `shop-${hash}.`)
}
