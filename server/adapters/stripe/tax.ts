import type Stripe from 'stripe'
import { stateCode, stateName } from '../../../domain/address.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { CommittedTax, TaxQuote, TaxReversal } from '../../shop/payment-states.ts'
import type { ChargeItem, Payments } from '../../shop/payments.ts'
import { taxCode } from './catalog.ts'
import { createOnce, isRefusal } from './client.ts'

const none: TaxQuote = { taxCents: 0, ratePercent: null, calculationId: null }

/**
 * The tax of each item at its own destination. Each needs its own calculation, because `automatic_tax` knows one address
 * per customer (stripe.md §5).
 */
export async function quoteTax(stripe: Stripe, items: ChargeItem[]): Promise<Record<string, TaxQuote>> {
  const quotes = await Promise.all(
    items.map(async (item) => [item.id, await quoteOne(stripe, item)] as const),
  )
  return Object.fromEntries(quotes)
}

async function quoteOne(stripe: Stripe, item: ChargeItem): Promise<TaxQuote> {
  const amount = item.amountCents - item.discountCents
  if (amount === 0) return none
  const calculation = await calculate(stripe, item, amount)
  const taxCents = calculation.tax_amount_exclusive
  return {
    taxCents,
    ratePercent: taxCents > 0 ? rateOf(calculation, amount) : null,
    calculationId: calculation.id,
    state: stateCode(item.destination.state),
  }
}

async function calculate(stripe: Stripe, item: ChargeItem, amount: number): Promise<Stripe.Tax.Calculation> {
  const { destination } = item
  try {
    return await stripe.tax.calculations.create({
      currency: 'usd',
      line_items: [{ amount, reference: item.planId, tax_behavior: 'exclusive', tax_code: taxCode }],
      customer_details: {
        address: {
          line1: destination.line1,
          ...(destination.line2 ? { line2: destination.line2 } : {}),
          city: destination.city,
          state: stateCode(destination.state),
          postal_code: destination.zipCode.trim(),
          country: 'US',
        },
        address_source: 'shipping',
      },
      expand: ['line_items'],
    })
  } catch (error) {
    const { code, param } = error as { code?: string; param?: string }
    if (code !== 'customer_tax_location_invalid' && !param?.startsWith('customer_details')) throw error
    throw new ShopError(
      'invalid_cart',
      `Item ${Number(item.id) + 1}: We could not find this address in ${stateName(destination.state)}. Please check the address and its ZIP code.`,
      { fields: { [`cartItems.${item.id}.shippingDetails.zipCode`]: 'Check this ZIP code.' }, cause: error },
    )
  }
}

// State, county, city and district have a row each; renewals are charged their sum.
function rateOf(calculation: Stripe.Tax.Calculation, amount: number): string {
  const rows = calculation.tax_breakdown
    .filter((row) => row.amount > 0)
    .map((row) => Number(row.tax_rate_details.percentage_decimal ?? Number.NaN))
  const sum = rows.reduce((total, rate) => total + rate, 0)
  const isWhole = rows.length > 0 && Math.abs((amount * sum) / 100 - calculation.tax_amount_exclusive) < 1
  const percent = isWhole ? sum : (calculation.tax_amount_exclusive / amount) * 100
  return String(Number(percent.toFixed(4)))
}

/** Milliseconds a rate's id is cached: a morning's renewals share a few rates, and the owner may archive one. */
const rememberedFor = 60_000
const known = new WeakMap<Stripe, Map<string, { id: Promise<string>; readAt: number }>>()

/**
 * The tax rate object for a percentage in a state, created once: all subscriptions share it (stripe.md §5).
 * @param state two letters
 */
export async function taxRateId(stripe: Stripe, percent: string, state: string): Promise<string> {
  // California's names have no state, because they were created before there were others.
  const name = state === 'CA' ? percent : `${state}:${percent}`
  const rates = known.get(stripe) ?? new Map<string, { id: Promise<string>; readAt: number }>()
  known.set(stripe, rates)
  const remembered = rates.get(name)
  if (remembered && performance.now() - remembered.readAt < rememberedFor) return remembered.id
  const id = findOrMakeTaxRate(stripe, { name, percent, state })
  rates.set(name, { id, readAt: performance.now() })
  id.catch(() => rates.delete(name))
  return id
}

type Rate = { name: string; percent: string; state: string }

