import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { builtOnce, given } from '../../db/built-once.ts'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { firstMissingField, freeReference } from '../../domain/checkout.ts'
import { ShopError } from '../../domain/errors.ts'
import { normalizePromotionCode } from '../../domain/promotion.ts'
import type { TaxRule } from '../../domain/tax.ts'
import { quoteTax } from '../ledger/quote-tax.ts'
import { chargeItems, type Snapshot, untaxed } from '../ledger/snapshot.ts'
import { limitGuesses } from '../promotions/preview-promotion.ts'
import type { Caller } from '../shop/caller.ts'
import type { PaymentKind, TaxQuote } from '../shop/payment-states.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { completeCheckout, isPaid } from './complete-checkout.ts'
import { findOrOpenCheckout } from './find-or-open-checkout.ts'
import { refuseEndedLink } from './order-link.ts'
import { reportRefusedPayments } from './report-refused-payments.ts'

type Checkout = typeof checkouts.$inferSelect

/**
 * POST /api/create-payment-intent (stripe.md §9): one open checkout per cart content, one payment per checkout. A second
 * click, a second tab or a retry gets the same payment. If nothing is charged there is no payment: the reply has the same
 * shape with a reference of ours, and orders/guest makes the order from it (decision 085).
 * @throws ShopError for a cart that can't be bought; 'too_many_requests' for callers who test cards or guess codes;
 *   'proof_needed' during a card-testing attack on the shop; 'already_ordered' for a paid cart; 'not_found' for one
 *   whose payment link has ended; 'not_possible' while other tabs keep changing its code; 'payments_unavailable' and
 *   'payments_refused', of which the owner is told
 */
export async function startCheckout(
  shop: Shop,
  body: ParsedBody<'createPaymentIntent'>,
  caller: Caller,
): Promise<Reply<'createPaymentIntent'>> {
  const cart = body.cartItems as CartItem[]
  const today = calendarDateIn(shop.config.timeZone, shop.now())
  const missing = firstMissingField(cart, today)
  if (missing) throw new ShopError('invalid_cart', missing, { fields: { cartItems: missing } })
  const promotionCode = normalizePromotionCode(body.promotionCode ?? '') || null
  // If the payment is gone, or another process started one meanwhile, drop it and look for the cart's checkout again.
  for (let round = 0; round < maxRounds; round++) {
    const open = () => findOrOpenCheckout(shop, { cart, promotionCode, caller })
    const found = await (promotionCode ? limitGuesses(shop, caller, open) : open())
    if (!found) continue
    const { checkout, taxRules } = found
    if (checkout.orderId) throw await alreadyOrdered(shop, checkout.id)
    if (!checkout.intentId) await refuseEndedLink(shop, cart)
    const begun = checkout.intentId ? resume(shop, checkout) : start(shop, checkout, taxRules)
    const reply = await begun.catch(async (error: unknown) => {
      await reportRefusedPayments(shop, error)
      throw error
    })
    if (reply) return reply
  }
  throw new ShopError(
    'not_possible',
    'You’re paying for this cart with another code in another tab. You haven’t been charged here. Please try again.',
  )
}

const maxRounds = 5

async function alreadyOrdered(shop: Shop, checkoutId: string): Promise<ShopError> {
  const { orderNumber } = await completeCheckout(shop, checkoutId)
  return new ShopError(
    'already_ordered',
    `You’ve already paid for this cart: your order is ${orderNumber}.`,
    {
      details: { orderNumber },
    },
  )
}

async function start(
  shop: Shop,
  checkout: Checkout,
  taxRules: TaxRule[],
): Promise<Reply<'createPaymentIntent'> | null> {
  const snapshot = checkout.snapshot as Snapshot
  const items = chargeItems(snapshot)
  const taxes = await quoteTax(shop, items, shopDay(shop), taxRules)
  const isFree = checkout.kind === 'free'
  const started = isFree
    ? withoutPayment(checkout.id)
    : await shop.payments.start({
        checkoutId: checkout.id,
        kind: checkout.kind as PaymentKind,
        items,
        taxes,
        email: purchaserEmail(snapshot),
      })
  const taxed = withTaxes(snapshot, taxes, started.totalCents)
  const { intentId, customerId, subscriptionId, totalCents, clientSecret } = started
  const payment = { intentId, customerId, subscriptionId, totalCents, taxCents: sumOfTaxes(taxed) }
  const [kept] = await keepPayment(shop.db).execute({ id: checkout.id, snapshot: taxed, ...payment })
  if (kept) return answer({ ...checkout, ...payment }, clientSecret)
  // Abandoned, or started by another process meanwhile. Nobody has seen this payment, and nobody may pay one that isn't
  // stored.
  if (!isFree) await shop.payments.cancel(started)
  return null
}

