import { newDiscount } from './coupon.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { Subscription } from './subscription.ts'
import type { TaxRate } from './tax-rate.ts'
import type { World } from './world.ts'

const longestTrial = 730 * 24 * 3600

// docs.stripe.com/api/subscriptions/update#update_subscription-trial_end: at most two years; the message counts days.
/** @throws StripeRefusal unless it's in the future and at most 730 days away */
export function checkTrialEnd(world: World, trialEnd: number): void {
  if (trialEnd <= world.now())
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  if (trialEnd > world.now() + longestTrial)
    throw invalidRequest('The maximum number of trial period days is 730 (2 years).')
}

/** @throws StripeRefusal if a rate is unknown or archived */
export function readTaxRates(world: World, ids: string[] | ''): TaxRate[] {
  return (ids || []).map((id, place) => {
    const rate = world.taxRates.get(id)
    if (!rate) throw noSuch('tax rate', id, `default_tax_rates[${place}]`, 400)
    if (!rate.active)
      throw invalidRequest(`The tax rate ${id} is archived and can no longer be used.`, {
        param: `default_tax_rates[${place}]`,
      })
    return structuredClone(rate)
  })
}

/** @throws StripeRefusal if a coupon is unknown */
export function readCoupons(world: World, entries: { coupon?: string; discount?: string }[]): string[] {
  return entries.map(({ coupon, discount }, place) => {
    if (discount !== undefined) {
      if (!world.discounts.has(discount))
        throw noSuch('discount', discount, `discounts[${place}][discount]`, 400)
      return discount
    }
    if (coupon === undefined)
      throw invalidRequest('You must pass a coupon.', { param: `discounts[${place}]` })
    if (!world.coupons.has(coupon)) throw noSuch('coupon', coupon, `discounts[${place}][coupon]`, 400)
    return coupon
  })
}

/** Applies coupons; ids of existing discounts stay as they are. */
export function applyCoupons(world: World, subscription: Subscription, ids: string[]): void {
  subscription.discounts = discountsOf(world, subscription, ids)
}

/** The discounts for these coupons; ids of existing discounts stay as they are. */
export function discountsOf(
  world: World,
  subscription: { id: string; customer: string },
  ids: string[],
): string[] {
  return ids.map((id) => {
    const coupon = world.coupons.get(id)
    if (!coupon || world.discounts.has(id)) return id
    const discount = newDiscount(world, coupon, subscription)
    coupon.times_redeemed += 1
    world.discounts.set(discount.id, discount)
    return discount.id
  })
}

/** @throws StripeRefusal if both ways of taxing are requested */
export function checkAutomaticTax(
  automaticTax: { enabled: boolean } | undefined,
  rates: string[] | '' | undefined,
): void {
  if (!automaticTax?.enabled) return
  if (rates && rates.length > 0)
    throw invalidRequest(
      'You cannot specify `default_tax_rates` when `automatic_tax[enabled]=true`. Remove the tax rates or turn off automatic tax.',
      { param: 'default_tax_rates' },
    )
  throw invalidRequest('The simulator does not model automatic tax.', { param: 'automatic_tax[enabled]' })
}
