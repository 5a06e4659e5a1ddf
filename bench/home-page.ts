import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import { sendRequests } from './load.ts'
import { hasNginx, startNginx } from './nginx-server.ts'
import { processorOf } from './processor.ts'
import { atLeast, type Row } from './row.ts'

/**
 * The home page from the page cache, compared with a plain Node server, and with nginx if installed, sending the same
 * bytes; and a page rendered anew for each request.
 */
export async function benchHomePage(): Promise<Row[]> {
  const shop = await startShopProcess({ env: { LOG_LEVEL: 'silent' } })
  // The second reply is cached and compressed.
  await rawAnswer(shop.address)
  const { bytes, headers } = await rawAnswer(shop.address)
  const [file, headersFile] = ['home.br', 'headers.json'].map((name) => path.join(shop.dataDir, name))
  writeFileSync(file!, bytes)
  writeFileSync(headersFile!, JSON.stringify(headers))
  const peer = await startPlainServer(file!, headersFile!)
  // Wait until the repairs after a start are over, so that they aren't measured.
  await setTimeout(10_000)
  const [[ours, ofOurs], [theirs, ofTheirs]] = (await compare(shop, peer)) as [Load, Load]
  peer.stop()
  // A page that doesn't exist is never cached, so each request renders it.
  const [rendered, ofRendered] = await load(`${shop.address}/nowhere`, shop.pid, 404)
  const nginx = hasNginx() ? await startNginx(bytes) : null
  const nginxs = nginx ? (await sendRequests(nginx.address, { seconds: 5, status: 200 })).rate : null
  await nginx?.stop()
  await shop.stop()
  removeData(shop.dataDir)
  return [
    {
      ...atLeast('', ofTheirs / ofOurs, 0.8, 'finding the page, and counting it for the metrics'),
      what: `processor of the home page from cache (${(bytes.length / 1000).toFixed(1)} kB br), µs`,
      ours: ofOurs.toFixed(0),
      peer: `${ofTheirs.toFixed(0)} plain Node server, same headers and bytes; theirs ÷ ours at least 0.8`,
      ratio: (ofTheirs / ofOurs).toFixed(2),
    },
    {
      what: 'requests/s of it',
      ours: ours.toFixed(0),
      peer: `${theirs.toFixed(0)} plain Node server`,
      ratio: (ours / theirs).toFixed(2),
      limitedBy: 'the sender of requests, who shares the cores',
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
      limitedBy: `React rendering and compressing one page: ${ofRendered.toFixed(0)} µs of processor`,
    },
  ]
}

/** Requests per second, and microseconds of CPU time for each. */
type Load = [rate: number, processor: number]

/**
 * Counted in requests, including the warm-up, in which Node compiles hot code: on a busy machine, seconds may hold only a
 * few requests.
 */
const [warm, measured, rounds] = [60_000, 40_000, 5]

/** The same number of requests to each, in turns, so that other load on the machine affects all of them. */
async function compare(...servers: { address: string; pid: number }[]): Promise<Load[]> {
  const sums = servers.map(() => ({ used: 0, sent: 0, seconds: 0 }))
  for (const { address } of servers) await sendRequests(address, { amount: warm, status: 200 })
  for (let round = 0; round < rounds; round++) {
    for (const [place, { address, pid }] of servers.entries()) {
      const before = processorOf(pid)
      const { rate, sent } = await sendRequests(address, { amount: measured, status: 200 })
      const sum = sums[place]!
      sum.used += processorOf(pid) - before
      sum.sent += sent
      sum.seconds += sent / rate
    }
  }
  return sums.map(({ used, sent, seconds }) => [sent / seconds, (used / sent) * 1e6])
}

/** The same for one server for five seconds, after one second of warm-up. */
async function load(address: string, pid: number, status: number): Promise<Load> {
  await sendRequests(address, { seconds: 1, status })
  const before = processorOf(pid)
  const { rate, sent } = await sendRequests(address, { seconds: 5, status })
  return [rate, ((processorOf(pid) - before) / sent) * 1e6]
}

// fetch() always decompresses, but the peer has to send the bytes as they travel.
function rawAnswer(address: string): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      // Headers that Node adds itself.
      const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers
      response.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), headers: headers as Record<string, string> }),
      )
    }).on('error', reject)
  })
}

type Peer = { address: string; pid: number; stop(): void }

function startPlainServer(...files: string[]): Promise<Peer> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'plain-server.ts'), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) => {
    child.stdout.once('data', (port: Buffer) => {
      const address = `http://127.0.0.1:${String(port).trim()}/`
      resolve({ address, pid: child.pid!, stop: () => child.kill() })
    })
  })
}
