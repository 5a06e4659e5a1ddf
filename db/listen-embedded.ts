import type { PGlite } from '@electric-sql/pglite'
import type { Listener } from './database.ts'

/** Hears a channel of the database inside this process, whose one connection cannot be cut. */
export function listenEmbedded(
  client: PGlite,
  channel: string,
  listener: Listener,
): { end(): Promise<void> } {
  const listening = client.listen(channel, (payload) => listener.notice(payload))
  listening.then(() => listener.connected(), listener.trouble)
  return {
    async end() {
      const stop = await listening.catch(() => null)
      await stop?.()
    },
  }
}