async function findOrMakeTaxRate(stripe: Stripe, { name, percent, state }: Rate): Promise<string> {
  let archived = ''
  const find = async () => {
    for await (const rate of stripe.taxRates.list({ limit: 100 })) {
      if (rate.metadata?.belt_club_rate !== name) continue
      if (rate.active) return rate
      archived ||= `:${rate.id}`
    }
    return undefined
  }
  const found = await find()
  if (found) return found.id
  const made = await createOnce({
    // If someone archived the rate, the first key would return the archived one for a day.
    key: `tax-rate:${name}${archived}`,
    find,
    create: (options) =>
      stripe.taxRates.create(
        {
          display_name: 'Sales tax',
          description: `${state} ${percent}%`,
          inclusive: false,
          percentage: Number(percent),
          country: 'US',
          state,
          jurisdiction: stateName(state),
          tax_type: 'sales_tax',
          metadata: { belt_club_rate: name },
        },
        options,
      ),
  })
  return made.id
}

/**
 * Records a calculation in Stripe's tax reports. The reference is ours, so a repeat counts nothing twice. The key
 * includes the calculation, because another calculation under the same key would be an error.
 */
export async function commitTax(
  stripe: Stripe,
  { calculationId, reference }: { calculationId: string; reference: string },
): Promise<CommittedTax> {
  try {
    const { id } = await createOnce({
      key: `t:${reference}:${calculationId}`,
      find: async () => undefined,
      create: (options) =>
        stripe.tax.transactions.createFromCalculation({ calculation: calculationId, reference }, options),
    })
    return { outcome: 'committed', transactionId: id }
  } catch (error) {
    // The reference exists: this transaction was created more than a day ago, and Stripe has forgotten its key.
    if (isAlreadyThere(error)) return { outcome: 'committed', transactionId: null }
    // Expired or unknown: retrying wouldn't help, and must not keep the order unfinished.
    if (isRefusal(error)) return { outcome: 'skipped', transactionId: null }
    throw error
  }
}

/**
 * Reverses a refund's tax by line with exact amounts: Stripe would split a flat amount anew (stripe.md §5). If an invoice was
 * rounded up, the last refund's tax is one cent more than what is left of the transaction's.
 */
export async function reverseTax(stripe: Stripe, input: TaxReversal): Promise<string | null> {
  const reversed = await reverseExactly(stripe, input)
  if (reversed || input.taxCents === 0) return reversed
  return reverseExactly(stripe, { ...input, taxCents: input.taxCents - 1 })
}

async function reverseExactly(stripe: Stripe, input: TaxReversal): Promise<string | null> {
  const { transactionId, reference, amountCents, taxCents } = input
  try {
    const original = await stripe.tax.transactions.retrieve(transactionId, { expand: ['line_items'] })
    const line = original.line_items?.data[0]
    if (!line) return null
    const { id } = await createOnce({
      key: `tr:${reference}:${taxCents}`,
      find: async () => undefined,
      create: (options) =>
        stripe.tax.transactions.createReversal(
          {
            mode: 'partial',
            original_transaction: transactionId,
            reference,
            line_items: [
              {
                original_line_item: line.id,
                reference,
                quantity: 1,
                amount: -amountCents,
                amount_tax: -taxCents,
              },
            ],
          },
          options,
        ),
    })
    return id
  } catch (error) {
    // Created more than a day ago, but the response was lost.
    if (isAlreadyThere(error)) return reference
    if (isRefusal(error)) return null
    throw error
  }
}

function isAlreadyThere(error: unknown): boolean {
  const { param, code } = error as { param?: string; code?: string }
  return param === 'reference' || code === 'tax_transaction_already_exists'
}

/** Sets the tax rate of a draft invoice, if there is one, and of the subscription's later ones. A null rate: no tax. */
export async function setTaxRate(stripe: Stripe, input: Parameters<Payments['setTaxRate']>[0]) {
  const rates =
    input.ratePercent === null ? ('' as const) : [await taxRateId(stripe, input.ratePercent, input.state)]
  await stripe.subscriptions.update(input.subscriptionId, { default_tax_rates: rates })
  if (input.invoiceId) await stripe.invoices.update(input.invoiceId, { default_tax_rates: rates })
}

/** The states where Stripe Tax calculates, as registered in the account. */
export async function registeredStates(stripe: Stripe): Promise<string[]> {
  const { data } = await stripe.tax.registrations.list({ status: 'active', limit: 100 })
  return data.flatMap(({ country, country_options }) =>
    country === 'US' && country_options.us ? [country_options.us.state.toUpperCase()] : [],
  )
}
