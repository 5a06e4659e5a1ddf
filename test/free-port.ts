import net from 'node:net'

/**
 * Below the ephemeral ports of Linux (from 32768), macOS and Windows (49152). Otherwise, something restarted on its port
 * might find it used by a connection, or by someone who asked for port 0.
 */
const first = 20_000
const last = 32_000

/** A port on 127.0.0.1 that nobody listens on, and that the system won't give to anyone in the meantime. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${first} and ${last}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
