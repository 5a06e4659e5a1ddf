import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { answerLine, type Reply } from './socket-lines.ts'

// A Unix socket's path may have at most 107 bytes (unix(7), sun_path).
const longestSocketPath = 100

/** A folder that this process has. */
export type FolderLock = {
  release(): void
  /** what other processes of the same user may ask the holder (ask-holder.ts); until it is set they are sent away */
  answer(reply: Reply): void
}

/**
 * Takes a folder for this process, or returns null when a living process has it. Two processes on one PGlite folder
 * would both open it and lose rows silently. The lock is a listening socket, so it dies with its
 * process, also on kill -9.
 *
 * Every holder links its socket under the next number, which only one process can do, and only once the highest
 * number is dead. The highest is never removed, so a dead lock need not be taken away from under another process.
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
  // Whoever may connect may give orders: this user only, before the lock gets the name that others know.
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

/** The socket of whoever has a folder, dead or alive, or null when nobody ever had it. */
export function holderSocket(folder: string): string | null {
  const prefix = lockPrefix(folder)
  const last = numbers(prefix).at(-1)
  return last === undefined ? null : `${prefix}${last}.sock`
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
    // While this process slept, others took later numbers and tidied this one away.
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
    // Anything else, such as a full queue or a socket of another user, is somebody's.
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
