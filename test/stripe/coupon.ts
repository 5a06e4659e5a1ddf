import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import type { Operations } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

type CouponParams = {
  amount_off?: number
  currency?: string
  duration?: 'once' | 'forever' | 'repeating'
  id?: string
  metadata?: Metadata
  name?: string
  percent_off?: number
}

function newCoupon(world: World, params: CouponParams) {
  return {
    id: params.id ?? world.newId('c', 8).slice(2),
    object: 'coupon' as const,
    amount_off: params.amount_off ?? null,
    created: world.now(),
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration: params.duration ?? 'once',
    duration_in_months: null,
    livemode: false as const,
    max_redemptions: null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  }
}

export type Coupon = ReturnType<typeof newCoupon>

/** A coupon applied to one subscription, or, with a null id, to all of a customer's. */
export function newDiscount(
  world: World,
  coupon: Coupon,
  subscription: { id: string | null; customer: string },
) {
  return {
    id: world.newId('di'),
    object: 'discount' as const,
    checkout_session: null,
    customer: subscription.customer,
    customer_account: null,
    end: null as number | null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' as const },
    start: world.now(),
    subscription: subscription.id,
    subscription_item: null,
  }
}

export type Discount = ReturnType<typeof newDiscount>

function create(world: World, params: CouponParams): Coupon {
  const { amount_off, percent_off, currency, duration, id } = params
  if ((amount_off === undefined) === (percent_off === undefined))
    throw invalidRequest('You must pass either `percent_off` or `amount_off`, and not both.')
  if (amount_off !== undefined && amount_off < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount_off',
    })
  if (amount_off !== undefined && currency === undefined)
    throw invalidRequest('You must pass a `currency` when passing `amount_off`.', { param: 'currency' })
  if (percent_off !== undefined && (percent_off <= 0 || percent_off > 100))
    throw invalidRequest('Invalid percent_off: must be greater than 0 and at most 100', {
      param: 'percent_off',
    })
  if (params.name !== undefined && params.name.length > 40)
    throw invalidRequest('Invalid string: name must be at most 40 characters', { param: 'name' })
  if (duration === 'repeating')
    throw invalidRequest('The simulator does not model repeating coupons.', { param: 'duration' })
  if (id !== undefined && world.coupons.has(id))
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  const coupon = newCoupon(world, params)
  world.coupons.set(coupon.id, coupon)
  emit(world, 'coupon.created', coupon)
  return coupon
}

export const couponOperations: Operations = {
  'POST /v1/coupons': ({ world, params }: { world: World; params: CouponParams }) => create(world, params),
  'GET /v1/coupons/{id}': ({ world, id }) => {
    const coupon = world.coupons.get(id)
    if (!coupon) throw noSuch('coupon', id, 'coupon')
    return coupon
  },
}
