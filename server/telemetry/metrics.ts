import { isDeepStrictEqual } from 'node:util'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof processMetrics>

/** What this process counts, in Prometheus' terms: seconds, bytes, totals. One registry a shop. */
export function processMetrics() {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer was ready, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
    collect: () => readyPages.hand(),
  })
  const readyPages = new Tally(requests, { method: 'GET', route: 'page', status: '2xx' })
  const works = new Histogram({
    name: 'shop_work_duration_seconds',
    help: 'Time of one round of a part of the background work',
    labelNames: ['part'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  const workFailures = new Counter({
    name: 'shop_work_failures_total',
    help: 'Rounds of the background work that failed and are tried again',
    labelNames: ['part'] as const,
    registers: [registry],
  })
  return {
    registry,
    requests,
    readyPages,
    works,
    workFailures,
    /** Memory, event loop and garbage collection, which belong to a process, not to a shop in a test. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  }
}

type Kept = { labels: object; sum: number; count: number; bucketValues: Record<string, number> }

/**
 * One line of a histogram, counted by itself and handed over when somebody asks: to find its place in the histogram for each of
 * thousands of pages a second costs more than to find the page.
 */
class Tally {
  #count = 0
  #sum = 0
  readonly #inBucket: Float64Array
  readonly #bounds: readonly number[]
  readonly #histogram: Histogram
  readonly #labels: Record<string, string>

  constructor(histogram: Histogram<'method' | 'route' | 'status'>, labels: Record<string, string>) {
    this.#histogram = histogram as Histogram
    this.#labels = labels
    this.#bounds = inside(this.#histogram).upperBounds
    this.#inBucket = new Float64Array(this.#bounds.length)
  }

  observe(seconds: number) {
    this.#count += 1
    this.#sum += seconds
    for (let bucket = 0; bucket < this.#bounds.length; bucket++) {
      if (seconds > this.#bounds[bucket]!) continue
      this.#inBucket[bucket]! += 1
      return
    }
  }

  hand() {
    if (this.#count === 0) return
    const { hashMap } = inside(this.#histogram)
    const isOurs = ({ labels }: Kept) => isDeepStrictEqual(labels, this.#labels)
    if (!Object.values(hashMap).some(isOurs)) this.#histogram.zero(this.#labels)
    const kept = Object.values(hashMap).find(isOurs)!
    kept.sum += this.#sum
    kept.count += this.#count
    for (const [bucket, bound] of this.#bounds.entries()) kept.bucketValues[bound]! += this.#inBucket[bucket]!
    this.#count = 0
    this.#sum = 0
    this.#inBucket.fill(0)
  }
}

/** The library adds one at a time only, so its fields are read; server/telemetry/watch.db.test.ts holds what comes out. */
const inside = (histogram: Histogram) =>
  histogram as unknown as { upperBounds: readonly number[]; hashMap: Record<string, Kept> }
