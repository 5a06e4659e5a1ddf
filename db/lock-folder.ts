import { createHash, randomBytes } from 'node:crypto'
import { linkSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

// A Unix socket's path may have at most 107 bytes (unix(7), sun_path).
const longestSocketPath = 100

/**
 * Takes a folder for this process, or returns null when a living process has it. Two processes on one PGlite folder
 * would both open it and lose rows silently (design.md §3). The lock is a listening socket, so it dies with its
 * process, also on kill -9.
 *
 * Every holder links its socket under the next number, which only one process can do, and only once the highest
 * number is dead. The highest is never removed, so a dead lock need not be taken away from under another process.
 */
export async function lockFolder(folder: string): Promise<{ release(): void } | null> {
  const prefix = lockPrefix(folder)
  const own = `${prefix}new-${randomBytes(4).toString('hex')}.sock`
  const server = net.createServer((socket) => socket.end())
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, resolve)
  })
  const taken = await take(own, prefix)
  if (!taken) server.close()
  rmSync(own, { force: true })
  return taken ? { release: () => void server.close() } : null
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
