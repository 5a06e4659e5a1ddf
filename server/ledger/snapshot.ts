import { createHash } from 'node:crypto'
import type { CartItem } from '../../domain/cart.ts'
import { creditFor, isCreditCode } from '../../domain/credit.ts'
import { ShopError } from '../../domain/errors.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan, isPriceOf, type Plan } from '../../domain/plan.ts'
import { discountsOf, type Promotion, refuseSmallRest } from '../../domain/promotion.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { isSizeOption } from '../../domain/sizing.ts'
import type { CheckoutKind, TaxQuote } from '../shop/payment-states.ts'
import type { ChargeItem } from '../shop/payments.ts'

/** A cart item with its prices: what is fulfilled, whatever the browser's cart says later (stripe.md §9). */
export type SnapshotItem = {
  cart: CartItem
  planId: Plan['id']
  /** of the plan as sold; absent in checkouts from before there were other plans than the first three */
  planName?: string
  months?: number
  /** integer cents before tax; from the plan, never from the request */
  amountCents: number
  /** integer cents a promotion code takes off the first term, and off every later one */
  discountCents: number
  renewalDiscountCents: number
  /** integer cents, as charged */
  taxCents: number
  tax: TaxQuote
}

export type Snapshot = { items: SnapshotItem[] }

export const untaxed: TaxQuote = { taxCents: 0, ratePercent: null, calculationId: null }

/**
 * Prices a cart from its plan ids, minus a promotion code's discount.
 * @throws ShopError for an unknown plan or size, a price label that isn't the plan's, or a code that leaves less than can be
 *   charged
 */
export function priceCart(
  cart: CartItem[],
  plans: readonly Plan[],
  promotion: Promotion | null = null,
): Snapshot {
  const priced = cart.map((item, index) => {
    const plan = findPlan(plans, item.planId)
    const path = `cartItems.${index}`
    const refuse = (code: 'invalid_cart' | 'price_changed', field: string, sentence: string) =>
      new ShopError(code, `Item ${index + 1}: ${sentence}`, { fields: { [`${path}.${field}`]: sentence } })
    if (!plan)
      throw refuse('invalid_cart', 'planId', 'We don’t have that plan. Choose one in the style quiz.')
    if (!plan.isActive) {
      throw refuse(
        'invalid_cart',
        'planId',
        `${plan.name} isn’t sold anymore. Press Edit and choose another plan. You haven’t been charged.`,
      )
    }
    if (!isSizeOption(item.size, item.gender, item.recipientType === 'gift')) {
      throw refuse('invalid_cart', 'size', 'We don’t have that size. Choose one in the style quiz.')
    }
    if (item.recipientType !== 'gift' && item.styles.includes(recipientPicksStyle)) {
      throw refuse(
        'invalid_cart',
        'styles',
        'Only a gift lets its recipient pick. Choose a style in the quiz.',
      )
    }
    if (item.recipientType === 'gift' && !item.giftDetails) {
      throw refuse('invalid_cart', 'giftDetails', 'Gift details are missing. Please complete the style quiz.')
    }
    // A cart showing a different price would mislead its buyer, so it is refused instead of silently corrected.
    if (!isPriceOf(plan, item.price)) {
      throw refuse(
        'price_changed',
        'price',
        `The price of ${plan.name} is ${plan.price} ${plan.period} now, ${formatCents(plan.stripeAmount)} in all. Check your cart before you pay. You haven’t been charged.`,
      )
    }
    const { id: planId, name: planName, months, stripeAmount: amountCents } = plan
    // The plan's own labels, whatever the browser sent: the order's documents and the admin show them.
    const cart = { ...item, planName, price: plan.price, period: plan.period }
    return { cart, planId, planName, months, amountCents }
  })
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const used = promotion && creditOnly(promotion, sum(priced.map((item) => item.amountCents)))
  const discounts = used ? discountsOf(used, priced, plans) : []
  const left =
    sum(priced.map((item) => item.amountCents)) - sum(discounts.map((discount) => discount.discountCents))
  if (promotion) refuseSmallRest(promotion, left)
  const none = { discountCents: 0, renewalDiscountCents: 0 }
  return {
    items: priced.map((item, index) => ({
      ...item,
      ...(discounts[index] ?? none),
      taxCents: 0,
      tax: untaxed,
    })),
  }
}

// Store credit pays everything, or leaves at least what a card can be charged; the rest stays its owner's.
function creditOnly(promotion: Promotion, priceCents: number): Promotion {
  if (!isCreditCode(promotion.code)) return promotion
  return { ...promotion, amountOffCents: creditFor(priceCents, promotion.amountOffCents ?? 0) }
}

/** A hash of the cart's content. Labels and prices don't count, because they follow from the plan. */
export function cartHash(cart: CartItem[]): string {
  const content = cart.map((item) => [
    item.id,
    item.planId,
    item.recipientType,
    item.gender,
    item.size,
    [...item.styles].sort(),
    canonical(item.shippingDetails),
    item.recipientType === 'gift' ? canonical(item.giftDetails) : null,
    // Absent if nothing was answered or measured, so that older carts keep their hash.
    ...(item.extraAnswers?.length ? [item.extraAnswers] : []),
    ...(item.measured ? [{ measured: item.measured }] : []),
  ])
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

function canonical(record: Record<string, string | undefined> | undefined) {
  return Object.entries(record ?? {})
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** What the cart becomes at the provider (stripe.md §9, the table). */
export function checkoutKind(items: SnapshotItem[]): CheckoutKind {
  if (items.every((item) => item.discountCents === item.amountCents)) {
    // A renewing plan will be charged one day; a gift never will.
    return items.some((item) => item.cart.recipientType === 'self') ? 'setup' : 'free'
  }
  const only = items.length === 1 ? items[0] : undefined
  return only?.cart.recipientType === 'self' ? 'subscription' : 'payment'
}

/** A plan's name and months as sold. */
export function termOf({ planId, planName, months }: SnapshotItem): { planName: string; months: number } {
  const first = findPlan(firstPlans, planId)
  return { planName: planName ?? first?.name ?? planId, months: months ?? first?.months ?? 1 }
}

/** The items as the provider needs them. */
export function chargeItems(snapshot: Snapshot): ChargeItem[] {
  return snapshot.items.map((item, index) => ({
    // The cart's ids come from the browser; only the position is sure to be unique.
    id: String(index),
    planId: item.planId,
    ...termOf(item),
    renews: item.cart.recipientType === 'self',
    amountCents: item.amountCents,
    // Absent in checkouts from before promotion codes existed.
    discountCents: item.discountCents ?? 0,
    renewalDiscountCents: item.renewalDiscountCents ?? 0,
    destination: {
      name: item.cart.shippingDetails?.fullName ?? '',
      line1: item.cart.shippingDetails?.address ?? '',
      line2: item.cart.shippingDetails?.address2 ?? null,
      city: item.cart.shippingDetails?.city ?? '',
      state: item.cart.shippingDetails?.state ?? '',
      zipCode: item.cart.shippingDetails?.zipCode ?? '',
    },
  }))
}
