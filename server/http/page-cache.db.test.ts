import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'

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

  it('is shown as it was while it cannot be made anew, and made anew afterwards', async () => {
    let forget = () => {}
    let state: 'good' | 'throws' | 'fails' = 'good'
    let made = 0
    const pages = async () => {
      if (state === 'throws') throw new Error('the database is away')
      const body = `<h1>${++made}</h1>`
      return new Response(body, {
        status: state === 'fails' ? 500 : 200,
        headers: { 'content-type': 'text/html' },
      })
    }
    const app = createApp({
      shop: test.shop,
      database: { ping: async () => {} },
      pages,
      whenChanged: (whoForgets) => {
        forget = whoForgets
      },
    })
    const home = async () => (await app.request('/')).text()
    expect(await home()).toBe('<h1>1</h1>')
    for (state of ['throws', 'fails'] as const) {
      forget()
      forget()
      expect(await home()).toBe('<h1>1</h1>')
    }
    state = 'good'
    expect(await home()).toBe('<h1>3</h1>')
  })
})
