import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../../test/admin.ts'
import { giftItem } from '../../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../../test/create-stripe-shop.ts'

// Whether the account at the provider is set up for this shop, and what the shop sets up there itself.

let test: StripeShop
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  test = await createStripeShop({ env: { PUBLIC_URL: 'https://belts.example' } })
  owner = await signIn(test, 'owner')
})
afterAll(() => test.close())

const address = '/api/admin/payments/check'
type Line = { id: string; state: string; advice: string }
async function wrong(): Promise<Record<string, string>> {
  const { body } = await owner.get(address)
  const lines = (body.lines as Line[]).filter((line) => line.state !== 'good')
  return Object.fromEntries(lines.map(({ id, advice }) => [id, advice]))
}

it('names what is missing, and registers webhook and wallets once when asked', async () => {
  const before = await wrong()
  expect(Object.keys(before).sort()).toEqual(['account', 'keys', 'portal', 'wallets', 'webhook'])
  expect(before.webhook).toContain('https://belts.example/webhooks/stripe')
  expect(before.keys).toContain('test keys')
  const { body } = await owner.post('/api/admin/payments/register')
  expect(body.webhookSecret).toMatch(/^whsec_/)
  expect((await owner.post('/api/admin/payments/register')).body).toEqual({ webhookSecret: null })
  expect(test.stripe.world.webhookEndpoints.size).toBe(1)
  expect(test.stripe.world.paymentMethodDomains.size).toBe(1)
  test.stripe.world.account.statementDescriptor = 'BELT CLUB'
  test.stripe.world.account.updatesCards = true
  expect(Object.keys(await wrong())).toEqual(['keys'])
})

it('notices a disabled or incomplete webhook, and restores it with its old events', async () => {
  const [hook] = [...test.stripe.world.webhookEndpoints.values()]
  hook!.status = 'disabled'
  expect((await wrong()).webhook).toContain('switched off')
  hook!.enabled_events = ['invoice.paid', 'payout.paid']
  hook!.status = 'enabled'
  expect((await wrong()).webhook).toContain('charge.dispute.created')
  await owner.post('/api/admin/payments/register')
  expect((await wrong()).webhook).toBeUndefined()
  expect(hook!.enabled_events).toContain('payout.paid')
  test.stripe.setTaxRegistrations([])
  expect((await wrong()).tax).toContain('California')
})

it('warns while Stripe also emails receipts, and says how to stop it', async () => {
  const { body } = await test.start([giftItem('monthly')])
  await test.confirm(body.clientSecret)
  expect((await wrong()).receipts).toBeUndefined()
  const charge = test.stripe.charges().at(-1)!
  charge.receipt_number = '1234-5678'
  expect((await wrong()).receipts).toContain('switch off “Successful payments”')
  charge.created -= 8 * 24 * 60 * 60
  expect((await wrong()).receipts).toBeUndefined()
})
