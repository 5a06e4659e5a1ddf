import { messages } from '../../domain/messages.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import type { CardValues } from './card-values.ts'
import type { Confirmation } from './confirm-payment.ts'

type DemoPayment = {
  clientSecret: string
  email: string
  card: CardValues
  /** what the buyer answered to the bank, when it asked */
  authentication?: 'completed' | 'failed'
}

/**
 * Pays at the demo provider.
 * @throws ApiError when there was no answer, or one that is not about the card
 */
export async function confirmDemoPayment({
  clientSecret,
  email,
  card,
  authentication,
}: DemoPayment): Promise<Confirmation> {
  try {
    const reply = await callApi('confirmDemoPayment', {
      clientSecret,
      email,
      cardNumber: card.number,
      expiration: card.expiration,
      securityCode: card.securityCode,
      ...(authentication ? { authentication } : {}),
    })
    if (reply.status === 'requires_action') return { outcome: 'asks' }
    const intentId = reply.paymentIntentId
    // The demo names a card after the payment that it was first used for.
    return {
      outcome: 'succeeded',
      paid: { intentId, paymentMethodId: intentId.replace(/^(pi|seti)_/, 'pm_') },
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'card_declined') throw error
    return { outcome: 'failed', message: error.sentence ?? messages.checkout.paymentErrorFallback }
  }
}
