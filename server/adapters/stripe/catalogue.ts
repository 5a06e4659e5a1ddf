import type Stripe from 'stripe'
import { type Plan, type PlanId, plans } from '../../../domain/plan.ts'
import { createOnce } from './client.ts'

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
    const found = data.find((price) => price.lookup_key === lookupKey(plan))
    const fits = found && isPriceOf(found, plan)
    entries.push([plan.id, fits ? found.id : await makePrice(stripe, plan, found?.id ?? 'first')])
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

/** @param replaced what the new price takes the place of: part of its key, for a price may be changed back */
async function makePrice(stripe: Stripe, plan: Plan, replaced: string): Promise<string> {
  const product = await makeProduct(stripe, plan)
  const price = await createOnce({
    key: `catalogue:price:${plan.id}:${plan.stripeAmount}:${plan.months}:${replaced}`,
    find: async () => undefined,
    create: (options) =>
      stripe.prices.create(
        {
          product,
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

// Under an id of ours, so that it is found again without being looked for.
async function makeProduct(stripe: Stripe, plan: Plan): Promise<string> {
  const id = lookupKey(plan)
  try {
    const name = `Belt Club, ${plan.name}`
    return (await stripe.products.create({ id, name, tax_code: taxCode, metadata: { plan_id: plan.id } })).id
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_already_exists') return id
    throw error
  }
}
