import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets running requests finish for a few seconds, then ends what is left: design.md §5 asks for 10 s in all. */
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
