import type Stripe from 'stripe'
import { type Plan, type PlanId, plans } from '../../../domain/plan.ts'
import { createOnce } from './create-once.ts'

/** "General - Tangible Goods" of Stripe's list of product tax codes. */
export const taxCode = 'txcd_99999999'

export type Catalogue = Record<PlanId, string>

const lookupKey = (plan: Plan) => `belt-club-${plan.id}`

/**
 * The price ids of the plans, found by their lookup keys and made when missing: one product a plan, because its name
 * is what invoices show (payments.md §2). A price that differs from the plan's is replaced; subscriptions keep theirs.
 */
export async function readCatalogue(stripe: Stripe): Promise<Catalogue> {
  const { data } = await stripe.prices.list({ lookup_keys: plans.map(lookupKey), active: true, limit: 100 })
  const entries: [PlanId, string][] = []
  for (const plan of plans) {
    const found = data.find((price) => price.lookup_key === lookupKey(plan) && isPriceOf(price, plan))
    entries.push([plan.id, found?.id ?? (await makePrice(stripe, plan))])
  }
  return Object.fromEntries(entries) as Catalogue
}

function isPriceOf(price: Stripe.Price, plan: Plan): boolean {
  return (
    price.unit_amount === plan.stripeAmount &&
    price.currency === 'usd' &&
    price.recurring?.interval === 'month' &&
    price.recurring.interval_count === plan.months
  )
}

async function makePrice(stripe: Stripe, plan: Plan): Promise<string> {
  const name = `Belt Club, ${plan.name}`
  const product = await createOnce({
    key: `catalogue:product:${plan.id}`,
    find: async () => (await findProduct(stripe, plan)) ?? undefined,
    create: async (options) =>
      (await findProduct(stripe, plan)) ??
      stripe.products.create({ name, tax_code: taxCode, metadata: { plan_id: plan.id } }, options),
  })
  const price = await createOnce({
    key: `catalogue:price:${plan.id}:${plan.stripeAmount}:${plan.months}`,
    find: async () => undefined,
    create: (options) =>
      stripe.prices.create(
        {
          product: product.id,
          currency: 'usd',
          unit_amount: plan.stripeAmount,
          recurring: { interval: 'month', interval_count: plan.months },
          tax_behavior: 'exclusive',
          lookup_key: lookupKey(plan),
          transfer_lookup_key: true,
          metadata: { plan_id: plan.id },
        },
        options,
      ),
  })
  return price.id
}

async function findProduct(stripe: Stripe, plan: Plan): Promise<Stripe.Product | null> {
  const { data } = await stripe.products.list({ active: true, limit: 100 })
  return data.find((product) => product.metadata.plan_id === plan.id) ?? null
}
