import { Hono } from 'hono'
import { html } from 'hono/html'
import { expect, it } from 'vitest'
import type { Shop } from '../shop/shop.ts'
import type { Pages } from './page-context.ts'
import { teller } from './told-page.ts'

const shop = {
  config: { publicUrl: 'https://shop.example', shopName: 'Belt Club', analytics: null },
  payments: { kind: 'demo' },
  now: () => new Date('2026-11-28T12:00:00Z'),
  log: { warn: () => {} },
} as unknown as Shop

/** The pages of a shop, each of them a frame. */
const frames = (asked: string[]): Pages =>
  Object.assign(async (request: Request, { frame }: Parameters<Pages>[1]) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (!frame) return new Response(null)
    const page = `<html><title>From our email | Belt Club</title><script>theme()</script><header>Belt Club</header><h1>${frame.title}</h1>${frame.body}</html>`
    return new Response(page)
  })

async function read(tell: ReturnType<typeof teller>, isGift = false) {
  const app = new Hono().get('/', (context) =>
    tell(context, { title: 'You & $& <b>', body: html`<p>${'$1 <i>'}</p>`, status: 409, isGift }),
  )
  const response = await app.request('/')
  return { status: response.status, page: await response.text(), headers: response.headers }
}

it('a page of a link has the shop’s frame, its own title, and words as they are', async () => {
  const asked: string[] = []
  const tell = teller(shop, frames(asked))
  const { status, page, headers } = await read(tell)
  expect(status).toBe(409)
  expect(page).toBe(
    '<html><title>You &amp; $&amp; &lt;b&gt; | Belt Club</title><script>theme()</script><header>Belt Club</header><h1>You &amp; $&amp; &lt;b&gt;</h1><p>$1 &lt;i&gt;</p></html>',
  )
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
  await read(tell)
  expect(asked, 'made-up addresses render nothing').toEqual(['/page/told'])
  await read(tell, true)
  expect(asked[1], 'a gift’s frame leads to no price').toBe('/gift/letter/told')
})

it('without a frame, the words stand alone', async () => {
  const tell = teller(
    shop,
    Object.assign(async () => new Response(null, { status: 500 })),
  )
  expect((await read(tell)).page).toMatch(/<title>You &amp;[\s\S]*<h1>You &amp;.*<p>\$1 &lt;i&gt;<\/p>/)
})
