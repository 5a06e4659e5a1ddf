import net from 'node:net'
import path from 'node:path'

/** Stands between the shop and its PostgreSQL server, and can forget connections as a firewall does. */
export type FreezingProxy = {
  /** the database's address through it */
  url: string
  /** carries nothing more over the present connections and tells neither side; new ones pass */
  freeze(): void
  close(): Promise<void>
}

/** @param address of a database, over the server's socket or TCP */
export async function startFreezingProxy(address: string): Promise<FreezingProxy> {
  const { hostname, port, username, password, searchParams, pathname } = new URL(address)
  const folder = searchParams.get('host')
  const toServer = () =>
    folder
      ? net.connect(path.join(folder, `.s.PGSQL.${searchParams.get('port')}`))
      : net.connect(Number(port), hostname)
  const open = new Set<net.Socket[]>()
  const server = net.createServer((client) => {
    const upstream = toServer()
    const pair = [client, upstream]
    open.add(pair)
    client.pipe(upstream).pipe(client)
    for (const each of pair)
      each
        .on('error', () => {})
        .on('close', () => {
          if (open.delete(pair)) for (const one of pair) one.destroy()
        })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const frozen = new Set<net.Socket>()
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${(server.address() as net.AddressInfo).port}${pathname}`,
    freeze() {
      for (const pair of open) {
        open.delete(pair)
        for (const each of pair) {
          frozen.add(each)
          // What arrives is acknowledged and goes nowhere.
          each
            .unpipe()
            .removeAllListeners('end')
            .on('data', () => {})
            .resume()
        }
      }
    },
    async close() {
      for (const each of [...frozen, ...[...open].flat()]) each.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
