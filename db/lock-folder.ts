import { createHash } from 'node:crypto'
import { linkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

// A Unix socket's path may have at most 107 bytes (unix(7), sun_path).
const longestSocketPath = 100

/**
 * Takes a folder for this process, or returns null when a living process has it. Two processes on one PGlite folder
 * would both open it and lose rows silently (design.md §3). The lock is a listening socket, so it dies with its
 * process, also on kill -9. Taking it is one link(2), which only one process can win.
 */
export async function lockFolder(folder: string): Promise<{ release(): void } | null> {
  const name = lockPath(folder)
  const own = `${name}.${process.pid}`
  rmSync(own, { force: true })
  const server = net.createServer((socket) => socket.end())
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, resolve)
  })
  const taken = await take(own, name)
  if (!taken) server.close()
  rmSync(own, { force: true })
  if (!taken) return null
  return {
    release() {
      rmSync(name, { force: true })
      server.close()
    },
  }
}

async function take(own: string, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      linkSync(own, name)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (await isAlive(name)) return false
    // Renamed first and asked again: between the question and the removal another process may have taken it.
    const stale = `${name}.stale.${process.pid}`
    try {
      renameSync(name, stale)
    } catch {
      continue
    }
    if (await isAlive(stale)) {
      renameSync(stale, name)
      return false
    }
    rmSync(stale, { force: true })
  }
  return false
}

function isAlive(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function lockPath(folder: string): string {
  const inside = path.join(folder, 'in-use.sock')
  if (Buffer.byteLength(inside) < longestSocketPath - 20) return inside
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `shop-${hash}.sock`)
}
