import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { checkouts, manualOrders, orders } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import type { CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { cartHash } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'
import { findManualOrder, orderOfItem, withCurrentPlans } from './manual-orders.ts'

/** Days a payment link for an order entered by the staff stays valid. */
export const linkDays = 14

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Makes a new payment link for an order the staff entered; earlier links stop working. The token is in the URL fragment,
 * which browsers never send.
 */
export async function newOrderLink(shop: Shop, manualOrderId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await shop.db
    .update(manualOrders)
    .set({ tokenHash: hashOf(token) })
    .where(eq(manualOrders.id, manualOrderId))
  return `${shop.config.publicUrl}/cart#pay=${token}`
}

/** The order made from a cart the staff entered, once it is paid; null: not yet. */
export async function paidOrderOf(shop: Shop, hash: string) {
  const [row] = await shop.db
    .select({ orderId: orders.id, orderNumber: orders.orderNumber })
    .from(checkouts)
    .innerJoin(orders, eq(checkouts.orderId, orders.id))
    .where(and(eq(checkouts.cartHash, hash), isNotNull(checkouts.orderId)))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return row ?? null
}

const hasEnded = (shop: Shop, { expiresAt }: { expiresAt: Date | null }) =>
  !expiresAt || expiresAt <= shop.now()

const expired = () =>
  new ShopError('not_found', 'This link has expired. Write to us and we’ll send you a new one.')

/**
 * Refuses to begin a payment for an order entered by the staff whose link has ended: a browser may still have its cart.
 * @throws ShopError 'not_found'
 */
export async function refuseEndedLink(shop: Shop, cart: CartItem[]): Promise<void> {
  const key = orderOfItem(cart[0]?.id ?? '')
  const row = key && (await findManualOrder(shop, key))
  if (row && hasEnded(shop, row)) throw expired()
}

/**
 * POST /api/order-link: the cart behind a payment link from the admin, at today's prices, to be paid like any other.
 * @throws ShopError 'not_found' for a link that is unknown, was ended or has expired; 'already_ordered' once it is paid
 */
export async function openOrderLink(
  shop: Shop,
  { token }: ParsedBody<'openOrderLink'>,
): Promise<Reply<'openOrderLink'>> {
  const [row] = await shop.db
    .select()
    .from(manualOrders)
    .where(eq(manualOrders.tokenHash, hashOf(token)))
  if (!row || hasEnded(shop, row)) throw expired()
  const cart = await withCurrentPlans(shop, row.cart, row.id)
  const paid = await paidOrderOf(shop, cartHash(cart))
  if (paid)
    throw new ShopError('already_ordered', `This is already paid: your order is ${paid.orderNumber}.`, {
      details: { orderNumber: paid.orderNumber },
    })
  return { cartItems: cart }
}
