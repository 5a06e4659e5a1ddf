import net from 'node:net'

/** Maximum characters of a line: far above any command, far below what would do harm. */
const longestLine = 64 * 1024
/** Maximum characters of an answer, which may list everything there is. */
const longestAnswer = 64 * 1024 * 1024
/** Milliseconds until a silent peer is dropped. */
const patience = 60_000
const greeting = 'ready'
/** Milliseconds between signs of life while an answer is being made; a space before an answer means nothing. */
const signEvery = 10_000

export type Reply = (line: string) => Promise<string>

/**
 * Greets, takes one line, answers with one and hangs up. Without a reply it hangs up right away. The greeting tells the
 * caller, if the connection breaks, whether its line can have had any effect.
 */
export async function answerLine(socket: net.Socket, reply: Reply | null): Promise<void> {
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
export async function askLine(socketPath: string, line: string): Promise<string | null> {
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
