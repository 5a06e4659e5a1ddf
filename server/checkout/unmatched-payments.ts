import { and, asc, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'

type Checkout = typeof checkouts.$inferSelect

/** Payments that aren't what their cart asked for, oldest first, until someone decides (docs/decisions/129). */
export async function unmatchedPayments(shop: Shop) {
  const rows = await shop.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.status, 'mismatched'))
    .orderBy(asc(checkouts.owedSince), asc(checkouts.id))
  return rows.map((row) => {
    const shipping = (row.snapshot as Snapshot).items[0]?.cart.shippingDetails
    return {
      ...{ id: row.id, at: row.owedSince ?? row.createdAt, askedCents: row.totalCents ?? 0 },
      ...{ why: row.lastError ?? 'the provider says something else', intentId: row.intentId },
      ...{ name: shipping?.fullName ?? '', email: row.purchaserEmail ?? shipping?.email ?? null },
    }
  })
}

/**
 * Makes the order of such a payment after all, for what was paid: the rest is a discount of its first term.
 * @throws ShopError 'not_possible' if nothing was paid, or more than was asked
 */
export async function orderUnmatched(
  shop: Shop,
  checkoutId: string,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const checkout = await requireUnmatched(shop, checkoutId)
  const { paidCents, customerId } = await paidFor(shop, checkout)
  const snapshot = checkout.snapshot as Snapshot
  const offCents = (checkout.totalCents ?? 0) - paidCents
  const left = snapshot.items.map((item) => item.amountCents - (item.discountCents ?? 0))
  if (offCents < 0)
    throw new ShopError(
      'not_possible',
      `They paid ${formatCents(-offCents)} more than this order costs. Decide that it makes no order, refund it at the payment provider, and ask them to order again.`,
    )
  if (offCents >= left.reduce((sum, cents) => sum + cents, 0))
    throw new ShopError('not_possible', 'That pays for no belt. Decide that it makes no order.')
  let restCents = offCents
  const items = snapshot.items.map((item, place) => {
    const cents = Math.min(restCents, left[place]!)
    restCents -= cents
    return { ...item, discountCents: (item.discountCents ?? 0) + cents }
  })
  await shop.db.transaction(async (tx) => {
    await tx
      .update(checkouts)
      .set({
        snapshot: { items },
        discountCents: checkout.discountCents + offCents,
        ...{ totalCents: paidCents, customerId },
      })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.status, 'mismatched')))
    await alongside(tx)
  })
  await completeCheckout(shop, checkoutId)
}

/** What was paid, in cents, and whose card or bill it was. @throws ShopError 'not_possible' if nothing was */
async function paidFor(shop: Shop, { intentId, subscriptionId, customerId }: Checkout) {
  const payment = intentId ? await shop.payments.fetch(intentId) : null
  if (payment?.status === 'succeeded')
    return { paidCents: payment.amountCents, customerId: payment.customerId }
  const bills = subscriptionId ? await shop.payments.invoicesOf(subscriptionId) : []
  const first = bills.find(({ reason }) => reason === 'first')
  if (first?.status === 'paid' && first.balanceCents === 0) return { paidCents: first.totalCents, customerId }
  throw new ShopError(
    'not_possible',
    'The payment provider has no payment for it. If you have the money, enter the order under New order, as paid.',
  )
}

/** Decides that such a payment makes no order: what it started at the provider ends. Its money stays where it is. */
export async function dropUnmatched(
  shop: Shop,
  checkoutId: string,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { subscriptionId } = await requireUnmatched(shop, checkoutId)
  if (subscriptionId) await shop.payments.endSubscription(subscriptionId)
  await shop.db.transaction(async (tx) => {
    const [made] = await tx
      .update(checkouts)
      .set({ status: checkoutStatus.to('settled', checkouts.status), owedSince: null })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.status, 'mismatched')))
      .returning({ id: checkouts.id })
    if (made) await alongside(tx)
  })
}

async function requireUnmatched(shop: Shop, checkoutId: string): Promise<Checkout> {
  const [row] = await shop.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (!row) throw new ShopError('not_found', 'We can’t find that payment. Reload the page.')
  if (row.status !== 'mismatched')
    throw new ShopError('not_possible', 'Someone has already decided about this payment. Reload the page.')
  return row
}
