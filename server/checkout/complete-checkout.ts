import { and, eq, inArray, isNull } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts, orders } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { planDates } from '../../domain/plan-dates.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { chargeItems, type Snapshot, untaxed } from '../ledger/snapshot.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { PaymentState } from '../shop/payments.ts'
import type { Shop } from '../shop/shop.ts'
import { finishCheckout } from './finish-checkout.ts'
import { insertOrder } from './insert-order.ts'

export type CompletedOrder = { orderId: string; orderNumber: string }
type Checkout = typeof checkouts.$inferSelect

/**
 * The one function that turns a payment into an order (stripe.md §9). Called by the browser's calls, by events and
 * by the reconciler, in any order and at once: the first makes the order, the others get the same one.
 * @param typedEmail the purchaser's email as typed beside the payment, kept when the payment carries none
 * @throws ShopError 'payment_not_completed' while the provider does not say succeeded, 'payment_of_another_cart'
 *   when amount, currency or customer are not those of the checkout
 */
export async function completeCheckout(
  shop: Shop,
  checkoutId: string,
  typedEmail?: string,
): Promise<CompletedOrder> {
  const checkout = await read(shop, checkoutId)
  const orderId =
    checkout.orderId ??
    (await place(shop, checkout, typedEmail).catch((error: unknown) => throwAsPaid(error)))
  if (checkout.status !== 'done') await finishCheckout(shop, checkout.id)
  return orderOf(shop, orderId)
}

// Whoever asks for an order has paid, or thinks so: the sentence for those who begin would have them pay again.
function throwAsPaid(error: unknown): never {
  if (!(error instanceof ShopError) || error.code !== 'payments_unavailable') throw error
  throw new ShopError(
    'payments_unavailable',
    'Our payment provider cannot be reached at the moment. If you have paid, please do not pay again: your order follows by itself, and its number comes by mail.',
    { cause: error },
  )
}

async function read(shop: Shop, id: string): Promise<Checkout> {
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.id, id))
  if (!checkout) throw new ShopError('payment_not_found', 'This payment is not known here.')
  return checkout
}

// The provider is asked before the row is locked: a slow provider must not hold a lock, and succeeded never becomes
// anything else.
async function paidPayment(shop: Shop, checkout: Checkout): Promise<PaymentState> {
  const payment = checkout.intentId ? await shop.payments.fetch(checkout.intentId) : null
  if (payment?.status === 'processing') {
    throw new ShopError(
      'payment_not_completed',
      'Your bank has not decided on this payment yet. Please do not pay again: your order and its mail follow by themselves as soon as it has.',
    )
  }
  if (payment?.status !== 'succeeded') {
    throw new ShopError(
      'payment_not_completed',
      'This payment has not been completed. No order was made; go back to your cart and pay again.',
    )
  }
  const matches =
    payment.amountCents === checkout.totalCents &&
    payment.currency === 'USD' &&
    payment.customerId === checkout.customerId
  if (matches) return payment
  await setAside(shop, checkout, payment)
  throw new ShopError(
    'payment_of_another_cart',
    `This payment does not belong to this cart. Write to ${shop.config.supportEmail} and name ${payment.intentId}.`,
  )
}

// No order, and no refund by itself: a person looks at it (stripe.md §9).
async function setAside(shop: Shop, checkout: Checkout, payment: PaymentState) {
  shop.log.error({ checkoutId: checkout.id, intentId: payment.intentId }, 'paid, but not what was asked for')
  const isSum = payment.amountCents !== checkout.totalCents || payment.currency !== 'USD'
  const lastError = isSum
    ? `the provider took ${formatCents(payment.amountCents)} (${payment.currency})`
    : 'its customer at the provider is another one'
  await shop.db.transaction(async (tx) => {
    const marked = await tx
      .update(checkouts)
      .set({ status: checkoutStatus.to('mismatched', checkouts.status), lastError })
      .where(and(eq(checkouts.id, checkout.id), inArray(checkouts.status, ['open', 'abandoned'])))
      .returning({ id: checkouts.id })
    if (marked.length > 0)
      await enqueueMail(tx, shop, { kind: 'payment-without-order', subjectId: checkout.id })
  })
  shop.wakeWorker()
}

