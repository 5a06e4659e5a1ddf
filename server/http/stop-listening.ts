import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Milliseconds a visitor waits while the shop starts: that takes one or two seconds, ten on a busy machine. Proxies wait
 * sixty (deploy/nginx.conf).
 */
const patience = 30_000
/** Most waiting requests: a crowd during startup must not fill memory. */
const most = 500

/**
 * Holds requests that arrive during startup and answers them once the shop is open: behind a proxy, no one notices that a
 * process was replaced. /ready gets "not yet" right away.
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

  /** Answers the waiting requests, and from now on every request right away. */
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

/** Lets running requests finish for five seconds, then closes what is left: about 6 s at most. */
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
 * Accepts the connections the operating system has queued for this process. Node accepts one per turn of the event loop.
 * Those left when the server closes are reset, though a proxy may already have sent a whole order through them. After a
 * second, new ones are left to the next process.
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
    // The first call may end in the current turn, which has already checked for connections.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', see)
}
