import Stripe from 'stripe'
import { isRefusal } from './client.ts'

/**
 * Tries an open bill once more with the card that the customer has now: Stripe gives up after its last try, and a card
 * that was changed later would wait for ever. A bank that refuses, or a bill that is paid meanwhile, is no error.
 */
export async function chargeAgain(stripe: Stripe, invoiceId: string) {
  try {
    await stripe.invoices.pay(invoiceId, { off_session: true })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError) && !isRefusal(error)) throw error
  }
}
