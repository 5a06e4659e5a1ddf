import Stripe from 'stripe'
import { isRefusal } from './client.ts'
import { createOnce } from './create-once.ts'

/**
 * Tries an open bill once more with the card that the subscription has now: Stripe gives up after its last try, and a card
 * that was changed later would wait for ever. A bank that refuses, or a bill that is paid meanwhile, is no error.
 * @param cardId makes the key: the same card is tried once, whoever asks
 */
export async function chargeAgain(stripe: Stripe, invoiceId: string, cardId: string | undefined) {
  const pay = (options?: Stripe.RequestOptions) =>
    stripe.invoices.pay(invoiceId, { off_session: true }, options)
  try {
    if (!cardId) await pay()
    else
      await createOnce({
        key: `pay:${invoiceId}:${cardId}`,
        async find() {
          const invoice = await stripe.invoices.retrieve(invoiceId)
          return invoice.status === 'open' ? undefined : invoice
        },
        create: pay,
      })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError) && !isRefusal(error)) throw error
  }
}
