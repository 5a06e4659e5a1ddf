import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderItems, orders, products } from '../../../db/schema.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join } from '../../../test/members.ts'
import { sentBelt } from '../../../test/sent-belt.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

type Page = Awaited<ReturnType<typeof signInMember>>
const beltsOf = async (page: Page) => (await page.get('/api/account/sent-belts')).body.belts
const gift = () => giftItem('6-months', { size: '36', styles: ['dress'] })

describe('the member’s exchange', () => {
  it('shows the choices, starts, reports its status, and can be canceled', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const [belt] = await beltsOf(page)
    expect(belt).toMatchObject({ boxId: box.id, size: '36', mayExchange: true, returns: ['refund'] })
    const options = (await page.get(`/api/account/sent-belts/${box.id}/options`)).body
    expect(options.belts[0]).toMatchObject({ id: box.productId })
    expect(options.belts[0].sizes).toContain('38')
    const ids = options.belts.map(({ id }: { id: string }) => id)
    const offered = await test.shop.db.select().from(products).where(inArray(products.id, ids))
    expect(offered.length).toBeGreaterThan(1)
    expect(new Set(offered.map(({ gender }) => gender))).toEqual(new Set(['male']))
    const asked = await page.post(`/api/account/sent-belts/${box.id}/exchange`, { kind: 'size', size: '38' })
    expect(asked.body.belt.exchange).toMatchObject({
      state: 'requested',
      canCancel: true,
      sendBy: '2027-01-09',
    })
    expect(asked.body.belt.exchange.wanted).toMatch(/, size 38$/)
    const id = asked.body.belt.exchange.id
    const back = await page.post(`/api/account/exchanges/${id}/cancel`)
    expect(back.body.belt).toMatchObject({ exchange: null, mayExchange: true })
  })

  it('can’t be seen, started or canceled by anyone else', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const asked = await page.post(`/api/account/sent-belts/${box.id}/exchange`, { kind: 'size', size: '38' })
    const stranger = await signInMember(test, 'stranger@example.com')
    expect(await beltsOf(stranger)).toEqual([])
    for (const answer of [
      await stranger.get(`/api/account/sent-belts/${box.id}/options`),
      await stranger.post(`/api/account/sent-belts/${box.id}/exchange`, { kind: 'damaged' }),
      await stranger.post(`/api/account/exchanges/${asked.body.belt.exchange.id}/cancel`),
      await stranger.post(`/api/account/sent-belts/${box.id}/feedback`, { fit: 'tight' }),
    ])
      expect(answer.status).toBe(404)
  })

  it('of a gift belongs to the recipient and its money to the giver, and hides the price', async () => {
    const { box, email } = await sentBelt(test, gift())
    const recipient = await signInMember(test, email)
    const giver = await signInMember(test, 'maya@example.com')
    const [theirs] = await beltsOf(recipient)
    expect(theirs).toMatchObject({ mayExchange: true, returns: ['credit'], mayTell: true })
    expect(JSON.stringify(theirs)).not.toMatch(/cents|amount|price|\$/i)
    const given = (await beltsOf(giver)).find((belt: { boxId: string }) => belt.boxId === box.id)
    expect(given).toMatchObject({ mayExchange: false, returns: ['refund'], mayTell: false })
    const path = `/api/account/sent-belts/${box.id}/exchange`
    for (const [page, remedy] of [
      [recipient, 'refund'],
      [giver, 'credit'],
    ] as const)
      expect((await page.post(path, { kind: 'return', remedy })).status).toBe(404)
    expect((await giver.post(path, { kind: 'size', size: '38' })).status).toBe(404)
    await recipient.post(`/api/account/sent-belts/${box.id}/feedback`, { taste: 'not_for_me' })
    const asked = await recipient.post(path, { kind: 'return', remedy: 'credit' })
    expect(asked.body.belt).toMatchObject({ taste: 'not_for_me', exchange: { canCancel: true } })
    const seen = (await beltsOf(giver)).find((belt: { boxId: string }) => belt.boxId === box.id)
    expect(seen).toMatchObject({ taste: null, exchange: { canCancel: false, isOwn: false } })
  })

  it('of a gift tells its giver no size, and nothing of what comes instead', async () => {
    const { box, membership, email } = await sentBelt(test, gift())
    const recipient = await signInMember(test, email)
    const giver = await signInMember(test, 'maya@example.com')
    const path = `/api/account/sent-belts/${box.id}/exchange`
    const asked = await recipient.post(path, { kind: 'size', size: '38' })
    expect(asked.body.belt).toMatchObject({ size: '36', exchange: { isOwn: true, wanted: /size 38/ } })
    const seen = (await beltsOf(giver)).find((belt: { boxId: string }) => belt.boxId === box.id)
    expect(seen).toMatchObject({ size: null, exchange: { isOwn: false, wanted: '', label: null } })
    const sizesFor = async (reader: typeof giver) => {
      const { memberships } = (await reader.get('/api/account')).body
      const shown = memberships.find(({ id }: { id: string }) => id === membership.id)
      return new Set(shown.boxes.map(({ size }: { size: string | null }) => size))
    }
    expect(await sizesFor(giver)).toEqual(new Set([null]))
    expect(await sizesFor(recipient)).toContain('36')
  })
})

