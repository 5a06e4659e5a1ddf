import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

it('a body that names the object prototype changes nothing', async () => {
  const poison = '"__proto__":{"isAdmin":true,"role":"owner"},"constructor":{"prototype":{"isAdmin":true}}'
  const person = '"name":"Maya","email":"maya@example.com","subject":"Hello","message":"A question."'
  for (const body of [`{${poison},${person}}`, `{"cartItems":[{${poison}}]}`, `[{${poison}}]`]) {
    for (const path of ['/api/contact', '/api/create-payment-intent', '/api/auth/login'])
      expect((await test.post(path, body)).status, `${path} ${body}`).toBeLessThan(500)
  }
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  expect(({} as Record<string, unknown>).role).toBeUndefined()
})

it('a repeated parameter is read once, never as a list', async () => {
  const owner = await signIn(test)
  const once = await owner.get('/api/admin/mails?state=sent')
  const twice = await owner.get('/api/admin/mails?state=sent&state=failed&state[]=due')
  expect(once.status).toBe(200)
  expect([200, 400]).toContain(twice.status)
  if (twice.status === 200) expect(twice.body).toEqual(once.body)
  expect((await owner.get('/api/admin/mails?state[]=sent&state[$ne]=x')).status).toBeLessThan(500)
})

it('a hundred chosen orders are exported, though their ids make a long address', async () => {
  const owner = await signIn(test)
  const chosen = Array.from({ length: 100 }, () => crypto.randomUUID()).join(',')
  const answer = await owner.request('GET', `/api/admin/orders.csv?only=${chosen}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
})

it('the second step can’t be set up or removed without the password', async () => {
  const owner = await signIn(test, 'owner', 'borrowed-screen')
  for (const path of ['/api/auth/two-step', '/api/auth/two-step/end'])
    expect((await owner.post(path, { code: '000000', password: 'a guess of a stranger' })).status, path).toBe(
      403,
    )
})

it('an oversized sign-in is refused, without a server error', async () => {
  const large = 'x'.repeat(17_000)
  for (const body of [
    { username: large, password: 'a' },
    { username: 'a', password: large },
  ]) {
    const answer = await test.post('/api/auth/login', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'body_too_large'])
  }
  const second = await test.post('/api/auth/second-step', { challenge: large, code: '1' })
  expect([second.status, second.body.code]).toEqual([400, 'body_too_large'])
})

it('a link with a NUL leads nowhere, without a server error', async () => {
  const links = [
    'GET /newsletter/confirm/%00',
    'POST /newsletter/unsubscribe/a%00',
    'POST /newsletter/unsubscribe?token=%00',
    'POST /mail/stop/%00',
    'POST /card/demo/%00',
    'GET /card/%00',
  ]
  for (const link of links) {
    const [method, path] = link.split(' ') as [string, string]
    expect((await test.app.request(path, { method })).status, link).toBe(400)
  }
})
