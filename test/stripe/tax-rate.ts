import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest } from './refusal.ts'
import type { World } from './world.ts'

type TaxRateParams = {
  display_name: string
  inclusive: boolean
  percentage: number
  active?: boolean
  country?: string
  description?: string
  jurisdiction?: string
  metadata?: Metadata
  state?: string
  tax_type?: string
}

function newTaxRate(world: World, params: TaxRateParams) {
  return {
    id: world.newId('txr'),
    object: 'tax_rate' as const,
    active: params.active ?? true,
    country: params.country ?? null,
    created: world.now(),
    description: params.description ?? null,
    display_name: params.display_name,
    effective_percentage: params.percentage,
    flat_amount: null,
    inclusive: params.inclusive,
    jurisdiction: params.jurisdiction ?? null,
    jurisdiction_level: null,
    livemode: false as const,
    metadata: mergeMetadata({}, params.metadata),
    percentage: params.percentage,
    rate_type: 'percentage' as const,
    state: params.state ?? null,
    tax_type: params.tax_type ?? null,
  }
}

export type TaxRate = ReturnType<typeof newTaxRate>

export const taxRateOperations: Operations = {
  'POST /v1/tax_rates': ({ world, params }: { world: World; params: TaxRateParams }) => {
    if (params.percentage < 0 || params.percentage > 100)
      throw invalidRequest('Invalid percentage: must be between 0 and 100', { param: 'percentage' })
    if (!/^\d+(\.\d{1,4})?$/.test(String(params.percentage)))
      throw invalidRequest('Invalid decimal: at most 4 decimal places', { param: 'percentage' })
    const rate = newTaxRate(world, params)
    world.taxRates.set(rate.id, rate)
    emit(world, 'tax_rate.created', rate)
    return rate
  },
  'GET /v1/tax_rates': ({
    world,
    params,
  }: {
    world: World
    params: { active?: boolean; inclusive?: boolean; created?: CreatedRange }
  }) =>
    listed(
      [...world.taxRates.values()].filter(
        (rate) =>
          (params.active === undefined || rate.active === params.active) &&
          (params.inclusive === undefined || rate.inclusive === params.inclusive) &&
          isCreatedIn(params.created, rate.created),
      ),
    ),
}
