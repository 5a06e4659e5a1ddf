import type Stripe from 'stripe'
import { isMissing } from './client.ts'

/**
 * The coupon that takes this many cents off, once or for ever. Its id says what it does, so it is made once and shared;
 * the shop's own promotion codes decide who gets it (domain/promotion.ts). Returns its id.
 */
export async function couponId(
  stripe: Stripe,
  amountOff: number,
  duration: 'once' | 'forever',
): Promise<string> {
  const id = `belt-club-${amountOff}-off-${duration}`
  try {
    return (await stripe.coupons.retrieve(id)).id
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    const name = `Promotion, $${(amountOff / 100).toFixed(2)} off`
    return (await stripe.coupons.create({ id, name, amount_off: amountOff, currency: 'usd', duration })).id
  } catch (error) {
    // Another process made it between the two calls.
    if ((error as { code?: string }).code === 'resource_already_exists') return id
    throw error
  }
}
