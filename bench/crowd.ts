import { startPostgres } from '../test/postgres.ts'
import { seededRandom } from '../test/random.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import { sendCrowd, signInOverHttp } from '../test/traffic.ts'
import type { Row } from './row.ts'

/** Rounds of visits; the first one is a warm-up. Together about an hour of a shop with 7,000 visits an hour. */
const [rounds, visits] = [5, 1_400]
const password = 'twelve saddle stitches'
/** The 99th percentile of a visitor's wait, and the longest time the event loop may be blocked; milliseconds. */
const limits = { request: 1_000, eventLoop: 250 }
/** How much more memory the last round may hold than the second, as a factor. */
const growth = 1.25

/** An hour of traffic in a minute or two: a whole shop in its own process, PostgreSQL next to it, the crowd in this one. */
export async function benchCrowd(): Promise<Row[]> {
  const postgres = await startPostgres()
  const env = {
    DATABASE_URL: postgres.url('postgres'),
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    MONITOR_TOKEN: password,
  }
  const shop = await startShopProcess({ env })
  const adminCookie = await signInOverHttp(shop.address, 'admin', password)
  const random = seededRandom(7)
  const idle = memoryIn(await metricsOf(shop.address))
  const memory: number[] = []
  const deaf: number[] = []
  const all: Record<string, number[]> = {}
  const failures: string[] = []
  let requests = 0
  const began = performance.now()
  for (let round = 0; round < rounds; round++) {
    const crowd = await sendCrowd({
      address: shop.address,
      visits,
      atOnce: 12,
      adminCookie,
      random,
      from: round * visits,
    })
    failures.push(...crowd.failures)
    for (const [kind, times] of Object.entries(crowd.milliseconds)) {
      all[kind] = [...(all[kind] ?? []), ...times]
      requests += times.length
    }
    // Asked only once, because asking restarts the measurement of the event loop.
    const text = await metricsOf(shop.address)
    memory.push(memoryIn(text))
    deaf.push(metricIn(text, 'nodejs_eventloop_lag_p99_seconds'))
  }
  const seconds = (performance.now() - began) / 1000
  await shop.stop()
  removeData(shop.dataDir)
  await postgres.stop()
  const ratio = memory.at(-1)! / memory[1]!
  const p99OfLoop = Math.max(...deaf) * 1000
  return [
    {
      what: `a crowd of ${rounds * visits} visits, requests that failed`,
      ours: `${failures.length} of ${requests}${failures[0] ? `, first: ${failures[0].slice(0, 80)}` : ''}`,
      peer: 'at most 0',
      ratio: `${(requests / seconds).toFixed(0)}/s`,
      limitedBy: 'both cores: the shop, PostgreSQL and the crowd share them',
      isBroken: failures.length > 0,
    },
    ...Object.entries(all).map(([kind, times]) => percentile(kind, times)),
    {
      what: 'memory after the last round, MB (idle, second round)',
      ours: `${memory.at(-1)!.toFixed(0)} (${idle.toFixed(0)}, ${memory[1]!.toFixed(0)})`,
      peer: `at most ${growth} times the second round`,
      ratio: ratio.toFixed(2),
      limitedBy: 'the garbage collector, which takes what it is given',
      isBroken: ratio > growth,
    },
    {
      what: 'event loop deaf, 99th percentile of the worst round, ms',
      ours: p99OfLoop.toFixed(0),
      peer: `at most ${limits.eventLoop}`,
      ratio: (p99OfLoop / limits.eventLoop).toFixed(2),
      limitedBy: 'rendering of pages and mails, a few milliseconds each',
      isBroken: p99OfLoop > limits.eventLoop,
    },
  ]
}

function percentile(kind: string, times: number[]): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  const p50 = sorted[Math.floor(sorted.length * 0.5)] ?? 0
  return {
    what: `"${kind}" under that load, 99th percentile of ${times.length}, ms`,
    ours: `${p99.toFixed(0)} (half: ${p50.toFixed(0)})`,
    peer: `at most ${limits.request}`,
    ratio: (p99 / limits.request).toFixed(2),
    limitedBy: 'twelve visitors at once on two cores',
    isBroken: p99 > limits.request,
  }
}

const metricsOf = async (address: string) =>
  (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${password}` } })).text()

const metricIn = (text: string, name: string) =>
  Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 'NaN')

const memoryIn = (text: string) => metricIn(text, 'process_resident_memory_bytes') / 1e6
