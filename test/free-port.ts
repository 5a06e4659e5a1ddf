import net from 'node:net'

/**
 * Below the ports from which Linux (32768), macOS and Windows (49152) take any: what is stopped and started again on its
 * port would else find there a connection, or somebody who asked for port 0.
 */
const first = 20_000
const last = 32_000

/** A port on 127.0.0.1 that nobody listens on, and that nobody is given by chance until it is used. */
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
