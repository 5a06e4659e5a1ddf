import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { DatabaseError } from './database.ts'

// A Unix socket's path can have at most 107 bytes (unix(7), sun_path).
const longestSocketPath = 100

/** A folder that this process holds. */
export type FolderLock = {
  release(): void
  /**
   * answers what other processes of the same user ask the holder (askHolder); until it's called, they are turned away
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
  const short = shortPathOf(folder)
  if (short) return path.join(short, 'in-use.')
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `shop-${hash}.`)
}

/** Descriptors of folders whose paths are too long for a socket, by that path. */
const opened = new Map<string, number>()

/**
 * A short path into a folder, on Linux: through its descriptor. Sockets elsewhere, such as in TMPDIR, are not seen by a process
 * to which another TMPDIR was given, and two would open one database.
 */
function shortPathOf(folder: string): string | null {
  if (!existsSync('/proc/self/fd')) return null
  const known = opened.get(folder)
  const [there, held] = [statSync(folder), known === undefined ? null : fstatSync(known)]
  if (known !== undefined && held?.ino === there.ino && held.dev === there.dev)
    return `/proc/self/fd/${known}`
  if (known !== undefined) closeSync(known)
  const descriptor = openSync(folder, 'r')
  opened.set(folder, descriptor)
  return `/proc/self/fd/${descriptor}`
}

/**
 * Asks the process that holds a data folder, because no second process can open the folder (lock-folder.ts).
 * @param line one line of text
 * @returns its answer; '' while it isn't ready to answer; null if no living process holds the folder
 * @throws DatabaseError if that process or the folder belongs to another user, or the process ends before it has answered
 */
export async function askHolder(folder: string, line: string): Promise<string | null> {
  if (!existsSync(folder)) return null
  try {
    const socket = holderSocket(folder)
    return socket && (await askLine(socket, line))
  } catch (cause) {
    const mayNot = (cause as NodeJS.ErrnoException).code === 'EACCES'
    throw new DatabaseError(
      mayNot
        ? refusal(folder)
        : `The shop that uses ${folder} ended before it answered: look whether the command was carried out, then give it again.`,
      { cause },
    )
  }
}

function refusal(folder: string): string {
  const { uid } = statSync(folder)
  return uid === process.getuid?.()
    ? inUse(folder)
    : `The data folder ${folder} belongs to another user (number ${uid}): give commands as that user, such as by sudo -u '#${uid}' before them.`
}

/** Maximum characters of a line: far above any command, far below what would do harm. */
const longestLine = 64 * 1024
/** Maximum characters of an answer, which may list everything there is. */
const longestAnswer = 64 * 1024 * 1024
/** Milliseconds until a silent peer is dropped. */
const patience = 60_000
const greeting = 'ready'
/** Milliseconds between signs of life while an answer is being made; a space before an answer means nothing. */
const signEvery = 10_000

type Reply = (line: string) => Promise<string>

/**
 * Greets, takes one line, answers with one and hangs up. Without a reply it hangs up right away. The greeting tells the
 * caller, if the connection breaks, whether its line can have had any effect.
 */
async function answerLine(socket: net.Socket, reply: Reply | null): Promise<void> {
  socket.on('error', () => socket.destroy())
  if (!reply) return void socket.end()
  socket.write(`${greeting}\n`)
  const line = await readLine(socket)
  if (line === null) return void socket.destroy()
  const signs = setInterval(() => socket.write(' '), signEvery)
  try {
    socket.end(`${await reply(line)}\n`)
  } catch {
    // The reply failed: the caller gets no answer, and the shop goes on.
    socket.destroy()
  } finally {
    clearInterval(signs)
  }
}

/**
 * Sends one line to a socket and waits for the answer.
 * @returns the answer; '' if the other side takes no lines now; null if nobody listens
 * @throws Error if the other side can't be asked, or took the line and ended without an answer
 */
async function askLine(socketPath: string, line: string): Promise<string | null> {
  const socket = net.connect(socketPath)
  const isConnected = await new Promise<boolean>((resolve, reject) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(false) : reject(error),
    )
  })
  if (!isConnected) return null
  socket.on('error', () => socket.destroy())
  try {
    if ((await readLine(socket)) !== greeting) return ''
    socket.write(`${line}\n`)
    const answer = (await readLine(socket, longestAnswer))?.trimStart() ?? null
    if (answer === null) throw new Error('no answer')
    return answer
  } finally {
    socket.destroy()
  }
}

// null if the connection ends, breaks or falls silent before a whole line has arrived. Nobody sends two lines at once.
function readLine(socket: net.Socket, longest = longestLine): Promise<string | null> {
  return new Promise((resolve) => {
    let text = ''
    const settle = (line: string | null) => {
      socket.off('data', read).off('close', stop).off('end', stop)
      resolve(line)
    }
    const stop = () => settle(null)
    const read = (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) settle(text.slice(0, end))
      else if (text.length > longest) socket.destroy()
    }
    if (socket.destroyed) return stop()
    socket.setEncoding('utf8').setTimeout(patience, () => socket.destroy())
    socket.on('data', read).on('close', stop).on('end', stop)
  })
}
