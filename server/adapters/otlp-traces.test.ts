import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listen } from '../../test/listen.ts'
import { tracedPort } from '../shop/trace.ts'
import { otlpTraces } from './otlp-traces.ts'

type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
type Span = {
  name: string
  spanId: string
  parentSpanId?: string
  status: { code?: number; message?: string }
}

it('the collector gets work as one tree, and only the kind of an error', async () => {
  const bodies: Sent[] = []
  const collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      expect(request.url).toBe('/v1/traces')
      bodies.push(JSON.parse(Buffer.concat(parts).toString()) as Sent)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  const { address, close } = await listen(collector)
  const traces = otlpTraces(`${address}/`, 'A shop')
  const payments = tracedPort(
    'payments',
    {
      kind: 'demo',
      plain: () => 3,
      charge: async () => Promise.reject(new TypeError('maya@example.com has no card')),
    },
    traces.trace,
  )
  expect([payments.kind, payments.plain()]).toEqual(['demo', 3])
  await expect(traces.trace('POST call', { 'request.id': '1' }, () => payments.charge())).rejects.toThrow(
    'no card',
  )
  await traces.close()
  await close()
  const spans = bodies.flatMap((body) =>
    body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((s) => s.spans)),
  )
  const root = spans.find((span) => span.name === 'POST call')!
  const charge = spans.find((span) => span.name === 'payments.charge')!
  expect(charge.parentSpanId).toBe(root.spanId)
  expect(charge.status).toMatchObject({ code: 2, message: 'TypeError' })
  expect(JSON.stringify(bodies)).not.toContain('maya@example.com')
})
