import { createHash } from 'node:crypto'
import { and, eq, isNull, or } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { firstMissingField } from '../../domain/checkout.ts'
import { ShopError } from '../../domain/errors.ts'
import type { StartedPayment } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { completeCheckout } from './complete-checkout.ts'
import { findOrOpenCheckout } from './find-or-open-checkout.ts'
import { chargeItems, priceCart, type Snapshot } from './snapshot.ts'

type Checkout = typeof checkouts.$inferSelect

/**
 * POST /api/create-payment-intent (payments.md §9): one open checkout per cart content, one payment per checkout.
 * A second click, a second tab or a lost answer gets the same payment again.
 * @throws ShopError for a cart that cannot be bought, or 'already_ordered' for one that is paid
 */
export async function startCheckout(
  shop: Shop,
  body: ParsedBody<'createPaymentIntent'>,
): Promise<Reply<'createPaymentIntent'>> {
  const cart = body.cartItems as CartItem[]
  const today = calendarDateIn(shop.config.timeZone, shop.now())
  const missing = firstMissingField(cart, today)
  if (missing) throw new ShopError('invalid_cart', missing, { fields: { cartItems: missing } })
  const snapshot = priceCart(cart)
  const checkout = await findOrOpenCheckout(shop, cart, snapshot)
  if (checkout.orderId) throw await alreadyOrdered(shop, checkout.id)
  if (checkout.intentId) return resume(shop, checkout, body)
  return start(shop, checkout, body)
}

async function alreadyOrdered(shop: Shop, checkoutId: string): Promise<ShopError> {
  const { orderNumber } = await completeCheckout(shop, checkoutId)
  return new ShopError('already_ordered', `This cart is already paid: your order is ${orderNumber}.`, {
    details: { orderNumber },
  })
}

async function start(
  shop: Shop,
  checkout: Checkout,
  body: ParsedBody<'createPaymentIntent'>,
): Promise<Reply<'createPaymentIntent'>> {
  const snapshot = checkout.snapshot as Snapshot
  const items = chargeItems(snapshot)
  const taxCents = await shop.payments.quoteTax(items)
  const taxed: Snapshot = {
    items: snapshot.items.map((item, index) => ({ ...item, taxCents: taxCents[items[index]!.id] ?? 0 })),
  }
  const tax = taxed.items.reduce((sum, item) => sum + item.taxCents, 0)
  const kind = checkout.kind as 'subscription' | 'payment'
  const amounts = createHash('sha256')
    .update(JSON.stringify([items, taxCents]))
    .digest('hex')
    .slice(0, 16)
  const started = await shop.payments.start({
    checkoutId: checkout.id,
    kind,
    items,
    taxCents,
    email: taxed.items[0]?.cart.shippingDetails?.email ?? '',
    idempotencyKey: `i:${checkout.id}:${amounts}`,
  })
  // Found out now, while nothing is paid: an order whose sums do not agree could not be written later.
  if (started.totalCents !== checkout.subtotalCents + tax) {
    throw new Error(`the provider would charge ${started.totalCents}, not ${checkout.subtotalCents + tax}`)
  }
  const kept = await shop.db
    .update(checkouts)
    .set({
      snapshot: taxed,
      taxCents: tax,
      totalCents: started.totalCents,
      intentId: started.intentId,
      customerId: started.customerId,
      subscriptionId: started.subscriptionId,
    })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        eq(checkouts.status, 'open'),
        or(isNull(checkouts.intentId), eq(checkouts.intentId, started.intentId)),
      ),
    )
    .returning({ id: checkouts.id })
  if (kept.length > 0) return answer(kind, started, tax)
  // Given up, or begun by another process meanwhile. Nobody has seen this payment, and nobody may pay what is not kept.
  await shop.payments.cancel(started.intentId)
  return startCheckout(shop, body)
}

async function resume(
  shop: Shop,
  checkout: Checkout,
  body: ParsedBody<'createPaymentIntent'>,
): Promise<Reply<'createPaymentIntent'>> {
  const payment = await shop.payments.fetch(checkout.intentId!)
  if (payment?.status === 'succeeded') {
    // Paid, but the answer never reached the browser: finish the order instead of taking the money twice.
    throw await alreadyOrdered(shop, checkout.id)
  }
  if (!payment || payment.status === 'canceled') {
    await shop.db
      .update(checkouts)
      .set({ status: 'abandoned' })
      .where(and(eq(checkouts.id, checkout.id), eq(checkouts.status, 'open')))
    return startCheckout(shop, body)
  }
  const { customerId, subscriptionId, totalCents } = checkout
  return answer(
    checkout.kind as 'subscription' | 'payment',
    {
      intentId: payment.intentId,
      clientSecret: payment.clientSecret,
      customerId: customerId ?? payment.customerId,
      subscriptionId,
      totalCents: totalCents ?? payment.amountCents,
    },
    checkout.taxCents ?? 0,
  )
}

function answer(
  kind: 'subscription' | 'payment',
  started: StartedPayment,
  tax: number,
): Reply<'createPaymentIntent'> {
  return {
    clientSecret: started.clientSecret,
    type: kind === 'subscription' ? 'subscription' : 'payment-intent',
    ...(started.subscriptionId ? { subscriptionId: started.subscriptionId } : {}),
    customerId: started.customerId,
    taxInfo: { hasTax: tax > 0, tax, total: started.totalCents },
  }
}
