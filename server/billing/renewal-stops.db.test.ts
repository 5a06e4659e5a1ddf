import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { beltVariants, memberships, refunds } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { pageContextOf } from '../http/page-context.ts'
import { listPromises } from '../promises/list-promises.ts'
import { processRenewalStops } from './renewal-stops.ts'

let test: StripeShop
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  test = await createStripeShop()
})
beforeEach(async () => {
  await test.endAll()
  test.mails.length = 0
  owner = await signIn(test, 'owner', `owner-${randomUUID().slice(0, 8)}`)
})
afterAll(() => test.close())

const zone = 'America/New_York'

async function buy(cart: ReturnType<typeof selfItem>[]) {
  const { clientSecret, subscriptionId } = (await test.start(cart)).body
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0])
  await test.work()
  return subscriptionId as string
}
const chargedOn = (subscriptionId: string) => {
  const subscription = test.stripe.world.subscriptions.get(subscriptionId)!
  return calendarDateIn(zone, new Date(subscription.items.data[0]!.current_period_end * 1000))
}
const paidUntil = async (subscriptionId: string) => {
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  return (await test.shop.db.select().from(memberships).where(isIt))[0]!
}
const everyone = { planId: null, style: null, size: null, refunds: false }
const moved = () => test.mails.filter(({ kind }) => kind === 'renewals-stopped')

async function start(scope: object, members: number, id: string = randomUUID()) {
  const preview = await owner.post('/api/admin/renewal-stops/preview', scope)
  expect(preview.body).toMatchObject({ members })
  const reason = 'We’ve run out of belts, and new ones come in March.'
  const answer = await owner.post('/api/admin/renewal-stops', { id, ...scope, members, reason })
  expect(answer).toMatchObject({ status: 200 })
  return { id, preview: preview.body }
}
const stops = async () => (await owner.get('/api/admin/renewal-stops')).body.stops
const stopOf = async (id: string) => (await stops()).find((each: { id: string }) => each.id === id)

it('a closing ends every renewal and refunds what isn’t packed, gifts too, once', async () => {
  const own = await buy([selfItem('6-months')])
  await buy([giftItem('monthly')])
  const before = (await test.shop.db.select().from(refunds)).length
  const { preview } = await start({ ...everyone, kind: 'close', untilDay: null, refunds: true }, await open())
  expect(preview.boxes).toBeGreaterThanOrEqual(7)
  for (let round = 0; round < 2; round++) {
    await processRenewalStops(test.shop)
    await test.work()
  }
  expect(await paidUntil(own)).toMatchObject({ renews: false })
  expect(test.stripe.world.subscriptions.get(own)).toMatchObject({ cancel_at_period_end: true })
  const made = (await test.shop.db.select().from(refunds)).slice(before)
  expect(made.every(({ status }) => status === 'succeeded')).toBe(true)
  expect(made.map(({ amountCents }) => amountCents)).toEqual(expect.arrayContaining([35_700, 6950]))
  expect(await open()).toBe(0)
  expect((await stops()).find(({ kind }: { kind: string }) => kind === 'close')).toMatchObject({
    state: 'finished',
    lastError: null,
  })
  const kinds = test.mails.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'membership-cancelled')).toHaveLength(1)
  expect(kinds).toContain('refund-made')
})
const open = async () =>
  (
    await owner.post('/api/admin/renewal-stops/preview', {
      ...everyone,
      kind: 'close',
      untilDay: null,
      refunds: true,
    })
  ).body.members

it('a pause moves each charge of a plan to its own day after it, once, and tells each payer', async () => {
  const [one, other, long] = [
    await buy([selfItem('monthly')]),
    await buy([selfItem('monthly')]),
    await buy([selfItem('6-months')]),
  ]
  const scope = { ...everyone, kind: 'pause', planId: 'monthly', untilDay: '2027-03-01' }
  const { id } = await start(scope, 2)
  // Stripe fails for the first, after its effect, and the process ends: the next round continues.
  test.stripe.fail({ path: `/v1/subscriptions/${one}`, method: 'POST', when: 'after', how: '500', times: 6 })
  await processRenewalStops(test.shop)
  const waiting = await stopOf(id)
  expect(waiting).toMatchObject({
    id,
    done: 1,
    left: 1,
    state: 'running',
    lastError: expect.stringContaining('provider'),
  })
  test.stripe.mend()
  for (let round = 0; round < 2; round++) await processRenewalStops(test.shop)
  await test.work()
  expect([chargedOn(one), chargedOn(other), chargedOn(long)]).toEqual([
    '2027-03-21',
    '2027-03-21',
    '2027-05-21',
  ])
  expect((await paidUntil(one)).paidUntil).toBe('2027-03-21')
  expect(moved()).toHaveLength(2)
  expect(moved()[0]!.text.replaceAll(/\s+/g, ' ')).toContain('renews on March 21, 2027')
  expect(moved()[0]!.text).toContain('new ones come in March')
  expect(await stopOf(id)).toMatchObject({ done: 2, left: 0, lastError: null })

  // Held, it leaves those who join alone; going on, it finds them.
  await owner.post(`/api/admin/renewal-stops/${id}/hold`, { isHeld: true })
  const late = await buy([selfItem('monthly')])
  await processRenewalStops(test.shop)
  expect(chargedOn(late)).toBe('2026-12-21')
  await owner.post(`/api/admin/renewal-stops/${id}/hold`, { isHeld: false })
  await processRenewalStops(test.shop)
  expect(chargedOn(late)).toBe('2027-03-21')
  // Nobody is charged until then.
  const before = test.stripe.payments().filter(({ status }) => status === 'succeeded').length
  await test.passDays(95)
  expect(test.stripe.payments().filter(({ status }) => status === 'succeeded').length).toBe(before)
  await test.passDays(30)
  expect(test.stripe.payments().filter(({ status }) => status === 'succeeded').length).toBe(before + 3)
  await processRenewalStops(test.shop)
  owner = await signIn(test, 'owner', 'later')
  expect(await stopOf(id)).toMatchObject({ state: 'finished' })
})

