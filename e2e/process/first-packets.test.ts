import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

/**
 * A server sends ten packets before it waits for a word (RFC 6928 §2). The first screen travels in them; the three that may
 * follow a round trip later hold what is far below it.
 */
const firstPackets = 13 * 1460

let shop: ShopProcess
beforeAll(async () => {
  shop = await startShopProcess({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await shop.stop()
  removeData(shop.dataDir)
})

it('the home page and its headers fit in thirteen packets', async () => {
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get(shop.address, { headers: { 'accept-encoding': 'br' } }, resolve),
  )
  // Behind each name ': ', behind each value and each line the end of the line.
  let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length + answer.rawHeaders.join('  ').length + 2
  for await (const chunk of answer) bytes += chunk.length
  expect(answer.headers['content-encoding']).toBe('br')
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(firstPackets)
})
