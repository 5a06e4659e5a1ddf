import pg from 'pg'
import type { Listener } from './database.ts'
import { usualLimits } from './patience.ts'
import type { Hosts } from './several-hosts.ts'
import { ConnectionWatch } from './watch-connections.ts'

/** Milliseconds before reconnecting a cut connection. */
const comeBackAfter = 500
/** Milliseconds between questions whether the connection is still there: nobody tells who only listens. */
const askEvery = 20_000

/**
 * Listens to a channel over its own connection, because a pool's connections come and go. Reconnects for as long as it
 * takes.
 * @param hosts one of which takes writes, and so sends notices
 * @param channel one of our own identifiers, never a visitor's input
 */
export function listenServer(
  hosts: Hosts,
  channel: string,
  listener: Listener,
  { limits = usualLimits, every = askEvery } = {},
): { end(): Promise<void> } {
  const Client = new ConnectionWatch(limits).clientOf(pg.Client)
  let isEnded = false
  let current: pg.Client | null = null
  let again: NodeJS.Timeout | undefined

  async function connect() {
    const connectionString = await hosts.find().catch(() => hosts.current)
    if (isEnded) return
    const client = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: limits.connect })
    current = client
    let asking: NodeJS.Timeout | undefined
    const lost = (error: unknown) => {
      clearInterval(asking)
      // An error is followed by an end; handle only the first.
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
      asking = setInterval(() => client.query('select 1').catch(lost), every).unref()
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