it('what is stopped can’t be bought, and every page and call says from when; held or ended, it can', async () => {
  const only36 = selfItem('monthly', { styles: ['dress'], size: '36' })
  const other = selfItem('monthly', { styles: ['dress', 'casual'], size: '36' })
  const scope = { ...everyone, kind: 'pause', style: 'dress', size: '36', untilDay: '2028-06-01' }
  await buy([only36])
  const { id } = await start(scope, 1)
  const asked = await test.start([other, only36])
  expect(asked).toMatchObject({
    status: 409,
    body: {
      code: 'not_possible',
      message: expect.stringMatching(
        /^We’re out of dress belts in size 36\. You can order them again from June/,
      ),
      fields: { 'cartItems.1.planId': expect.any(String) },
    },
  })
  expect((await test.start([other])).status).toBe(200)
  expect(await pageContextOf(test.shop).stops()).toMatchObject([{ style: 'dress', untilDay: '2028-06-01' }])
  await owner.post(`/api/admin/renewal-stops/${id}/hold`, { isHeld: true })
  expect((await test.start([only36])).status).toBe(200)
  await owner.post(`/api/admin/renewal-stops/${id}/hold`, { isHeld: false })
  expect((await test.start([{ ...only36, id: 'cart-1790000999999' }])).status).toBe(409)
  await processRenewalStops(test.shop)
  expect(await owner.post(`/api/admin/renewal-stops/${id}/end`)).toMatchObject({ status: 200 })
  expect(await owner.post(`/api/admin/renewal-stops/${id}/end`)).toMatchObject({ status: 409 })
  expect(await pageContextOf(test.shop).stops()).toEqual([])
  const late = await buy([{ ...only36, id: 'cart-1790000999998' }])
  const day = chargedOn(late)
  await processRenewalStops(test.shop)
  expect(chargedOn(late)).toBe(day)
})

it('a stop is proposed once the coming month’s belts that can’t be filled pass the owner’s share, until one runs', async () => {
  await buy([selfItem('monthly', { size: '44' })])
  await test.shop.db.update(beltVariants).set({ stock: 0 })
  const proposed = async () => (await listPromises(test.shop, { kind: 'short' })).promises
  const { coming } = (await owner.get('/api/admin/renewal-stops')).body
  expect(coming.short).toBe(coming.wanted)
  expect(coming.wanted).toBeGreaterThan(0)
  expect((await proposed()).map(({ what }) => what).join()).toContain(
    `${coming.short} of ${coming.wanted} belts`,
  )
  await test.shop.db.update(beltVariants).set({ stock: 1000 })
  expect(await proposed()).toEqual([])
  await test.shop.db.update(beltVariants).set({ stock: 0 }).where(eq(beltVariants.size, '44'))
  const { coming: some } = (await owner.get('/api/admin/renewal-stops')).body
  const share = (some.short * 100) / some.wanted
  for (const [percent, isProposed] of [
    [Math.floor(share), true],
    [100, share >= 100],
  ] as const) {
    await owner.post('/api/admin/renewal-stops/proposal', { percent: Math.max(1, percent) })
    expect((await proposed()).length > 0).toBe(isProposed)
  }
  await owner.post('/api/admin/renewal-stops/proposal', { percent: 1 })
  await start({ ...everyone, kind: 'pause', size: '44', untilDay: '2028-06-01' }, 1)
  expect(await proposed()).toEqual([])
})

it('a stop that would change others than previewed, or a day that has passed, is refused', async () => {
  const scope = { ...everyone, kind: 'pause', untilDay: '2020-01-01' }
  expect(await owner.post('/api/admin/renewal-stops/preview', scope)).toMatchObject({
    status: 409,
    body: { fields: { untilDay: expect.any(String) } },
  })
  const other = { ...everyone, kind: 'close', untilDay: null, members: 12_345, id: randomUUID(), reason: 'x' }
  expect(await owner.post('/api/admin/renewal-stops', other)).toMatchObject({ status: 409 })
  expect((await owner.post('/api/admin/renewal-stops/proposal', { percent: 30 })).status).toBe(200)
  expect((await owner.get('/api/admin/renewal-stops')).body.proposeAt).toBe(30)
})
