import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentEvents } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { createTestShop } from '../../test/create-test-shop.ts'
import { ordersOf } from '../../test/orders-of.ts'
import { storedRows } from '../../test/stored-rows.ts'
import { signWebhook } from '../../test/stripe/webhooks.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterAll(() => test.close())

/** A paid subscription whose events have not been delivered; one of them as its raw body. */
async function anEvent() {
  const cart = [selfItem('monthly')]
  test.stripe.webhooks.hold()
  const { clientSecret } = (await test.start(cart)).body
  await test.confirm(clientSecret)
  const event = test.stripe.events().findLast((each) => each.type === 'payment_intent.succeeded')!
  return { event, rawBody: JSON.stringify(event), intentId: clientSecret.split('_secret_')[0] as string }
}
const send = (rawBody: string, signature: string) =>
  test.post('/webhooks/stripe', rawBody, { 'stripe-signature': signature })
const sign = (rawBody: string, secret = test.stripe.webhooks.secret, at?: number) =>
  signWebhook(rawBody, secret, at)

describe('a Stripe event', () => {
  it('is stored once, answered at once, and becomes the order when the worker runs', async () => {
    const { event, rawBody, intentId } = await anEvent()
    for (let delivery = 0; delivery < 3; delivery++) {
      expect(await send(rawBody, sign(rawBody))).toEqual({ status: 200, body: { received: true } })
    }
    const stored = (await test.shop.db.select().from(paymentEvents)).filter((row) => row.id === event.id)
    expect(stored).toHaveLength(1)
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    await test.work()
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it('is stored as a hint only: no name, address or email', async () => {
    const { event, rawBody } = await anEvent()
    await send(rawBody, sign(rawBody))
    const row = (await test.shop.db.select().from(paymentEvents)).find((each) => each.id === event.id)
    const at = new Date(event.created * 1000).toISOString()
    expect(row?.payload).toEqual({ kind: 'payment', id: event.data.object.id, at })
  })

  it('that can’t be stored is not acknowledged, so Stripe sends it again', async () => {
    const { rawBody, intentId } = await anEvent()
    await test.shop.db.execute('alter table payment_events rename to payment_events_away')
    expect((await send(rawBody, sign(rawBody))).status).toBe(500)
    await test.shop.db.execute('alter table payment_events_away rename to payment_events')
    expect((await send(rawBody, sign(rawBody))).status).toBe(200)
    await test.work()
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it('sets no cookie', async () => {
    const { rawBody } = await anEvent()
    const response = await test.app.request('/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': sign(rawBody) },
      body: rawBody,
    })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
  })

  it.each([
    ['is signed with another secret', (body: string) => [body, sign(body, 'whsec_other')]],
    ['is six minutes old', (body: string) => [body, sign(body, undefined, Date.now() - 360_000)]],
    ['was altered in transit', (body: string) => [body.replace('succeeded', 'canceled'), sign(body)]],
    ['has no signature', (body: string) => [body, '']],
    [
      'is from live mode',
      (body: string) => {
        const live = JSON.stringify({ ...JSON.parse(body), livemode: true })
        return [live, sign(live)]
      },
    ],
    ['is not JSON', () => ['{', sign('{')]],
  ])('that %s is refused and not stored', async (_, of) => {
    const { rawBody } = await anEvent()
    const before = await storedRows(test.shop.db)
    const [body, signature] = of(rawBody) as [string, string]
    const answer = await send(body, signature)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_signature'])
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it('claiming a payment Stripe doesn’t confirm makes no order', async () => {
    const { clientSecret } = (await test.start([selfItem('monthly')])).body
    const id = clientSecret.split('_secret_')[0]
    const { event } = await anEvent()
    const forged = {
      ...event,
      id: 'evt_early',
      data: { object: { id, object: 'payment_intent', status: 'succeeded' } },
    }
    const rawBody = JSON.stringify(forged)
    expect((await send(rawBody, sign(rawBody))).status).toBe(200)
    await test.work()
    expect(await ordersOf(test.shop.db, id)).toEqual([])
  })

  it('too large is refused before anyone reads it, from any service', async () => {
    const rawBody = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })
    expect((await send(rawBody, sign(rawBody))).status).toBe(400)
    for (const service of ['stripe', 'easypost', 'ses', 'postmark'])
      expect((await test.post(`/webhooks/${service}`, rawBody)).body, service).toMatchObject({
        code: 'body_too_large',
      })
  })

  it('at a shop without keys is not found', async () => {
    const demo = await createTestShop()
    expect((await demo.post('/webhooks/stripe', {})).status).toBe(404)
    await demo.close()
  })
})
