import pg from 'pg'
import type { Listener } from './database.ts'

/** Milliseconds until a cut connection is tried again. */
const comeBackAfter = 500

/**
 * Hears a channel over a connection of its own, because those of a pool come and go. Comes back for as long as it takes.
 * @param channel an identifier of this program's own, never a visitor's word
 */
export function listenServer(url: string, channel: string, listener: Listener): { end(): Promise<void> } {
  let isEnded = false
  let current: pg.Client | null = null
  let again: NodeJS.Timeout | undefined

  async function connect() {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    current = client
    const lost = (error: unknown) => {
      // An error is followed by an end: one of the two is enough.
      if (current !== client) return
      current = null
      client.end().catch(() => {})
      if (isEnded) return
      listener.trouble(error)
      again = setTimeout(connect, comeBackAfter)
      again.unref()
    }
    client.on('error', lost)
    client.on('end', () => lost(new Error('the connection ended')))
    client.on('notification', ({ payload }) => listener.notice(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      listener.connected()
    } catch (error) {
      lost(error)
    }
  }

  void connect()
  return {
    async end() {
      isEnded = true
      clearTimeout(again)
      await current?.end()
    },
  }
}
