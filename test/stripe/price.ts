import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

type PriceParams = {
  currency: string
  active?: boolean
  lookup_key?: string
  transfer_lookup_key?: boolean
  metadata?: Metadata
  nickname?: string
  product?: string
  recurring?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number }
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified'
  unit_amount?: number
}

function newPrice(world: World, params: PriceParams & { product: string; unit_amount: number }) {
  const { recurring } = params
  return {
    id: world.newId('price'),
    object: 'price' as const,
    active: params.active ?? true,
    billing_scheme: 'per_unit' as const,
    created: world.now(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false as const,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed' as const,
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? ('recurring' as const) : ('one_time' as const),
    unit_amount: params.unit_amount,
    unit_amount_decimal: String(params.unit_amount),
  }
}

export type Price = ReturnType<typeof newPrice>

function create(world: World, params: PriceParams): Price {
  const { product, unit_amount, lookup_key } = params
  if (product === undefined)
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
  if (unit_amount === undefined)
    throw invalidRequest('You must specify one of `unit_amount`, `unit_amount_decimal`.')
  if (!world.products.has(product)) throw noSuch('product', product, 'product', 400)
  const holder = [...world.prices.values()].find((price) => price.lookup_key === lookup_key)
  if (lookup_key !== undefined && holder) {
    if (!params.transfer_lookup_key)
      throw invalidRequest(
        `A price (\`${holder.id}\`) already uses that lookup key, use \`transfer_lookup_key=true\` to transfer it.`,
        { param: 'lookup_key' },
      )
    holder.lookup_key = null
    emit(world, 'price.updated', holder)
  }
  const price = newPrice(world, { ...params, product, unit_amount })
  world.prices.set(price.id, price)
  emit(world, 'price.created', price)
  return price
}

type ListParams = {
  active?: boolean
  lookup_keys?: string[]
  product?: string
  currency?: string
  type?: string
  created?: CreatedRange
}

export const priceOperations: Operations = {
  'POST /v1/prices': ({ world, params }: { world: World; params: PriceParams }) => create(world, params),
  'GET /v1/prices/{id}': ({ world, id }) => {
    const price = world.prices.get(id)
    if (!price) throw noSuch('price', id)
    return price
  },
  'GET /v1/prices': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.prices.values()].filter(
        (price) =>
          (params.active === undefined || price.active === params.active) &&
          (params.product === undefined || price.product === params.product) &&
          (params.currency === undefined || price.currency === params.currency) &&
          (params.type === undefined || price.type === params.type) &&
          (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? '')) &&
          isCreatedIn(params.created, price.created),
      ),
    ),
}
