import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkouts, handovers, memberships } from '../../db/schema.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { changePlan } from '../memberships/change-plan.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

const terms = (cart: ReturnType<typeof selfItem>[], today = '2026-11-21') =>
  renewalTermsText({
    cart,
    renewalDiscounts: [],
    today,
    supportEmail: test.shop.config.supportEmail,
    calendar: {},
    plans: firstPlans,
  })
const agree = (clientSecret: string, text: string) => test.post('/api/consent', { clientSecret, text })

async function begin(cart: ReturnType<typeof selfItem>[]): Promise<string> {
  return (await test.post('/api/create-payment-intent', { cartItems: cart })).body.clientSecret
}
async function consentOf(clientSecret: string) {
  const [row] = await test.shop.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.intentId, clientSecret.split('_secret_')[0]!))
  return row?.consent
}

it('the buyer’s consent is saved once with its text, version and time', async () => {
  const cart = [selfItem('6-months'), giftItem('monthly')]
  const clientSecret = await begin(cart)
  expect(await agree(clientSecret, terms(cart))).toMatchObject({ status: 200, body: { success: true } })
  const kept = {
    version: '2026-11-21',
    text: terms(cart),
    agreedAt: '2026-11-21T15:00:00.000Z',
    from: '2026-11-21',
  }
  expect(await consentOf(clientSecret)).toEqual(kept)
  test.clock.advance(60_000)
  await agree(clientSecret, terms(cart))
  expect(await consentOf(clientSecret)).toEqual(kept)
})

it('altered terms are refused, and yesterday’s are accepted just after midnight', async () => {
  const cart = [selfItem('monthly')]
  const clientSecret = await begin(cart)
  for (const text of ['I agree to nothing.', terms([selfItem('12-months')]), terms(cart, '2026-11-22')]) {
    expect((await agree(clientSecret, text)).status).toBe(409)
  }
  expect(await agree('pi_unknown_secret_x', terms(cart))).toMatchObject({
    status: 400,
    body: { code: 'payment_not_found' },
  })
  expect(await consentOf(clientSecret)).toBeNull()
  test.clock.set('2026-11-22T05:00:10Z')
  expect((await agree(clientSecret, terms(cart))).status).toBe(200)
})

it('only the owner exports consents and sees orders without one', async () => {
  const agreed = [selfItem('monthly')]
  const carts = [agreed, [selfItem('12-months'), giftItem('monthly')], [giftItem('monthly')]]
  for (const cart of carts) {
    const clientSecret = await begin(cart)
    if (cart === agreed) await agree(clientSecret, terms(cart))
    await test.order(cart, (await test.pay(clientSecret)).body.paymentIntentId)
  }
  const owner = await signIn(test, 'owner')
  const answer = await owner.request('GET', '/api/admin/consents.csv')
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const [head, ...rows] = (await answer.text()).trim().split('\n')
  expect(head).toContain('order_number,purchaser_email,ordered_at,checkout,version,agreed_at,text')
  expect(rows).toHaveLength(2)
  // Both were bought at the same moment.
  const [agreedTo, without] = rows.toSorted((one, other) => other.length - one.length)
  expect(agreedTo).toContain('2026-11-21T15:00:00.000Z,"My Monthly plan renews at $69.50 every month')
  expect(without).toMatch(/,,,$/)
  const packer = await signIn(test, 'packer')
  expect((await packer.get('/api/admin/consents.csv')).status).toBe(403)

  // And what was agreed to since: another plan, and a membership's terms by whoever took it over.
  const { db } = test.shop
  const [member] = await db.select().from(memberships).where(eq(memberships.planId, 'monthly'))
  const membershipId = member!.id
  await changePlan(test.shop, { membershipId, planId: '6-months', username: null })
  await changePlan(test.shop, { membershipId, planId: '12-months', username: 'ana' })
  const at = test.clock.now()
  const consent = { text: 'I take over these belts.', agreedAt: at.toISOString(), on: '2026-12-21' }
  await db.insert(handovers).values({
    ...{
      id: crypto.randomUUID(),
      membershipId,
      toEmail: 'june@example.com',
      toName: 'June',
      username: 'ana',
    },
    ...{ state: 'done', doneAt: at, createdAt: at, expiresAt: at },
    choice: { styles: [], size: '36', address: {} as never, consent },
  })
  const later = await owner.request('GET', '/api/admin/consents.csv')
  const more = (await later.text()).trim().split('\n').slice(3)
  expect(more).toHaveLength(2)
  expect(more[0]).toContain('my plan is 6 Months')
  expect(more[1]).toContain('june@example.com')
  expect(more[1]).toContain('I take over these belts.')
})
