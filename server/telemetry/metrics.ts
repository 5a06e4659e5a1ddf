import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof processMetrics>

/** What this process measures, in Prometheus units: seconds, bytes, totals. One registry per shop. */
export function processMetrics() {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer was ready, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
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
    works,
    workFailures,
    /** Memory, event loop and garbage collection: per process, so not for shops in tests. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  }
}
