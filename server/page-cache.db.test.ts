import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { createApp } from './app.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('a page in the cache', () => {
  it('is whole for visitors, although the first to ask wanted the headers alone', async () => {
    // As React Router renders: nothing for HEAD.
    const pages = async ({ method }: Request) =>
      new Response(method === 'HEAD' ? null : '<h1>Home</h1>', { headers: { 'content-type': 'text/html' } })
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    const head = await app.request('/', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe('13')
    expect(await (await app.request('/')).text()).toBe('<h1>Home</h1>')
  })
})