async function place(shop: Shop, checkout: Checkout, typedEmail?: string): Promise<string> {
  // Its card was refused and its buyer told so: a repeat must not make the order after all.
  if (checkout.kind === 'setup' && checkout.status === 'abandoned') {
    throw new ShopError('setup_refused', checkout.lastError ?? 'This set-up was given up. Start again.')
  }
  const payment = await paidPayment(shop, checkout)
  const checkoutId = checkout.id
  const subscriptionIds =
    checkout.kind === 'setup'
      ? await subscribeSetUp(shop, checkout, payment)
      : new Map(checkout.subscriptionId ? [[0, checkout.subscriptionId]] : [])
  const renewal = checkout.subscriptionId
    ? await shop.payments.fetchSubscription(checkout.subscriptionId)
    : null
  const orderId = await shop.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(checkouts).where(eq(checkouts.id, checkoutId)).for('update')
    if (!locked) throw new Error(`checkout ${checkoutId} is gone`)
    if (locked.orderId) return locked.orderId
    const orderId = await insertOrder(tx, shop, {
      checkout: locked,
      payment,
      typedEmail,
      subscriptionIds,
      // The provider's own day, which may be another than ours around midnight.
      paidUntil: renewal?.nextChargeAt ? calendarDateIn(shop.config.timeZone, renewal.nextChargeAt) : null,
    })
    // Whoever asked lately, asked whether it is paid: where this process dies now, the next one finishes it at once.
    const made = { orderId, status: checkoutStatus.to('completing', checkouts.status), checkedAt: null }
    await tx.update(checkouts).set(made).where(eq(checkouts.id, checkoutId))
    return orderId
  })
  shop.wakeWorker()
  return orderId
}

async function orderOf(shop: Shop, orderId: string): Promise<CompletedOrder> {
  const [order] = await shop.db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  return { orderId, orderNumber: order.orderNumber }
}

/** Notes that a browser is about to be told the number of this checkout's order. */
export async function markTold(shop: Shop, checkoutId: string) {
  await shop.db
    .update(checkouts)
    .set({ toldAt: shop.now() })
    .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.toldAt)))
}

/**
 * Nothing was due and the card is set up: the subscriptions are made before the order, because a card that the
 * provider refuses now means that there is no order (stripe.md §9). Repeating it finds the same ones.
 * @returns their ids by the item's place; gifts have none
 * @throws ShopError 'setup_refused' when the card was refused; what had been made is ended
 */
async function subscribeSetUp(
  shop: Shop,
  checkout: typeof checkouts.$inferSelect,
  setup: PaymentState,
): Promise<Map<number, string>> {
  const snapshot = checkout.snapshot as Snapshot
  const today = calendarDateIn(shop.config.timeZone, setup.paidAt ?? shop.now())
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const made = new Map<number, string>()
  try {
    for (const [index, item] of chargeItems(snapshot).entries()) {
      if (!item.renews) continue
      const subscriptionId = await shop.payments.subscribe({
        checkoutId: checkout.id,
        customerId: setup.customerId,
        intentId: setup.intentId,
        item,
        tax: snapshot.items[index]?.tax ?? untaxed,
        nextChargeOn: planDates(today, item, false, calendar).nextCharge!,
      })
      made.set(index, subscriptionId)
    }
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'card_declined') throw error
    for (const subscriptionId of made.values()) await shop.payments.endSubscription(subscriptionId)
    await shop.db
      .update(checkouts)
      .set({ status: checkoutStatus.to('abandoned', checkouts.status), lastError: error.message })
      .where(eq(checkouts.id, checkout.id))
    throw new ShopError('setup_refused', error.message, { cause: error })
  }
  return made
}
