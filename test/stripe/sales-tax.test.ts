import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { type StripeSimulator, startStripeSimulator } from './start-stripe-simulator.ts'

let simulator: StripeSimulator
let stripe: Stripe

beforeEach(async () => {
  simulator = await startStripeSimulator({ now: new Date('2026-03-02T12:00:00Z') })
  stripe = connect(simulator)
})
afterEach(() => simulator.close())

async function calculate(address: Stripe.AddressParam, amount = 6950) {
  const calculation = await stripe.tax.calculations.create({
    currency: 'usd',
    line_items: [{ amount, reference: 'belt', tax_behavior: 'exclusive' }],
    customer_details: {
      address: { country: 'US', line1: '1 Main St', city: 'Somewhere', ...address },
      address_source: 'shipping',
    },
    expand: ['line_items'],
  })
  // Only an estimate has no id.
  return { ...calculation, id: calculation.id! }
}

test.each([
  ['CA', '94110', '8.625', 599],
  ['CA', '90012', '9.75', 678],
  ['CA', '95501', '7.25', 504],
  ['NY', '10001', '0.0', 0],
])('%s %s is taxed at %s percent', async (state, postal_code, percent, tax) => {
  const calculation = await calculate({ state, postal_code })
  expect(calculation.tax_breakdown[0]?.tax_rate_details.percentage_decimal).toBe(percent)
  expect([calculation.tax_amount_exclusive, calculation.amount_total]).toEqual([tax, 6950 + tax])
  expect(calculation.line_items?.data[0]).toMatchObject({ reference: 'belt', amount_tax: tax })
})

test('a US address needs its state and ZIP code', async () => {
  for (const address of [
    { state: 'CA' },
    { postal_code: '94110' },
    { state: 'California', postal_code: '94110' },
  ])
    await expect(calculate(address)).rejects.toMatchObject({
      statusCode: 400,
      code: 'customer_tax_location_invalid',
    })
})

test('without a registration there is no tax, and no error', async () => {
  expect((await stripe.tax.registrations.list({ status: 'active' })).data).toHaveLength(1)
  simulator.setTaxRegistrations([])
  expect((await stripe.tax.registrations.list({ status: 'active' })).data).toEqual([])
  const calculation = await calculate({ state: 'CA', postal_code: '94110' })
  expect([calculation.tax_amount_exclusive, calculation.tax_breakdown[0]?.taxability_reason]).toEqual([
    0,
    'not_collecting',
  ])
})

test('a calculation commits once per reference', async () => {
  const calculation = await calculate({ state: 'CA', postal_code: '94110' })
  const commit = { calculation: calculation.id, reference: 'item-1' }
  const transaction = await stripe.tax.transactions.createFromCalculation(commit)
  expect((await stripe.tax.transactions.createFromCalculation(commit)).id).toBe(transaction.id)
  const other = await calculate({ state: 'CA', postal_code: '90012' })
  await expect(
    stripe.tax.transactions.createFromCalculation({ calculation: other.id, reference: 'item-1' }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'reference' })
  expect(simulator.taxTransactions()).toHaveLength(1)
})

test('an expired calculation can’t be committed', async () => {
  const calculation = await calculate({ state: 'CA', postal_code: '94110' })
  await simulator.advanceTo('2026-06-30T12:00:00Z')
  await expect(
    stripe.tax.transactions.createFromCalculation({ calculation: calculation.id, reference: 'late' }),
  ).rejects.toThrow(/expired/)
})

test('tax is reversed in full or in part', async () => {
  const calculation = await calculate({ state: 'CA', postal_code: '90012' }, 10000)
  const { id } = await stripe.tax.transactions.createFromCalculation({
    calculation: calculation.id,
    reference: 'item-1',
  })
  const part = await stripe.tax.transactions.createReversal({
    mode: 'partial',
    original_transaction: id,
    flat_amount: -1095,
    reference: 'refund-1',
    expand: ['line_items'],
  })
  expect(part.reversal?.original_transaction).toBe(id)
  expect(simulator.taxTransactions()[1]?.line_items.data[0]).toMatchObject({ amount_tax: -97 })
  await expect(
    stripe.tax.transactions.createReversal({ mode: 'full', original_transaction: id, reference: 'refund-1' }),
  ).rejects.toMatchObject({ param: 'reference' })
  expect((await stripe.tax.transactions.retrieve(part.id)).type).toBe('reversal')
})

test('a payment with a calculation commits it when paid', async () => {
  const calculation = await calculate({ state: 'CA', postal_code: '90012' })
  const intent = await stripe.paymentIntents.create({
    amount: calculation.amount_total,
    currency: 'usd',
    hooks: { inputs: { tax: { calculation: calculation.id } } },
  })
  expect(simulator.taxTransactions()).toEqual([])
  simulator.confirm(intent.client_secret!, { number: '4242424242424242' })
  expect(simulator.taxTransactions().map(({ reference }) => reference)).toEqual([intent.id])
})

test('automatic tax and manual rates exclude each other', async () => {
  const customer = await stripe.customers.create({})
  const rate = await stripe.taxRates.create({ display_name: 'CA', inclusive: false, percentage: 7.25 })
  expect((await stripe.taxRates.list({ active: true })).data.map(({ id }) => id)).toEqual([rate.id])
  const both = stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_any' }],
    automatic_tax: { enabled: true },
    default_tax_rates: [rate.id],
  })
  await expect(both).rejects.toMatchObject({ param: 'default_tax_rates' })
})
