import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { callApi } from '../browser/call-api.ts'
import type { ShopView } from '../context.ts'
import type { StartedCheckout } from './start-payment.ts'

/**
 * Has the server keep what the buyer has just agreed to, before the card is charged: where it cannot be kept, nothing
 * is. Does nothing where nothing renews.
 * @throws ApiError with the server's sentence when the terms have changed meanwhile
 */
export async function keepConsent(
  { cart, clientSecret, promotion }: StartedCheckout,
  { today, supportEmail, calendar, plans }: Pick<ShopView, 'today' | 'supportEmail' | 'calendar' | 'plans'>,
) {
  const renewalDiscounts = promotion?.renewalDiscounts ?? []
  const text = renewalTermsText({ cart, renewalDiscounts, today, supportEmail, calendar, plans })
  if (text !== '') await callApi('recordConsent', { clientSecret, text })
}
