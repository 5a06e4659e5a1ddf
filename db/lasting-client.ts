import type { PGlite } from '@electric-sql/pglite'
import type { Listener } from './database.ts'
import { hasRoom } from './disk-room.ts'
import { listenEmbedded } from './listen-embedded.ts'

/** Milliseconds between tries to open a database again that broke. */
const tryAgainAfter = 1_000

/** No statement is taken: the database broke and has not been opened again yet. 57P02: PostgreSQL's crash_shutdown. */
class BrokenError extends Error {
  readonly code = '57P02'
}

/**
 * The embedded database, opened again by itself when it broke: on a full disk PostgreSQL gives up in the middle (PANIC),
 * where a server would end and recover from its log. Here it goes on within the process, holding locks of its own, and
 * the next statement spins for ever. So nothing is asked of it any more, and another one recovers the folder once there
 * is room: what was acknowledged is there, as after kill -9.
 */
export class LastingClient {
  readonly #folder: string
  readonly #open: () => Promise<PGlite>
  readonly #listening = new Map<Listener, { channel: string; end(): Promise<void> }>()
  #client: PGlite | null
  #broken: unknown
  #isClosed = false

  constructor(folder: string, first: PGlite, open: () => Promise<PGlite>) {
    this.#folder = folder
    this.#open = open
    this.#client = first
    this.#watch(first)
  }

  query: PGlite['query'] = async (...args) => this.#working().query(...args)
  transaction: PGlite['transaction'] = async (...args) => this.#working().transaction(...args)

  listen(channel: string, listener: Listener): { end(): Promise<void> } {
    this.#listening.set(listener, { channel, ...listenEmbedded(this.#working(), channel, listener) })
    return {
      end: async () => {
        const listening = this.#listening.get(listener)
        this.#listening.delete(listener)
        if (this.#client) await listening?.end()
      },
    }
  }

  /** Without room it is left as it is, as by kill -9: its closing would have to write. */
  async close() {
    this.#isClosed = true
    if (this.#client && hasRoom(this.#folder)) await this.#client.close()
    this.#client = null
  }

  #working(): PGlite {
    if (this.#client) return this.#client
    throw new BrokenError('The database has stopped; it is opened again as soon as its disk has room.', {
      cause: this.#broken,
    })
  }

  // What already waits in the client's queue, a rollback among it, must not reach it either: hence below the queue.
  #watch(client: PGlite) {
    const run = client.execProtocolStream.bind(client)
    const send = client.execProtocolRawSync.bind(client)
    let isBroken = false
    client.execProtocolStream = async (...args) => {
      try {
        return await run(...args)
      } catch (error) {
        if (!isBroken && isFatal(error)) {
          isBroken = true
          this.#broken = error
          this.#client = null
          this.#openLater()
        }
        throw error
      }
    }
    client.execProtocolRawSync = (message) => {
      if (isBroken) throw new BrokenError('The database has stopped.', { cause: this.#broken })
      return send(message)
    }
  }

  #openLater() {
    setTimeout(async () => {
      if (this.#isClosed) return
      const client = hasRoom(this.#folder) ? await this.#open().catch(() => null) : null
      if (!client) return this.#openLater()
      if (this.#isClosed) return client.close()
      this.#watch(client)
      this.#client = client
      for (const [listener, { channel }] of this.#listening) this.listen(channel, listener)
    }, tryAgainAfter).unref()
  }
}

/** PANIC and FATAL end a server's process; the engine itself may break, too. */
function isFatal(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true
  return ['PANIC', 'FATAL'].includes((error as { severity?: string }).severity ?? '')
}
