import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { applyInvoice } from '../billing/apply-invoice.ts'
import { checkRenewalTax } from '../billing/check-renewal-tax.ts'
import { followCard } from '../billing/follow-card.ts'
import { mirrorDispute } from '../billing/mirror-dispute.ts'
import { mirrorRefund } from '../billing/mirror-refund.ts'
import { mirrorSubscription } from '../billing/mirror-subscription.ts'
import type { ProviderEvent } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { checkoutOfSession } from './checkout-of-session.ts'
import { completeCheckout } from './complete-checkout.ts'
import { countDecline } from './count-decline.ts'
import { tellUnknownPayment } from './tell-unknown-payment.ts'

/**
 * What one event makes the shop look at (payments.md §6, the table). Nothing is believed from the event itself: every
 * branch fetches the object, and every branch may run any number of times, in any order.
 */
export async function handleEvent(shop: Shop, type: string, { kind, id }: ProviderEvent['about']) {
  switch (kind) {
    case 'payment':
    case 'setup':
      return handlePayment(shop, type, id)
    case 'session': {
      const session = await shop.payments.fetchSession(id)
      const checkoutId = session && (await checkoutOfSession(shop, session))
      return checkoutId ? completePaid(shop, checkoutId) : undefined
    }
    case 'invoice':
      return handleInvoice(shop, type, id)
    case 'subscription':
      return mirrorSubscription(shop, id)
    case 'refund':
      return mirrorRefund(shop, id)
    case 'dispute':
      return mirrorDispute(shop, id)
    case 'customer':
      await followCard(shop, id)
      return
    case 'other':
      return
  }
}

async function handlePayment(shop: Shop, type: string, intentId: string) {
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
  // A renewal's payment, whose invoice is another event; or one that a restored backup knows nothing of.
  if (!checkout) return type.endsWith('.succeeded') ? tellUnknownPayment(shop, intentId) : undefined
  if (type.endsWith('.succeeded')) return completePaid(shop, checkout.id)
  if (type.endsWith('.payment_failed')) return countDecline(shop, intentId)
  if (type.endsWith('.canceled') && checkout.status === 'open') await abandonCheckout(shop, checkout)
}

async function handleInvoice(shop: Shop, type: string, invoiceId: string) {
  if (type === 'invoice.created') return checkRenewalTax(shop, invoiceId)
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  const isFirst = invoice?.reason === 'first' && invoice.status === 'paid' && invoice.totalCents > 0
  const checkoutId = isFirst ? await checkoutOfSession(shop, invoice) : null
  if (isFirst && invoice.intentId) await tellUnknownPayment(shop, invoice.intentId, invoice.checkoutId)
  if (checkoutId) return completePaid(shop, checkoutId)
  await applyInvoice(shop, invoiceId)
}

/** Answers that will not change by asking again; they are logged or told where they arise. */
const settled = ['payment_of_another_cart', 'setup_refused', 'payment_not_found']

async function completePaid(shop: Shop, checkoutId: string) {
  const [checkout] = await shop.db
    .select({ status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
  if (!checkout || checkout.status === 'mismatched') return
  try {
    await completeCheckout(shop, checkoutId)
  } catch (error) {
    if (!(error instanceof ShopError && settled.includes(error.code))) throw error
  }
}
