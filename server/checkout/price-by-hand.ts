import type { CartItem } from '../../domain/cart.ts'
import { firstMissingField } from '../../domain/checkout.ts'
import { ShopError } from '../../domain/errors.ts'
import type { HandOrderKind } from '../../domain/hand-order.ts'
import { findPlan } from '../../domain/plan.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { chargeItems, priceCart, type Snapshot, untaxed } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'

type Priced = {
  snapshot: Snapshot
  /** integer cents */
  subtotalCents: number
  discountCents: number
  taxCents: number
  totalCents: number
}

/** The cart with the plans' own labels of today, and ids that no browser gives. */
export async function labelled(shop: Shop, cart: CartItem[], key: string): Promise<CartItem[]> {
  const plans = await readPlans(shop.db)
  return cart.map((item, index) => {
    const plan = findPlan(plans, item.planId)
    const id = `hand-${key}-${index}`
    return plan
      ? { ...item, id, planName: plan.name, price: plan.price, period: plan.period }
      : { ...item, id }
  })
}

/**
 * What a cart costs that the staff writes down: by the plans, taxed as at checkout; free, all of it is taken off.
 * @throws ShopError as the checkout does, for an address, a size or a plan that cannot be sold
 */
export async function priceByHand(shop: Shop, cart: CartItem[], kind: HandOrderKind): Promise<Priced> {
  const missing = firstMissingField(cart, shopDay(shop))
  if (missing) throw new ShopError('invalid_cart', missing, { fields: { cartItems: missing } })
  const priced = priceCart(cart, await readPlans(shop.db))
  const isFree = kind === 'free'
  const taxes = isFree ? {} : await shop.payments.quoteTax(chargeItems(priced))
  const items = priced.items.map((item, index) => {
    const tax = taxes[String(index)] ?? untaxed
    return { ...item, tax, taxCents: tax.taxCents, discountCents: isFree ? item.amountCents : 0 }
  })
  const sum = (pick: (item: (typeof items)[number]) => number) =>
    items.reduce((total, item) => total + pick(item), 0)
  const [subtotalCents, discountCents, taxCents] = [
    sum((item) => item.amountCents),
    sum((item) => item.discountCents),
    sum((item) => item.taxCents),
  ]
  return {
    snapshot: { items },
    ...{ subtotalCents, discountCents, taxCents, totalCents: subtotalCents - discountCents + taxCents },
  }
}
