import { messages } from '../../domain/messages.ts'
import type { StripeView } from '../context.ts'
import { loadStripe } from '../stripe/load-stripe.ts'
import { choosePublishableKey } from '../stripe/publishable-key.ts'
import { type Confirmation, isSetup } from './confirm-payment.ts'
import { intentIdOf, type StripeReturn } from './stripe-return.ts'

/**
 * How the payment ended that a bank's page sent back. The provider is asked, for its sentence or for the card that it
 * keeps; when it cannot be asked, the address in the browser has to do: the server checks before it makes an order.
 */
export async function lookUpReturn(returned: StripeReturn, stripe: StripeView | null): Promise<Confirmation> {
  const { clientSecret, status } = returned
  const paid = { intentId: intentIdOf(clientSecret), paymentMethodId: null }
  if (status === 'succeeded' && !isSetup(clientSecret)) return { outcome: 'succeeded', paid }
  try {
    const key = stripe && choosePublishableKey(stripe, window.location.hostname)
    if (!key) throw new Error('there is no key for this host')
    const [provider, { lookUpStripePayment }] = await Promise.all([
      loadStripe(key),
      import('./confirm-stripe-payment.ts'),
    ])
    return await lookUpStripePayment(provider, clientSecret)
  } catch {
    // A set-up's card is not known here, so its order is left to the server.
    if (status !== 'failed') return { outcome: 'processing', paid }
    return { outcome: 'failed', message: messages.checkout.paymentErrorFallback }
  }
}
