import { and, eq, inArray, isNull } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts, promotionCodes } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { planDates } from '../../domain/plan-dates.ts'
import { refusedPromotion } from '../../domain/promotion.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { chargeItems, type Snapshot, untaxed } from '../ledger/snapshot.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { PaymentState, SubscriptionState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { findCheckout, type KnownCheckout } from './find-checkout.ts'
import { finishCheckout, firstCharge, type OrderedCheckout } from './finish-checkout.ts'
import { insertOrder, type PaidCheckout } from './insert-order.ts'
import { noteOwed } from './note-owed.ts'
import { isProviderAway, reportRefusedPayments } from './report-refused-payments.ts'

export type CompletedOrder = { orderId: string; orderNumber: string; email: string | null }
type Checkout = KnownCheckout['checkout']

type Asking = {
  /** the purchaser's email as typed beside the payment; used first */
  typedEmail?: string | undefined
  /** the caller is a browser that gets the order number now; before that, its cart may still ask to pay again */
  isTelling?: boolean
  /** the buyer pressed the button; for a free cart, only this makes the order */
  isPlacing?: boolean
}

/**
 * The one function that turns a payment into an order (stripe.md §9). The browser, provider events and the reconciler call
 * it in any order and at the same time: the first call makes the order, the others get the same one.
 * @param which the checkout's id, or the checkout as just read
 * @throws ShopError 'payment_not_completed' until the provider says succeeded, 'payment_of_another_cart' if amount, currency
 *   or customer differ from the checkout's
 */
export async function completeCheckout(
  shop: Shop,
  which: string | KnownCheckout,
  { typedEmail, isTelling = false, isPlacing = false }: Asking = {},
): Promise<CompletedOrder> {
  const known = typeof which === 'string' ? await read(shop, which) : which
  const ordered = known.checkout.orderId
    ? orderedAs(known)
    : await place(shop, known, { typedEmail, isPlacing }).catch((error: unknown) => throwAsPaid(shop, error))
  const toldAt = isTelling ? (ordered.checkout.toldAt ?? shop.now()) : ordered.checkout.toldAt
  if (ordered.checkout.status !== 'done') await finishCheckout(shop, ordered, toldAt)
  else if (toldAt !== ordered.checkout.toldAt) await markTold(shop, ordered.checkout.id, toldAt)
  const { orderId, orderNumber, email } = ordered
  return { orderId, orderNumber, email }
}

/** Completes a checkout if it is paid. @returns whether it is @throws ShopError as `completeCheckout`, if that isn't why */
export async function isPaid(shop: Shop, checkoutId: string): Promise<boolean> {
  try {
    await completeCheckout(shop, checkoutId)
    return true
  } catch (error) {
    if (error instanceof ShopError && error.code === 'payment_not_completed') return false
    throw error
  }
}

/** @throws Error for a checkout without an order */
function orderedAs({ checkout, order }: KnownCheckout): OrderedCheckout {
  if (!checkout.orderId || !order) throw new Error(`checkout ${checkout.id} has no order`)
  return { checkout, orderId: checkout.orderId, ...order, members: null, renewal: null }
}

// Someone asking for an order believes they've paid: the usual message would tell them to pay again.
async function throwAsPaid(shop: Shop, error: unknown): Promise<never> {
  await reportRefusedPayments(shop, error)
  if (!(error instanceof ShopError) || !isProviderAway(error.code)) throw error
  throw new ShopError(
    error.code,
    'We can’t reach our payment provider right now. If you’ve paid, please don’t pay again. We’ll make your order and email you its number.',
    { cause: error },
  )
}

async function read(shop: Shop, id: string): Promise<KnownCheckout> {
  const known = await findCheckout(shop, { id })
  if (!known) throw new ShopError('payment_not_found', 'We can’t find this payment.')
  return known
}

// The provider is asked before the row is locked, because a slow provider must not hold a lock. The answer can't go stale: a
// succeeded payment stays succeeded.
async function paidPayment(
  shop: Shop,
  checkout: Checkout,
  asked: Promise<SubscriptionState | null>,
): Promise<PaidCheckout['payment']> {
  const payment = checkout.intentId ? await shop.payments.fetch(checkout.intentId) : null
  if (payment?.status === 'processing') {
    throw new ShopError(
      'payment_not_completed',
      'Your bank hasn’t approved this payment yet. Please don’t pay again. As soon as it does, we’ll make your order and email you.',
    )
  }
  const byHand = payment?.status === 'succeeded' ? null : await paidByHand(shop, checkout, await asked)
  if (byHand) return byHand
  if (payment?.status !== 'succeeded') {
    throw new ShopError(
      'payment_not_completed',
      'This payment didn’t go through, so we haven’t made an order. Go back to your cart and pay again.',
    )
  }
  const matches =
    payment.amountCents === checkout.totalCents &&
    payment.currency === 'USD' &&
    payment.customerId === checkout.customerId
  if (matches) return payment
  await setAside(shop, checkout, notAsked(checkout, payment))
  throw new ShopError(
    'payment_of_another_cart',
    `This payment isn’t for this cart. Write to ${shop.config.supportEmail} and mention ${payment.intentId}.`,
  )
}

function notAsked(checkout: Checkout, { amountCents, currency }: PaymentState): string {
  const isSum = amountCents !== checkout.totalCents || currency !== 'USD'
  return isSum
    ? `the provider took ${formatCents(amountCents)} (${currency})`
    : 'its customer at the provider is another one'
}

// No order and no automatic refund: the owner decides (stripe.md §9).
async function setAside(shop: Shop, checkout: Checkout, lastError: string) {
  shop.log.error({ checkoutId: checkout.id, lastError }, 'paid, but not what was asked for')
  await shop.db.transaction(async (tx) => {
    const marked = await tx
      .update(checkouts)
      .set({ status: checkoutStatus.to('mismatched', checkouts.status), lastError, owedSince: shop.now() })
      .where(and(eq(checkouts.id, checkout.id), inArray(checkouts.status, ['open', 'abandoned'])))
      .returning({ id: checkouts.id })
    if (marked.length > 0)
      await enqueueMail(tx, shop, { kind: 'payment-without-order', about: { aboutId: checkout.id } })
  })
  shop.wakeWorker()
}

/**
 * The first payment of a subscription that somebody settled at the provider without its own payment: the bill was marked as
 * paid elsewhere, or paid in another way. Whoever did that has the money, so it becomes the order (docs/decisions/129). If
 * the sum isn't the cart's, or the bill was written off while its subscription renews, the owner decides.
 * @returns null if it isn't paid
 */
async function paidByHand(
  shop: Shop,
  checkout: Checkout,
  subscription: SubscriptionState | null,
): Promise<PaidCheckout['payment'] | null> {
  if (subscription?.status !== 'active' && subscription?.status !== 'past_due') return null
  const bills = await shop.payments.invoicesOf(subscription.subscriptionId)
  const first = bills.find(({ reason }) => reason === 'first')
  const { customerId, subscriptionId } = subscription
  const isAsked = first?.totalCents === checkout.totalCents && first?.balanceCents === 0
  if (first?.status === 'paid' && isAsked && customerId === checkout.customerId)
    return {
      ...{ intentId: first.intentId, customerId, amountCents: first.totalCents, payerEmail: null },
      ...{ paidAt: first.paidAt, invoiceId: first.invoiceId, isTransfer: first.intentId === null },
    }
  await setAside(
    shop,
    checkout,
    first?.status === 'paid'
      ? `its bill ${first.invoiceId} of ${formatCents(first.totalCents)} was paid at the provider in another way`
      : `its subscription ${subscriptionId} was started at the provider without a payment`,
  )
  throw new ShopError(
    'payment_of_another_cart',
    `This payment isn’t for this cart. Write to ${shop.config.supportEmail} and mention ${subscriptionId}.`,
  )
}

/**
 * Retries, since another process may create the order, or the owner move a drop to another month, between our read and our
 * write.
 */
const maxRounds = 5

/**
 * Stands in for a payment when nothing is charged. Only the buyer's click makes such an order; no event or reconciler does.
 * @throws ShopError 'payment_not_completed' if nobody pressed the button, or if the checkout was abandoned meanwhile;
 *   'promotion_refused' if the owner has stopped its code
 */
async function freePayment(shop: Shop, checkout: Checkout, isPlacing: boolean) {
  if (checkout.status !== 'open' || !isPlacing) {
    throw new ShopError(
      'payment_not_completed',
      'We haven’t made an order, and you haven’t been charged. Go back to your cart and try again.',
    )
  }
  const isIt = eq(promotionCodes.code, checkout.promotionCode ?? '')
  const [code] = await shop.db.select({ isActive: promotionCodes.isActive }).from(promotionCodes).where(isIt)
  if (!code?.isActive) throw refusedPromotion(`The code ${checkout.promotionCode} isn’t available anymore.`)
  return { intentId: null, customerId: null, amountCents: 0, paidAt: null, payerEmail: null }
}

async function place(
  shop: Shop,
  first: KnownCheckout,
  { typedEmail, isPlacing = false }: Asking,
): Promise<OrderedCheckout> {
  const { checkout } = first
  // The card was refused and the buyer was told so: a retry must not make the order after all.
  if (checkout.kind === 'setup' && checkout.status === 'abandoned') {
    throw new ShopError(
      'setup_refused',
      checkout.lastError ?? 'This card setup was canceled. Please start again.',
    )
  }
  const isFree = checkout.kind === 'free'
  // Together, because the buyer waits for both. A paid order doesn't need its subscription, which is asked for again later.
  const renews = checkout.subscriptionId
    ? shop.payments.fetchSubscription(checkout.subscriptionId)
    : Promise.resolve(null)
  const [asked, renewal] = await Promise.all([
    isFree ? null : paidPayment(shop, checkout, renews),
    renews.catch(() => null),
  ])
  const payment = asked ?? (await freePayment(shop, checkout, isPlacing))
  try {
    return await write(shop, { first, asked, payment, renewal, typedEmail, isPlacing })
  } catch (error) {
    throw asked ? await noteOwed(shop, checkout, error) : error
  }
}

type Ready = {
  first: KnownCheckout
  /** null: nothing is charged */
  asked: PaidCheckout['payment'] | null
  payment: PaidCheckout['payment']
  renewal: OrderedCheckout['renewal']
  typedEmail: string | undefined
  isPlacing: boolean
}

/** Writes the order of a checkout whose payment was made. */
async function write(
  shop: Shop,
  { first, asked, payment, renewal, typedEmail, isPlacing }: Ready,
): Promise<OrderedCheckout> {
  const { checkout } = first
  const subscriptionIds =
    asked && checkout.kind === 'setup'
      ? await subscribeSetUp(shop, checkout, asked)
      : new Map(checkout.subscriptionId ? [[0, checkout.subscriptionId]] : [])
  let known = first
  for (let round = 0; round < maxRounds; round++) {
    const made = await insertOrder(shop, { known, payment, typedEmail, subscriptionIds })
    if (made) {
      shop.wakeWorker()
      const { id: orderId, orderNumber, purchaserEmail: email } = made.order
      const members = made.members.map(({ membership }, position) => ({ ...membership, position }))
      return {
        checkout: { ...known.checkout, orderId, status: 'completing' },
        orderId,
        orderNumber,
        email,
        members,
        renewal,
      }
    }
    known = await read(shop, checkout.id)
    if (known.checkout.orderId) return orderedAs(known)
    if (!asked) await freePayment(shop, known.checkout, isPlacing)
  }
  throw new Error(`checkout ${checkout.id} changed ${maxRounds} times while its order was written`)
}

/** Records that a browser is about to receive this checkout's order number. */
async function markTold(shop: Shop, checkoutId: string, toldAt: Date | null) {
  await shop.db
    .update(checkouts)
    .set({ toldAt })
    .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.toldAt)))
}

/**
 * Creates the subscriptions of a checkout where nothing was due and the card was set up. They come before the order: if the
 * provider refuses the card now, there is no order (stripe.md §9). Calling it again finds the same subscriptions.
 * @returns their ids by item position; gifts have none
 * @throws ShopError 'setup_refused' if the card was refused; subscriptions made so far are ended
 */
async function subscribeSetUp(
  shop: Shop,
  checkout: Checkout,
  setup: PaidCheckout['payment'],
): Promise<Map<number, string>> {
  const snapshot = checkout.snapshot as Snapshot
  const paidOn = calendarDateIn(shop.config.timeZone, setup.paidAt ?? shop.now())
  const today = checkout.consent?.from ?? paidOn
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const made = new Map<number, string>()
  try {
    for (const [index, item] of chargeItems(snapshot).entries()) {
      if (!item.renews) continue
      const subscriptionId = await shop.payments.subscribe({
        checkoutId: checkout.id,
        customerId: checkout.customerId!,
        intentId: checkout.intentId!,
        item,
        tax: snapshot.items[index]?.tax ?? untaxed,
        nextChargeOn: firstCharge(shop, item, planDates(today, item, false, calendar).nextCharge!),
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
