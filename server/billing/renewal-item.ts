import type { CartShipping } from '../../domain/cart.ts'
import type { Plan } from '../../domain/plan.ts'
import type { ChargeItem } from '../payments.ts'
import type { Membership } from './find-membership.ts'

/**
 * One later term of a membership as the provider's tax needs it, sent to where its belts go now.
 * @param amountCents integer cents before tax, after any discount
 */
export function renewalItem(
  membership: Membership,
  plan: Pick<Plan, 'id' | 'name' | 'months'>,
  amountCents: number,
): ChargeItem {
  const address = membership.address as Partial<CartShipping>
  return {
    id: '0',
    planId: plan.id,
    planName: plan.name,
    months: plan.months,
    renews: true,
    amountCents,
    discountCents: 0,
    renewalDiscountCents: 0,
    destination: {
      name: address.fullName ?? '',
      line1: address.address ?? '',
      line2: address.address2 ?? null,
      city: address.city ?? '',
      state: address.state ?? '',
      zipCode: address.zipCode ?? '',
    },
  }
}
