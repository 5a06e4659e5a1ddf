import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberships, orderItems, orders } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { cardLink } from '../billing/card-page.ts'

/** A paid membership’s link, as in its email. */
async function linkOf({ shop }: Pick<TestShop, 'shop'>, intentId: string) {
  const [row] = await shop.db
    .select(getTableColumns(memberships))
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, intentId))
  return new URL(await cardLink(shop, row!)).pathname
}

describe('the card change link', () => {
  let test: StripeShop
  beforeAll(async () => {
    test = await createStripeShop()
  })
  afterAll(() => test.close())

  it('leads to this customer’s page at the provider, uncached and without referrer', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret, customerId } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    await test.work()
    const answer = await test.app.request(await linkOf(test, clientSecret.split('_secret_')[0]))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^https?:\/\//)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const asked = test.stripe.log.filter((each) => each.path === '/v1/billing_portal/sessions')
    expect(JSON.stringify(asked)).toContain(customerId)
  })

  it.each(['/card/unknown', '/card/demo/cus_1'])('that is wrong (%s) says so to a person', async (path) => {
    const answer = await test.app.request(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('This link doesn’t work')
  })

  it('says to try again while the provider is down', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    await test.work()
    test.stripe.fail({ path: '/v1/billing_portal/sessions', when: 'before', how: '429' })
    const answer = await test.app.request(await linkOf(test, clientSecret.split('_secret_')[0]))
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('try again in a minute')
  })
})

describe('the card change link in the demo', () => {
  let test: TestShop
  beforeAll(async () => {
    test = await createTestShop()
  })
  afterAll(() => test.close())

  it('leads to a page that makes the card work again', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
    await test.pay(clientSecret)
    await test.work()
    const answer = await test.app.request(await linkOf(test, clientSecret.split('_secret_')[0]))
    const page = new URL(answer.headers.get('location')!).pathname
    expect(await (await test.app.request(page)).text()).toContain('Use a card that works')
    const told = () => test.mails.filter(({ kind }) => kind === 'card-changed')
    expect(told(), 'bought with a card, but changed none').toEqual([])
    expect(await (await test.app.request(page, { method: 'POST' })).text()).toContain('Your new card is set')
    await test.work()
    expect(told()).toHaveLength(1)
  })
})
