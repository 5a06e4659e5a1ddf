import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** Has a server listen on a free port of this machine. Closing it also ends its connections. */
export async function listen(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
