import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxes, memberships, outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { deleteMyData } from '../account/privacy/delete-my-data.ts'
import { limitCaller } from '../limits/count-hits.ts'

const maya = 'maya@example.com'
const minute = 60_000

let test: TestShop
let orderNumber: string
beforeAll(async () => {
  test = await createTestShop({ env: { TRUST_PROXY: '1' } })
  await join(test, [selfItem('monthly')])
  await test.work()
  orderNumber = confirmation().subject.match(/BC-\S+/)![0]
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(3 * 60 * minute))

const confirmation = () => test.mails.findLast(({ kind }) => kind === 'order-confirmation')!
const manageToken = () => confirmation().text.match(/\/mail\/manage\/([\w-]+)/)![1]!
const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (address: string) => test.post('/api/account/link', { email: maya }, from(address))
const askReturn = (address: string) =>
  test.post('/api/account/returns', { email: maya, orderNumber }, from(address))
const linksOf = (kind: string, since: number) => test.mails.slice(since).filter((mail) => mail.kind === kind)
const open = (token: string) => test.post('/api/account/session', { token })

function press(token: string, headers: Record<string, string> = {}) {
  const own = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers }
  return test.app.request(`/mail/manage/${token}`, { method: 'POST', headers: own })
}

describe('a member whose address a stranger keeps typing in', () => {
  it('always finds a working link in the mailbox', async () => {
    const begun = test.mails.length
    for (let hour = 0; hour < 3; hour++) {
      for (let minutes = 0; minutes < 60; minutes += 5) {
        await ask(`203.0.113.${minutes}`)
        await test.work()
        test.clock.advance(5 * minute)
      }
      expect((await ask('198.51.100.7')).status).toBe(200)
      await test.work()
      const token = linksOf('magic-link', begun)
        .at(-1)!
        .text.match(/\/account#([\w-]{43})/)![1]!
      expect((await open(token)).status).toBe(200)
      test.clock.advance(minute)
    }
    // Three an hour for the asker, plus one for each used link.
    expect(linksOf('magic-link', begun).length).toBeLessThanOrEqual(3 * 4 + 1)
  })

  it('gets return links the same way', async () => {
    const begun = test.mails.length
    for (let wish = 0; wish < 40; wish++) await askReturn(`203.0.113.${wish}`)
    expect((await askReturn('198.51.100.7')).status).toBe(200)
    await test.work()
    const mails = linksOf('exchange-link', begun)
    expect(mails).toHaveLength(1)
    const token = mails[0]!.text.match(/#([\w-]{43})/)![1]!
    test.clock.advance(9 * minute)
    expect((await open(token)).status).toBe(200)
  })

  it('gets one email, however many ask at once', async () => {
    const begun = test.mails.length
    await Promise.all(Array.from({ length: 12 }, (_, who) => ask(`203.0.113.${who}`)))
    await test.work()
    expect(linksOf('magic-link', begun)).toHaveLength(1)
  })

  it('isn’t requested endlessly by one caller, whatever work they do', async () => {
    for (let wish = 0; wish < 240; wish++)
      await limitCaller(test.shop, 'member-link', '203.0.113.77', [1_000, 1_000], '')
    expect(await ask('203.0.113.77')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await ask('198.51.100.7')).status).toBe(200)
  })

  it('gets a link at once after the last one was dropped, as by sign-out everywhere', async () => {
    await ask('203.0.113.1')
    const dropped = { sentAt: test.clock.now(), droppedBecause: 'its reader signed out everywhere' }
    await test.shop.db.update(outbox).set(dropped).where(isNull(outbox.sentAt))
    const begun = test.mails.length
    await ask('203.0.113.1')
    await test.work()
    expect(linksOf('magic-link', begun)).toHaveLength(1)
  })

  it('gets a link after an undeliverable email was given up', async () => {
    test.mailbox.refuse(new Error('away'))
    await ask('203.0.113.1')
    await test.work()
    test.mailbox.refuse(null)
    test.clock.advance(31 * minute)
    await test.work()
    const begun = test.mails.length
    await ask('198.51.100.7')
    await test.work()
    expect(linksOf('magic-link', begun)).toHaveLength(1)
  })
})

describe('the link in an email about money', () => {
  it('opens the member’s page without another email, on a click and not before', async () => {
    const before = test.mails.length
    const page = await test.app.request(`/mail/manage/${manageToken()}`)
    expect(page.status).toBe(200)
    expect(page.headers.getSetCookie()).toEqual([])
    expect(page.headers.get('cache-control')).toBe('no-store')
    const pressed = await press(manageToken())
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/account'])
    const cookie = pressed.headers.getSetCookie()[0]!.split(';')[0]!
    const account = await test.app.request('/api/account', { headers: { cookie } })
    expect(account.status).toBe(200)
    expect(((await account.json()) as { email: string }).email).toBe(maya)
    expect(test.mails).toHaveLength(before)
    // Whoever it was forwarded to must not get the data.
    const data = await test.app.request('/api/account/my-data', { headers: { cookie } })
    expect([data.status, await data.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'confirm_first' }),
    ])
  })

  it('can’t be opened by another site, or with an altered token', async () => {
    expect((await press(manageToken(), { origin: 'https://elsewhere.example' })).status).toBe(403)
    const bytes = Buffer.from(manageToken(), 'base64url')
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1
      expect((await press(changed.toString('base64url'))).status, String(place)).toBe(404)
    }
    for (const token of ['x', `${manageToken()}AA`, manageToken().slice(0, -2)])
      expect((await press(token)).status).toBe(404)
  })

  it('ends at sign-out everywhere, and a later email has a new one', async () => {
    const old = manageToken()
    const session = await signInMember(test, maya)
    await session.post('/api/account/sign-out-everywhere')
    expect((await press(old)).status).toBe(404)
    test.clock.advance(minute)
    await join(test, [selfItem('6-months')])
    await test.work()
    expect((await press(manageToken())).status).toBe(303)
  })

  it('works for sixty days', async () => {
    test.clock.advance(59 * 24 * 60 * minute)
    expect((await press(manageToken())).status).toBe(303)
    test.clock.advance(2 * 24 * 60 * minute)
    expect((await press(manageToken())).status).toBe(404)
  })

  it('is void once its reader’s data is deleted', async () => {
    const email = 'leaves@example.com'
    const cart = [selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } })]
    const started = await test.post('/api/create-payment-intent', { cartItems: cart })
    const paid = await test.pay(started.body.clientSecret, { email })
    await test.order(cart, paid.body.paymentIntentId, email)
    await test.work()
    const token = manageToken()
    expect((await press(token)).status).toBe(303)
    await test.shop.db
      .update(memberships)
      .set({ renews: false, status: 'ended' })
      .where(eq(memberships.payerEmail, email))
    await test.shop.db.update(boxes).set({ state: 'delivered' })
    await deleteMyData(
      test.shop,
      { confirm: email } as never,
      { email, sessionId: '00000000-0000-4000-8000-000000000000' },
      { address: '', keep: () => {} },
    )
    expect((await press(token)).status).toBe(404)
  })
})
