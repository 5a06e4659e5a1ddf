import type { CartItem } from '../domain/cart.ts'
import { firstPlans } from '../domain/first-plans.ts'
import { findPlan, type PlanId } from '../domain/plan.ts'

let lastId = 0

const shipping = {
  fullName: 'Maya Ellison',
  email: 'maya@example.com',
  address: '418 Alder Street',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
}

/** A cart item for the buyer; every call makes a new one. Override what the test is about. */
export function selfItem(planId: PlanId = 'monthly', changes: Partial<CartItem> = {}): CartItem {
  const plan = findPlan(firstPlans, planId)!
  return {
    id: `cart-${1_790_000_000_000 + ++lastId}`,
    planId,
    planName: plan.name,
    price: plan.price,
    period: plan.period,
    recipientType: 'self',
    gender: 'male',
    size: '36',
    styles: ['dress', 'casual'],
    colors: ['Surprise Me'],
    shippingDetails: { ...shipping },
    ...changes,
  }
}

/** A gift whose recipient picks style and size. */
export function giftItem(planId: PlanId = '12-months', changes: Partial<CartItem> = {}): CartItem {
  return selfItem(planId, {
    recipientType: 'gift',
    styles: ['Let Recipient Pick'],
    size: 'Let Recipient Choose',
    shippingDetails: { ...shipping, fullName: 'Thomas Ellison' },
    giftDetails: {
      senderName: 'Maya Ellison',
      senderEmail: 'maya@example.com',
      recipientEmail: 'thomas@example.com',
      emailDate: '2026-12-01T00:00:00.000Z',
      giftMessage: 'Happy birthday.',
    },
    ...changes,
  })
}

/** A gift for a shop that runs on the real clock: its date is in the future whenever the test runs. */
export function laterGift(planId: PlanId = '12-months', changes: Partial<CartItem> = {}): CartItem {
  const gift = giftItem(planId, changes)
  return { ...gift, giftDetails: { ...gift.giftDetails!, emailDate: '2099-12-01T00:00:00.000Z' } }
}

/** The same item, sent to Los Angeles, where sales tax is due. */
export function toCalifornia(item: CartItem): CartItem {
  return {
    ...item,
    shippingDetails: {
      ...shipping,
      ...item.shippingDetails,
      city: 'Los Angeles',
      state: 'California',
      zipCode: '90026',
    },
  }
}
