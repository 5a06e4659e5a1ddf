import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './bench.ts'
import { requestsPerSecond } from './load.ts'
import { hasNginx, startNginx } from './nginx-server.ts'

/**
 * The home page from the page cache against a plain Node server, and against nginx where there is one, that send the
 * same bytes; and a page that is made afresh for each request.
 */
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
  // A page that is not there is never kept: each request renders it.
  const rendered = await requestsPerSecond(`${shop.address}/nowhere`, 404)
  const nginx = hasNginx() ? await startNginx(bytes) : null
  const nginxs = nginx ? await requestsPerSecond(nginx.address) : null
  await nginx?.stop()
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
    {
      what: 'the same against nginx, one worker',
      ours: ours.toFixed(0),
      peer: nginxs === null ? 'nginx is not on this machine' : `${nginxs.toFixed(0)} nginx, same bytes`,
      ratio: nginxs === null ? '' : (ours / nginxs).toFixed(2),
      limitedBy: 'JavaScript against C; the sender of requests shares the cores',
    },
    {
      what: 'a page rendered for each request, requests/s',
      ours: rendered.toFixed(0),
      peer: `${ours.toFixed(0)} from cache`,
      ratio: (rendered / ours).toFixed(2),
      limitedBy: 'React rendering and compressing one page',
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
