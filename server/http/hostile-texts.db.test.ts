import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, testPassword } from '../../test/admin.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { shopLog } from '../shop/log.ts'

const hostile = '"><img src=x onerror=alert(1)>'
const email = 'secret-buyer@example.com'
const secrets = new Map<string, string>()

let test: TestShop
let log = ''
beforeAll(async () => {
  test = await createTestShop()
  const write = (line: string) => {
    log += line
  }
  Object.assign(test.shop, { log: shopLog('debug', { write }) })
  const plain = giftItem('6-months')
  const cart = [
    {
      ...plain,
      shippingDetails: {
        ...plain.shippingDetails!,
        fullName: `Hidden Name ${hostile}`,
        address: `9 Quiet Lane ${hostile}`,
      },
      giftDetails: {
        ...plain.giftDetails!,
        senderName: hostile,
        recipientEmail: 'secret-recipient@example.com',
        giftMessage: `${hostile}</p><script>alert(1)</script>`,
      },
    },
  ]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  const paid = await test.pay(clientSecret, { email })
  expect((await test.order(cart, paid.body.paymentIntentId, email)).status).toBe(200)
  const message = {
    name: hostile,
    email,
    category: 'general',
    subject: `${hostile}\r\nBcc: a@b.co`,
    message: `${hostile} Which size?`,
  }
  await test.post('/api/contact', message)
  await test.post('/api/account/link', { email })
  await test.work()
  const link = test.mails.flatMap(({ text }) => text.match(/\/account#([\w-]{43})/)?.[1] ?? [])[0]!
  expect((await test.post('/api/account/session', { token: link })).status).toBe(200)
  const gift = test.mails.flatMap(({ text }) => text.match(/\/gift\/([\w-]{43})/)?.[1] ?? [])
  const owner = await signIn(test)
  await test.post('/api/auth/login', { username: 'test-owner', password: 'a wrong password' })
  await owner.get('/api/admin/orders')
  await test.app.request(`/card/${'t'.repeat(43)}`)
  for (const [name, secret] of Object.entries({
    clientSecret,
    link,
    cookie: owner.cookie.split('=')[1]!,
    password: testPassword,
    wrongPassword: 'a wrong password',
    cardToken: 't'.repeat(43),
    ...(gift[0] ? { gift: gift[0] } : {}),
    email,
    recipient: 'secret-recipient@example.com',
    name: 'Hidden Name',
    street: 'Quiet Lane',
    message: 'Which size?',
  }))
    secrets.set(name, secret)
})
afterAll(() => test.close())

describe('a buyer’s hostile text', () => {
  it('appears in emails, pages and calls as text', async () => {
    expect(test.mails.length).toBeGreaterThan(2)
    for (const { html, subject, kind } of test.mails) {
      expect(html, kind).not.toMatch(/<img src=x|<script/)
      expect(subject, kind).not.toMatch(/[\r\n]/)
    }
    const owner = await signIn(test)
    for (const path of ['/api/admin/orders', '/api/admin/messages']) {
      const { headers } = await owner.request('GET', path)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('and secrets appear in no log line, even at the most verbose', () => {
    expect(log).toContain('/api/orders/guest')
    for (const [name, secret] of secrets) expect(log.includes(secret), name).toBe(false)
  })
})
