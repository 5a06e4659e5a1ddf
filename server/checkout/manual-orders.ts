import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { checkouts, manualOrders, orders } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { firstMissingField } from '../../domain/checkout.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { ManualOrderKind, OfflinePaymentMethod } from '../../domain/manual-order.ts'
import { findPlan } from '../../domain/plan.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { quoteTax } from '../ledger/quote-tax.ts'
import { cartHash, chargeItems, priceCart, type Snapshot, untaxed } from '../ledger/snapshot.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'
import { findCheckout } from './find-checkout.ts'
import { insertOrder } from './insert-order.ts'

export type ManualOrder = typeof manualOrders.$inferSelect
type Written = {
  key: string
  kind: ManualOrderKind
  cart: CartItem[]
  email: string
  reason: string
  username: string
}

/** The manual order that this form has already created, or null. */
export async function findManualOrder(shop: Shop, key: string): Promise<ManualOrder | null> {
  const [row] = await shop.db.select().from(manualOrders).where(eq(manualOrders.id, key))
  return row ?? null
}

/** Stores a manual order, once per form; null if the form was already sent. */
export async function insertManualOrder(
  tx: Transaction,
  shop: Shop,
  { key, cart, email, ...rest }: Written,
  more: Partial<ManualOrder> = {},
): Promise<ManualOrder | null> {
  const [made] = await tx
    .insert(manualOrders)
    .values({
      ...{ id: key, ...rest, cart, cartHash: cartHash(cart), email: normalizeEmail(email), ...more },
      createdAt: shop.now(),
    })
    .onConflictDoNothing()
    .returning()
  return made ?? null
}

/** Whether a stored manual order is the one this form asks for. Who entered it and why may differ. */
export const isSameOrder = (
  known: ManualOrder,
  asked: { kind: ManualOrderKind; email: string; cart: CartItem[] },
): boolean =>
  known.kind === asked.kind &&
  known.email === normalizeEmail(asked.email) &&
  known.cartHash === cartHash(asked.cart)

/** For a form that made another order before. */
export const sentBefore = () =>
  new ShopError(
    'already_ordered',
    'This form was sent before, with other details: that order is in the list below. To order this, too, preview it again.',
  )

/** Tries at writing an order while the owner moves months. */
const maxRounds = 5

/**
 * Creates the order of an offline or free purchase, with its boxes and email, through the same function as a paid checkout.
 * Nothing in it renews, because there is no card to charge. Each step is safe to repeat: after a crash the same form
 * continues where it stopped.
 * @param paid.totalCents the confirmed total, in integer cents
 * @throws ShopError as the checkout does; 'price_changed' if the total has changed since, 'already_ordered' if the form is
 *   just making another order in another tab
 */
export async function placeManualOrder(
  shop: Shop,
  written: Written,
  paid: { paidBy: OfflinePaymentMethod | null; totalCents: number },
  alongside: (tx: Transaction, orderId: string) => Promise<void>,
): Promise<void> {
  const cart = await withCurrentPlans(shop, written.cart, written.key)
  const email = normalizeEmail(written.email)
  const isIt = { cartHash: cartHash(cart) }
  let known = await findCheckout(shop, isIt)
  if (!known) {
    const { snapshot, ...sums } = await priceManualOrder(shop, cart, written.kind)
    if (sums.totalCents !== paid.totalCents)
      throw new ShopError('price_changed', 'Prices or taxes have changed. Check the preview again.')
    await shop.db.transaction(async (tx) => {
      const row = await insertManualOrder(tx, shop, { ...written, cart })
      if (!row) return
      const at = shop.now()
      await tx.insert(checkouts).values({
        ...{ cartHash: row.cartHash, snapshot, kind: 'payment', ...sums },
        ...{ purchaserEmail: email, toldAt: at, createdAt: at },
      })
    })
    const row = await findManualOrder(shop, written.key)
    if (row && !isSameOrder(row, { ...written, cart })) throw sentBefore()
    known = await findCheckout(shop, isIt)
  }
  if (!known) throw new Error(`the checkout of manual order ${written.key} is gone`)
  const payment = { amountCents: known.checkout.totalCents ?? 0, paidAt: shop.now(), payerEmail: email }
  for (let round = 0; !known.checkout.orderId && round < maxRounds; round++) {
    await insertOrder(shop, {
      known,
      payment: { ...payment, intentId: null, customerId: null },
      typedEmail: email,
      subscriptionIds: new Map(),
      // The prefix of earlier releases: a form that one of them began must find its payment.
      manual: { reference: `hand:${written.key}`, paidBy: paid.paidBy },
    })
    known = (await findCheckout(shop, isIt))!
  }
  const { orderId } = known.checkout
  if (!orderId) throw new Error(`manual order ${written.key} could not be written`)
  await shop.db.transaction(async (tx) => {
    const [first] = await tx
      .update(manualOrders)
      .set({ orderId })
      .where(and(eq(manualOrders.id, written.key), isNull(manualOrders.orderId)))
      .returning()
    if (first) await alongside(tx, orderId)
  })
  // Its tax is committed at the provider like any order's; if the provider doesn't answer, the reconciler does it.
  await completeCheckout(shop, known.checkout.id)
  shop.wakeWorker()
}

/** An order's number, or null. */
export async function orderNumberOf(
  db: Database | Transaction,
  orderId: string | null,
): Promise<string | null> {
  if (!orderId) return null
  const [order] = await db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order?.orderNumber ?? null
}

type Priced = {
  snapshot: Snapshot
  /** integer cents */
  subtotalCents: number
  discountCents: number
  taxCents: number
  totalCents: number
}

/**
 * What the id of an item that the staff entered begins with: that of earlier releases, because a cart is found again by its
 * hash.
 */
export const staffsItem = 'hand-'

const idOfStaffsItem = /^hand-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+$/

/** The manual order that an item with this id belongs to; null: a browser made the item. */
export const orderOfItem = (id: string): string | null => idOfStaffsItem.exec(id)?.[1] ?? null

/** The cart with today's plan labels, and item ids that no browser can produce. */
export async function withCurrentPlans(shop: Shop, cart: CartItem[], key: string): Promise<CartItem[]> {
  const plans = await readPlans(shop.db)
  return cart.map((item, index) => {
    const plan = findPlan(plans, item.planId)
    const id = `${staffsItem}${key}-${index}`
    return plan
      ? { ...item, id, planName: plan.name, price: plan.price, period: plan.period }
      : { ...item, id }
  })
}

/**
 * Prices a cart entered by the staff: at the plans' prices, taxed as at checkout; a free one is fully discounted.
 * @throws ShopError as the checkout does, for an address, a size or a plan that can't be sold
 */
export async function priceManualOrder(shop: Shop, cart: CartItem[], kind: ManualOrderKind): Promise<Priced> {
  const missing = firstMissingField(cart, shopDay(shop))
  if (missing) throw new ShopError('invalid_cart', missing, { fields: { cartItems: missing } })
  const priced = priceCart(cart, await readPlans(shop.db))
  const isFree = kind === 'free'
  const taxes = isFree ? {} : await quoteTax(shop, chargeItems(priced))
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
