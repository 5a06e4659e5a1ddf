import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Milliseconds that a visitor waits for a shop that is opening: a start takes one or two seconds, on a busy machine ten.
 * Proxies wait for sixty (deploy/nginx.conf).
 */
const patience = 30_000
/** Requests that wait at most: a crowd at a closed door must not fill the memory. */
const most = 500

/**
 * Holds the requests that come while a process opens, and answers them once it is open: behind a proxy nobody notices
 * that a process was replaced. Who asks whether it is ready is told at once that it is not.
 */
export class WaitingRequests {
  #answer: Answer | null = null
  readonly #held: (() => void)[] = []

  hold: Answer = (request, response) => {
    if (this.#answer) return this.#answer(request, response)
    if (request.url === '/ready' || this.#held.length >= most) return askToComeBack(response)
    const timeout = setTimeout(() => askToComeBack(response), patience).unref()
    this.#held.push(() => {
      clearTimeout(timeout)
      if (!response.writableEnded && !response.destroyed) this.#answer?.(request, response)
    })
  }

  /** Answers those who wait, and from now on everybody at once. */
  release(answer: Answer) {
    this.#answer = answer
    for (const goOn of this.#held.splice(0)) goOn()
  }
}

function askToComeBack(response: ServerResponse) {
  if (response.writableEnded) return
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
  response.end('The shop is just opening. Try again in a second.')
}

/** Lets running requests finish for a few seconds, then ends what is left: 10 s in all. */
export async function stopListening(server: Server): Promise<void> {
  await takeWhoWaits(server)
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), 5_000)
    server.close(() => {
      clearTimeout(impatience)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * Takes the connections that the system holds for the process: one is taken a turn of the event loop, and those that are
 * left when the listening ends are reset, though a proxy may have sent a whole order through them. A crowd that keeps
 * coming is left to the next process after a second.
 */
async function takeWhoWaits(server: Server): Promise<void> {
  const until = performance.now() + 1_000
  let hasCome = true
  const see = () => {
    hasCome = true
  }
  server.on('connection', see)
  while (hasCome && performance.now() < until) {
    hasCome = false
    // The first may end in the turn in which it began, which has looked for connections already.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', see)
}
