import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { checkouts, handOrders, orders } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { HandOrderKind, PaidByHand } from '../../domain/hand-order.ts'
import { cartHash } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'
import { findCheckout } from './find-checkout.ts'
import { insertOrder } from './insert-order.ts'
import { labelled, priceByHand } from './price-by-hand.ts'

export type HandOrder = typeof handOrders.$inferSelect
type Written = {
  key: string
  kind: HandOrderKind
  cart: CartItem[]
  email: string
  reason: string
  username: string
}

/** The order that a form has made already, or null. */
export async function handOrderOf(shop: Shop, key: string): Promise<HandOrder | null> {
  const [row] = await shop.db.select().from(handOrders).where(eq(handOrders.id, key))
  return row ?? null
}

/** Writes down what the staff was told, once for each form; null where the form was sent before. */
export async function writeDown(
  tx: Transaction,
  shop: Shop,
  { key, cart, email, ...rest }: Written,
  more: Partial<HandOrder> = {},
): Promise<HandOrder | null> {
  const [made] = await tx
    .insert(handOrders)
    .values({
      ...{ id: key, ...rest, cart, cartHash: cartHash(cart), email: normaliseEmail(email), ...more },
      createdAt: shop.now(),
    })
    .onConflictDoNothing()
    .returning()
  return made ?? null
}

/** How often an order is written again while the owner moves months. */
const maxRounds = 5

/**
 * Makes the order of what was paid past the provider, or by nobody: at once, with its boxes and its mail, by the same function
 * as a paid checkout. Nothing of it renews, because there is no card to charge. Each step is safe to repeat: after a crash the
 * same form goes on where it stopped.
 * @param paid.totalCents what was confirmed, in integer cents
 * @throws ShopError as the checkout does; 'price_changed' where it is another sum by now
 */
export async function placeByHand(
  shop: Shop,
  written: Written,
  paid: { paidBy: PaidByHand | null; totalCents: number },
  alongside: (tx: Transaction, orderId: string) => Promise<void>,
): Promise<void> {
  const cart = await labelled(shop, written.cart, written.key)
  const email = normaliseEmail(written.email)
  const isIt = { cartHash: cartHash(cart) }
  let known = await findCheckout(shop, isIt)
  if (!known) {
    const { snapshot, ...sums } = await priceByHand(shop, cart, written.kind)
    if (sums.totalCents !== paid.totalCents)
      throw new ShopError('price_changed', 'Prices or taxes have changed. Look at the preview again.')
    await shop.db.transaction(async (tx) => {
      const row = await writeDown(tx, shop, { ...written, cart })
      if (!row) return
      const at = shop.now()
      await tx.insert(checkouts).values({
        ...{ cartHash: row.cartHash, snapshot, kind: 'payment', ...sums },
        ...{ purchaserEmail: email, toldAt: at, createdAt: at },
      })
    })
    known = await findCheckout(shop, isIt)
  }
  if (!known) throw new Error(`the checkout of hand order ${written.key} is gone`)
  const payment = { amountCents: known.checkout.totalCents ?? 0, paidAt: shop.now(), payerEmail: email }
  for (let round = 0; !known.checkout.orderId && round < maxRounds; round++) {
    await insertOrder(shop, {
      known,
      payment: { ...payment, intentId: null, customerId: null },
      typedEmail: email,
      subscriptionIds: new Map(),
      paidUntil: null,
      byHand: { reference: `hand:${written.key}`, paidBy: paid.paidBy },
    })
    known = (await findCheckout(shop, isIt))!
  }
  const { orderId } = known.checkout
  if (!orderId) throw new Error(`hand order ${written.key} could not be written`)
  await shop.db.transaction(async (tx) => {
    const [first] = await tx
      .update(handOrders)
      .set({ orderId })
      .where(and(eq(handOrders.id, written.key), isNull(handOrders.orderId)))
      .returning()
    if (first) await alongside(tx, orderId)
  })
  // The tax counts at the provider as that of any order; without an answer at the next look.
  await completeCheckout(shop, known.checkout.id)
  shop.wakeWorker()
}

/** The number of an order, or null. */
export async function numberOf(shop: Shop, orderId: string | null): Promise<string | null> {
  if (!orderId) return null
  const [order] = await shop.db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order?.orderNumber ?? null
}
