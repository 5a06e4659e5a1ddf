import type { CartItem } from '../../domain/cart.ts'
import type { PlanId } from '../../domain/plan.ts'
import { giftItem, selfItem } from '../carts.ts'
import { sized } from '../random.ts'
import { losAngeles, missionDistrict, type Place, places, portland } from './places.ts'

export type Wanted = { planId: PlanId; isGift: boolean; place: Place }
export type Code = 'FREE' | 'ALWAYSFREE' | 'TEN'
/** Someone who joins: when, with what, and with which promotion code. */
export type Buyer = { at: Date; items: Wanted[]; code?: Code }

export const codes = [
  { code: 'FREE', percentOff: 100, duration: 'once' },
  { code: 'ALWAYSFREE', percentOff: 100, duration: 'forever' },
  { code: 'TEN', percentOff: 10, duration: 'forever' },
]
export const percentOff = { FREE: 100, ALWAYSFREE: 100, TEN: 10 }
export const priceCents: Record<string, number> = { monthly: 6950, '6-months': 35_700, '12-months': 59_400 }
export const monthsOf: Record<string, number> = { monthly: 1, '6-months': 6, '12-months': 12 }

/** Integer cents of the first term and of each later one, before tax. */
export function termCents({ planId }: Wanted, code: Code | undefined) {
  const full = priceCents[planId]!
  const off = code ? Math.round((full * percentOff[code]) / 100) : 0
  return { first: full - off, later: code === 'FREE' ? full : full - off }
}

const own = (planId: PlanId, place = portland): Wanted => ({ planId, isGift: false, place })
const gift = (planId: PlanId, place = portland): Wanted => ({ planId, isGift: true, place })
const lastOfJanuary = '2027-01-31T16:20:00Z'

/** One buyer of every kind the rules treat differently; in the small life, what they buy alone is in another's cart. */
function everyKind(): Omit<Buyer, 'at'>[] {
  const together: Omit<Buyer, 'at'>[] = [
    { items: [own('monthly'), gift('6-months', losAngeles), own('12-months', missionDistrict)] },
    { items: [own('monthly', losAngeles)], code: 'ALWAYSFREE' },
    { items: [own('6-months'), gift('monthly')], code: 'FREE' },
    { items: [own('6-months', missionDistrict), gift('monthly')], code: 'TEN' },
  ]
  const alone: Omit<Buyer, 'at'>[] = [
    { items: [own('monthly', missionDistrict)] },
    { items: [own('6-months', losAngeles)] },
    { items: [own('12-months')] },
    { items: [gift('12-months', missionDistrict)] },
    { items: [gift('monthly'), gift('6-months')] },
    { items: [own('monthly')], code: 'FREE' },
    { items: [own('monthly', losAngeles)], code: 'TEN' },
  ]
  return [...together, ...sized([], alone)]
}

/**
 * Everyone who joins over the first year, in the small life over six weeks, in order: one of every kind, three at a month's
 * end, and others up to the given number of memberships.
 */
export function buyersOfAYear(memberships: number, random: () => number): Buyer[] {
  const oneOf = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!
  const buyers: Buyer[] = [
    { at: new Date(lastOfJanuary), items: [own('monthly')] },
    { at: new Date(lastOfJanuary), items: [own('monthly', losAngeles), own('6-months')] },
    { at: new Date('2027-09-01T03:10:00Z'), items: [own('6-months')] },
    ...everyKind().map((kind) => ({ ...kind, at: someTime(random) })),
  ]
  const any = (): Wanted => {
    const make = oneOf([own, own, gift])
    return make(oneOf(['monthly', 'monthly', '6-months', '12-months'] as const), oneOf(places))
  }
  const count = () => buyers.reduce((sum, buyer) => sum + buyer.items.length, 0)
  while (count() < memberships) {
    const items = Array.from({ length: oneOf([1, 1, 2, 3]) }, any)
    const code = oneOf([undefined, undefined, undefined, 'FREE', 'ALWAYSFREE', 'TEN'] as const)
    buyers.push({ at: someTime(random), items, ...(code ? { code } : {}) })
  }
  return buyers.sort((one, other) => +one.at - +other.at)
}

// Includes late evenings, when the shop's day and the UTC day differ.
function someTime(random: () => number): Date {
  const hours = [13, 15, 18, 22, 27, 28]
  const hour = hours[Math.floor(random() * hours.length)]!
  const date = 1 + Math.floor(random() * sized(40, 360))
  return new Date(Date.UTC(2026, 11, date, hour, Math.floor(random() * 50)))
}

let lastBuyer = 0

/** The cart in the buyer's browser. */
export function cartOf({ items }: Buyer): CartItem[] {
  const email = `buyer-${++lastBuyer}@example.com`
  return items.map(({ planId, isGift, place }) => {
    const item = isGift ? giftItem(planId) : selfItem(planId)
    const { rate: _, ...address } = place
    const shippingDetails = { ...item.shippingDetails!, ...address, email }
    const giftDetails = item.giftDetails && { ...item.giftDetails, emailDate: '2029-12-24T00:00:00.000Z' }
    return { ...item, shippingDetails, ...(giftDetails ? { giftDetails } : {}) }
  })
}
