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

/** One cart for each row of stripe.md §9 "The mapping", by its name; every call makes a new cart. */
export const everyKindOfCart: [string, () => CartItem[]][] = [
  ['a subscription', () => [selfItem('6-months')]],
  ['a gift', () => [giftItem('12-months')]],
  ['several items', () => [selfItem('monthly'), giftItem('6-months'), selfItem('12-months')]],
]

const places = [
  { city: 'Portland', state: 'OR', zipCode: '97209' },
  { city: 'New York', state: 'NY', zipCode: '10001' },
  { city: 'San Francisco', state: ' california ', zipCode: '94110' },
  { city: 'Los Angeles', state: 'CA', zipCode: '90012' },
]

/**
 * One to four items of any plan, for the buyer or as gifts, to any place.
 * @param random a source of numbers in [0, 1)
 * @param email the buyer's
 */
export function anyCart(random: () => number, email: string): CartItem[] {
  const oneOf = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!
  const count = oneOf([1, 1, 1, 2, 2, 3, 4])
  return Array.from({ length: count }, () => {
    const make = oneOf([selfItem, laterGift])
    const item = make(oneOf(firstPlans).id)
    return { ...item, shippingDetails: { ...item.shippingDetails!, ...oneOf(places), email } }
  })
}
