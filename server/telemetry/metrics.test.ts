import { expect, it } from 'vitest'
import { processMetrics } from './metrics.ts'

it('counts pages that were ready together with those that were made, each once however often it is asked', async () => {
  const metrics = processMetrics()
  metrics.readyPages.observe(0.0002)
  metrics.readyPages.observe(0.03)
  metrics.requests.observe({ method: 'GET', route: 'page', status: '2xx' }, 20)
  await metrics.registry.metrics()
  metrics.readyPages.observe(0.0005)
  const text = await metrics.registry.metrics()
  const labels = 'method="GET",route="page",status="2xx"'
  const line = (name: string, le = '') =>
    text.split(`http_request_duration_seconds_${name}{${le}${labels}} `)[1]?.split('\n')[0]
  expect(line('bucket', 'le="0.001",')).toBe('2')
  expect(line('bucket', 'le="0.05",')).toBe('3')
  expect(line('bucket', 'le="10",')).toBe('3')
  expect(line('count')).toBe('4')
  expect(Number(line('sum'))).toBeCloseTo(20.0307, 4)
})