describe('feedback', () => {
  it('takes two taps, each sent alone, and can be changed', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const path = `/api/account/sent-belts/${box.id}/feedback`
    await page.post(path, { fit: 'tight' })
    await page.post(path, { taste: 'fine' })
    const told = await page.post(path, { taste: 'love' })
    expect(told.body.belt).toMatchObject({ fit: 'tight', taste: 'love' })
    expect((await page.post(path, { taste: 'hate' })).status).toBe(400)
  })
})

describe('the returns page', () => {
  it('emails the exchange link to people on the order, and answers everyone the same', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const [{ orderNumber }] = await beltsOf(page)
    const before = test.mails.length
    const ask = (body: object) => test.post('/api/account/returns', body)
    const known = await ask({ orderNumber: ` ${orderNumber.toLowerCase()} `, email: email.toUpperCase() })
    for (const body of [
      { orderNumber, email: 'stranger@example.com' },
      { orderNumber: 'BC-0000-0000', email },
    ])
      expect(await ask(body)).toEqual(known)
    await test.work()
    const mails = test.mails.slice(before).filter(({ kind }) => kind === 'exchange-link')
    expect(mails.map(({ to }) => to)).toEqual([email])
    const token = mails[0]!.text.match(/\/account\?exchange=[\w-]+#([\w-]{43})/)![1]
    expect((await test.post('/api/account/session', { token })).status).toBe(200)
    expect((await test.post('/api/account/session', { token })).status).toBe(404)
    const asked = await page.post(`/api/account/sent-belts/${box.id}/exchange`, {
      kind: 'damaged',
      isGuest: true,
    })
    expect(asked.status).toBe(200)
  })

  it('sends one working link however often it is asked', async () => {
    const { email } = await sentBelt(test)
    const [{ orderNumber }] = await beltsOf(await signInMember(test, email))
    const before = test.mails.length
    for (let time = 0; time < 8; time++) await test.post('/api/account/returns', { orderNumber, email })
    await test.work()
    const links = test.mails.slice(before).filter(({ kind }) => kind === 'exchange-link')
    expect(links).toHaveLength(1)
    // For another order, a link of its own.
    const shippingDetails = { ...selfItem().shippingDetails!, email }
    const [second] = await join(test, [selfItem('monthly', { shippingDetails })])
    const [row] = await test.shop.db
      .select({ other: orders.orderNumber })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(eq(orderItems.id, second!.orderItemId))
    const { other } = row!
    for (let time = 0; time < 2; time++)
      await test.post('/api/account/returns', { orderNumber: other, email })
    await test.work()
    const all = test.mails.slice(before).filter(({ kind }) => kind === 'exchange-link')
    expect(all.map(({ subject }) => subject)).toEqual([
      expect.stringContaining(orderNumber),
      expect.stringContaining(other),
    ])
    for (const { text } of all) {
      const token = text.match(/\/account\?exchange=[\w-]+#([\w-]{43})/)![1]
      expect((await test.post('/api/account/session', { token })).status).toBe(200)
    }
  })
})
