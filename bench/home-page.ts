import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './bench.ts'
import { requestsPerSecond } from './load.ts'

/** The home page from the page cache against a plain Node server that sends the same bytes. */
export async function benchHomePage(): Promise<Row[]> {
  const shop = await startShopProcess({ env: { LOG_LEVEL: 'silent' } })
  const response = await fetch(shop.address, { headers: { 'accept-encoding': 'br' } })
  await response.text()
  const bytes = await rawBody(shop.address)
  const file = path.join(shop.dataDir, 'home.br')
  writeFileSync(file, bytes)
  const peer = await startPlainServer(file)
  const ours = await requestsPerSecond(shop.address)
  const theirs = await requestsPerSecond(peer.address)
  peer.stop()
  await shop.stop()
  removeData(shop.dataDir)
  return [
    {
      what: `home page from cache (${(bytes.length / 1000).toFixed(1)} kB br), requests/s`,
      ours: ours.toFixed(0),
      peer: `${theirs.toFixed(0)} plain Node server, same bytes`,
      ratio: (ours / theirs).toFixed(2),
      limitedBy: 'one core: routing and headers of Hono per request',
    },
  ]
}

// fetch() always decompresses; the peer has to send what travels.
function rawBody(address: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    import('node:http').then(({ get }) =>
      get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks)))
      }).on('error', reject),
    )
  })
}

function startPlainServer(file: string): Promise<{ address: string; stop(): void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'plain-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) => {
    child.stdout.once('data', (port: Buffer) =>
      resolve({ address: `http://127.0.0.1:${String(port).trim()}/`, stop: () => child.kill() }),
    )
  })
}