const keepPayment = builtOnce((db) =>
  db
    .update(checkouts)
    .set({
      snapshot: given('snapshot', checkouts.snapshot),
      taxCents: given('taxCents', checkouts.taxCents),
      totalCents: given('totalCents', checkouts.totalCents),
      intentId: given('intentId', checkouts.intentId),
      customerId: given('customerId', checkouts.customerId),
      subscriptionId: given('subscriptionId', checkouts.subscriptionId),
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(checkouts.id, sql.placeholder('id')),
        eq(checkouts.status, 'open'),
        or(isNull(checkouts.intentId), eq(checkouts.intentId, sql.placeholder('intentId'))),
      ),
    )
    .returning({ id: checkouts.id })
    .prepare(''),
)

/** Stands in for a payment when nothing is charged. Its client secret protects no more than its reference does. */
function withoutPayment(checkoutId: string) {
  const intentId = freeReference(checkoutId)
  return {
    intentId,
    clientSecret: `${intentId}_secret_none`,
    customerId: null,
    subscriptionId: null,
    totalCents: 0,
  }
}

async function resume(shop: Shop, checkout: Checkout): Promise<Reply<'createPaymentIntent'> | null> {
  if (checkout.kind === 'free') return answer(checkout, withoutPayment(checkout.id).clientSecret)
  const payment = await shop.payments.fetch(checkout.intentId!)
  if (payment?.status === 'succeeded') {
    // Paid, but the answer never reached the browser: finish the order instead of taking the money twice.
    throw await alreadyOrdered(shop, checkout.id)
  }
  if (payment && payment.status !== 'canceled') return answer(checkout, payment.clientSecret)
  // Somebody at the provider may have marked it as paid, which cancels the payment.
  if (checkout.subscriptionId && (await isPaid(shop, checkout.id)))
    throw await alreadyOrdered(shop, checkout.id)
  await shop.db
    .update(checkouts)
    .set({ status: checkoutStatus.to('abandoned', checkouts.status) })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.status, 'open')))
  return null
}

function purchaserEmail(snapshot: Snapshot): string {
  return snapshot.items[0]?.cart.shippingDetails?.email ?? ''
}

function sumOfTaxes(snapshot: Snapshot): number {
  return snapshot.items.reduce((sum, item) => sum + item.taxCents, 0)
}

/**
 * Adds the charged taxes to the snapshot. The provider's total wins: its invoice for a single subscription may round the tax
 * one cent differently from its quote.
 * @throws Error if that doesn't explain the total: an order whose sums don't add up couldn't be written later
 */
function withTaxes(snapshot: Snapshot, taxes: Record<string, TaxQuote>, totalCents: number): Snapshot {
  const items = snapshot.items.map((item, index) => {
    const tax = taxes[String(index)] ?? untaxed
    return { ...item, tax, taxCents: tax.taxCents }
  })
  const net = items.reduce((sum, item) => sum + item.amountCents - (item.discountCents ?? 0), 0)
  const difference = totalCents - net - sumOfTaxes({ items })
  const only = items.length === 1 && items[0]!.tax.ratePercent !== null ? items[0] : undefined
  if (difference !== 0 && !(only && Math.abs(difference) <= 1)) {
    throw new Error(`the provider would charge ${totalCents}, not ${totalCents - difference}`)
  }
  if (only) only.taxCents += difference
  return { items }
}

function answer(checkout: Checkout, clientSecret: string): Reply<'createPaymentIntent'> {
  const tax = checkout.taxCents ?? 0
  return {
    clientSecret,
    // The browser confirms a subscription's payment and a setup the same way; the client secret tells which it is (stripe.md
    // §9).
    type: checkout.kind === 'payment' || checkout.kind === 'free' ? 'payment-intent' : 'subscription',
    ...(checkout.subscriptionId ? { subscriptionId: checkout.subscriptionId } : {}),
    ...(checkout.customerId ? { customerId: checkout.customerId } : {}),
    taxInfo: {
      hasTax: tax > 0,
      tax,
      total: checkout.totalCents ?? 0,
      ...(checkout.discountCents > 0 ? { discount: checkout.discountCents } : {}),
    },
  }
}
