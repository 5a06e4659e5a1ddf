import type Stripe from 'stripe'
import type { PlanPrice } from '../../shop/payments.ts'
import { createOnce, isRefusal } from './client.ts'

/** "General - Tangible Goods" in Stripe's list of product tax codes. */
export const taxCode = 'txcd_99999999'

/**
 * Finds or creates a plan's price. The ids are cached, because a price never changes.
 * @param refused the cached price id that Stripe refused because someone archived it
 */
export type Catalog = (plan: PlanPrice, refused?: string) => Promise<string>

/** How many archived prices in a row the idempotency keys of one day may return. */
const mostArchived = 5

/** Creates something with a plan's price. If someone archived the price or its product meanwhile, retries with a new one. */
export async function withPrice<Made>(
  catalog: Catalog,
  plan: PlanPrice,
  make: (price: string) => Promise<Made>,
): Promise<Made> {
  let price = await catalog(plan)
  for (let refused = 1; ; refused++) {
    try {
      return await make(price)
    } catch (error) {
      if (refused > mostArchived || !isArchived(error)) throw error
      price = await catalog(plan, price)
    }
  }
}

function isArchived(error: unknown): boolean {
  const { param = '', message = '' } = error as { param?: string; message?: string }
  return isRefusal(error) && (param.startsWith('items') || /inactive|not active|archived/i.test(message))
}

const ours = 'belt-club-'
const productId = ({ planId }: PlanPrice) => `${ours}${planId}`

/** The plan of a product, or null if the product isn't in our catalog. */
export function planOfProduct(product: string | null): string | null {
  return product?.startsWith(ours) ? product.slice(ours.length) : null
}

// Contains everything that makes up a price, so that members on an old price don't share a key with buyers at a new one.
const lookupKey = (plan: PlanPrice) => `${productId(plan)}-${plan.amountCents}-${plan.months}`

/** The price ids of one account. A failed lookup isn't cached: the next caller tries again. */
export function openCatalog(stripe: Stripe): Catalog {
  const known = new Map<string, Promise<string>>()
  return (plan, refused) => {
    // Includes the name: a renamed plan is looked up once more, and its product gets the new name.
    const key = JSON.stringify([lookupKey(plan), plan.planName])
    const reading = (refused ? undefined : known.get(key)) ?? readPrice(stripe, plan, refused)
    known.set(key, reading)
    reading.catch(() => known.delete(key))
    return reading
  }
}

/**
 * The id of a plan's price, found by its lookup key or created. Each plan has one product, because invoices show the
 * product's name (stripe.md §2).
 */
async function readPrice(stripe: Stripe, plan: PlanPrice, refused = 'first'): Promise<string> {
  const { data } = await stripe.prices.list({
    lookup_keys: [lookupKey(plan)],
    limit: 1,
    expand: ['data.product'],
  })
  // An archived price keeps its lookup key but can't be sold. Its replacement needs another idempotency key, because the
  // old one would return the archived price for a day.
  const found = data.find((price) => price.active && isPriceOf(price, plan))
  if (found) {
    await rename(stripe, plan, found.product as Stripe.Product)
    return found.id
  }
  const product = await makeProduct(stripe, plan)
  const price = await createOnce({
    key: `catalogue:price:${lookupKey(plan)}:${data[0]?.id ?? refused}`,
    find: async () => undefined,
    create: (options) =>
      stripe.prices.create(
        {
          product,
          currency: 'usd',
          unit_amount: plan.amountCents,
          recurring: { interval: 'month', interval_count: plan.months },
          tax_behavior: 'exclusive',
          lookup_key: lookupKey(plan),
          transfer_lookup_key: true,
          metadata: { plan_id: plan.planId },
        },
        options,
      ),
  })
  return price.id
}

function isPriceOf(price: Stripe.Price, plan: PlanPrice): boolean {
  return (
    price.unit_amount === plan.amountCents &&
    price.currency === 'usd' &&
    price.recurring?.interval === 'month' &&
    price.recurring.interval_count === plan.months
  )
}

// With an id of ours, so that it's found without a search.
async function makeProduct(stripe: Stripe, plan: PlanPrice): Promise<string> {
  const id = productId(plan)
  try {
    const name = nameOf(plan)
    return (await stripe.products.create({ id, name, tax_code: taxCode, metadata: { plan_id: plan.planId } }))
      .id
  } catch (error) {
    if ((error as { code?: string }).code !== 'resource_already_exists') throw error
    await rename(stripe, plan, await stripe.products.retrieve(id))
    return id
  }
}

async function rename(stripe: Stripe, plan: PlanPrice, { id, name, active }: Stripe.Product) {
  if (name !== nameOf(plan) || !active) await stripe.products.update(id, { name: nameOf(plan), active: true })
}

const nameOf = ({ planName }: PlanPrice) => `Belt Club, ${planName}`
