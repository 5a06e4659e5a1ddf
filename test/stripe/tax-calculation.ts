import { type Address, customerOf, fullAddress } from './customer.ts'
import type { Metadata } from './metadata.ts'
import type { Operations } from './operation.ts'
import { invalidRequest } from './refusal.ts'
import type { World } from './world.ts'

type CalculationParams = {
  currency: string
  customer?: string
  customer_details?: { address?: Partial<Address>; address_source?: 'billing' | 'shipping' }
  line_items: {
    amount: number
    quantity?: number
    reference?: string
    tax_behavior?: 'exclusive' | 'inclusive'
    tax_code?: string
    metadata?: Metadata
  }[]
}

const livesForSeconds = 90 * 24 * 3600
const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'.split(
    ' ',
  )

// Addresses in the United States need a state and a ZIP code (docs.stripe.com/tax/customer-locations).
function checkLocation(address: Address): void {
  const zip = address.postal_code ?? ''
  if (address.country === 'US' && states.includes(address.state ?? '') && /^\d{5}(-\d{4})?$/.test(zip)) return
  throw invalidRequest(
    "We could not determine the customer's tax location based on the provided customer address. Your customer's address in the US needs a valid state and postal code.",
    { code: 'customer_tax_location_invalid', param: 'customer_details[address]' },
  )
}

function newCalculation(world: World, params: CalculationParams, address: Address, percent: string | null) {
  const id = world.newId('taxcalc')
  const lines = params.line_items.map((line, place) => {
    const exclusive = line.tax_behavior !== 'inclusive'
    const rate = Number(percent ?? 0) / 100
    return {
      id: world.newId('tax_li', 14),
      object: 'tax.calculation_line_item' as const,
      amount: line.amount,
      amount_tax: Math.round(exclusive ? line.amount * rate : line.amount - line.amount / (1 + rate)),
      livemode: false as const,
      metadata: line.metadata ?? {},
      performance_location: null,
      product: null,
      quantity: line.quantity ?? 1,
      reference: line.reference ?? `L${place + 1}`,
      tax_behavior: line.tax_behavior ?? 'exclusive',
      tax_code: line.tax_code ?? 'txcd_99999999',
    }
  })
  const sum = (behavior: string) =>
    lines.filter((line) => line.tax_behavior === behavior).reduce((total, line) => total + line.amount_tax, 0)
  const amount = lines.reduce((total, line) => total + line.amount, 0)
  return {
    id,
    object: 'tax.calculation' as const,
    amount_total: amount + sum('exclusive'),
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    customer_details: {
      address: address as Address | null,
      address_source: params.customer_details?.address_source ?? null,
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none' as const,
    },
    expires_at: world.now() + livesForSeconds,
    line_items: {
      object: 'list' as const,
      data: lines,
      has_more: false,
      url: `/v1/tax/calculations/${id}/line_items`,
    },
    livemode: false as const,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: sum('exclusive'),
    tax_amount_inclusive: sum('inclusive'),
    tax_breakdown: [
      {
        amount: sum('exclusive') + sum('inclusive'),
        inclusive: sum('inclusive') > 0,
        tax_rate_details: {
          country: 'US',
          flat_amount: null,
          percentage_decimal: percent ?? '0.0',
          rate_type: percent === null ? null : ('percentage' as const),
          state: address.state,
          tax_type: percent === null ? null : ('sales_tax' as const),
        },
        taxability_reason: percent === null ? ('not_collecting' as const) : ('standard_rated' as const),
        taxable_amount: percent === null ? 0 : amount,
      },
    ],
    tax_date: world.now(),
  }
}

export type TaxCalculation = ReturnType<typeof newCalculation>

function create(world: World, params: CalculationParams): TaxCalculation {
  const customer = params.customer === undefined ? null : customerOf(world, params.customer, 'customer')
  if (params.line_items.some((line) => line.amount < 0))
    throw invalidRequest('Invalid non-negative integer', { param: 'line_items[0][amount]' })
  const references = params.line_items.flatMap((line) => line.reference ?? [])
  if (new Set(references).size !== references.length)
    throw invalidRequest('Line item references must be unique.', { param: 'line_items' })
  const given = params.customer_details?.address
  if (given && params.customer_details?.address_source === undefined)
    throw invalidRequest('Missing required param: customer_details[address_source].', {
      code: 'parameter_missing',
      param: 'customer_details[address_source]',
    })
  const address = given
    ? fullAddress(given)
    : (customer?.shipping?.address ?? customer?.address ?? fullAddress({}))
  checkLocation(address)
  const percent = salesTaxPercent(world, address.state!, address.postal_code!)
  const calculation = newCalculation(world, params, address, percent)
  world.taxCalculations.set(calculation.id, calculation)
  return calculation
}

export const taxCalculationOperations: Operations = {
  'POST /v1/tax/calculations': ({ world, params }: { world: World; params: CalculationParams }) =>
    create(world, params),
}

// A few of California's districts, by ZIP code prefix; elsewhere the state's own rate.
const districts: [zip: string, percent: string][] = [
  ['94110', '8.625'],
  ['900', '9.75'],
  ['946', '10.75'],
]
const stateRate = '7.25'

/** The rate at an address as a decimal percentage; null: no tax is collected there. */
function salesTaxPercent(world: World, state: string, zip: string): string | null {
  const isRegistered = [...world.taxRegistrations.values()].some(
    (registration) => registration.status === 'active' && registration.country_options.us.state === state,
  )
  if (!isRegistered || state !== 'CA') return null
  return districts.find(([start]) => zip.startsWith(start))?.[1] ?? stateRate
}
