import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  const cart = [selfItem('monthly')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  await test.order(cart, (await test.pay(clientSecret)).body.paymentIntentId)
  await test.work()
})
afterAll(() => test.close())

async function tokenSentTo(email: string): Promise<string | undefined> {
  const before = test.mails.length
  await test.post('/api/account/link', { email })
  await test.work()
  const mail = test.mails
    .slice(before)
    .find((sent) => sent.kind === 'magic-link' && sent.to === email.trim().toLowerCase())
  return mail?.text.match(/\/account#([\w-]{43})/)?.[1]
}

const open = (token: string) =>
  test.app.request('/api/account/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })

describe('the way into the member’s page', () => {
  it('is a link that works once and for thirty minutes', async () => {
    const token = await tokenSentTo(' Maya@Example.com ')
    const opened = await open(token!)
    expect(opened.status).toBe(200)
    expect(opened.headers.getSetCookie()[0]).toMatch(
      /^__Host-member=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict/,
    )
    expect((await open(token!)).status).toBe(404)
    const late = await tokenSentTo('maya@example.com')
    test.clock.advance(31 * 60_000)
    expect((await open(late!)).status).toBe(404)
  })

  it('is answered the same for an address that is not known, which gets no mail', async () => {
    const known = await test.post('/api/account/link', { email: 'maya@example.com' })
    const unknown = await test.post('/api/account/link', { email: 'nobody@example.com' })
    expect(unknown).toEqual(known)
    expect(await tokenSentTo('nobody@example.com')).toBeUndefined()
  })

  it('ends with the sign-out', async () => {
    const maya = await signInMember(test, 'maya@example.com')
    expect((await maya.post('/api/account/sign-out')).status).toBe(200)
    expect((await maya.post('/api/account/sign-out')).status).toBe(401)
  })

  it('is closed to pages of other sites', async () => {
    const maya = await signInMember(test, 'maya@example.com')
    const answer = await test.app.request('/api/account/sign-out', {
      method: 'POST',
      headers: { ...maya.headers, origin: 'https://elsewhere.example' },
      body: '{}',
    })
    expect(answer.status).toBe(403)
  })
})
