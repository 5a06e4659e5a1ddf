import type { ParsedBody, Reply } from '../../domain/api.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { countDecline, refuseTested } from './abandon-checkout.ts'

/**
 * Takes the demo's card form. With a real provider the browser pays there, and this call is not found.
 * @throws ShopError 'card_declined' with the bank's sentence, 'too_many_requests' after too many declines
 */
export async function confirmDemoPayment(
  shop: Shop,
  body: ParsedBody<'confirmDemoPayment'>,
): Promise<Reply<'confirmDemoPayment'>> {
  if (!shop.payments.confirmDemo) throw new ShopError('not_found', 'There is no such call.')
  const { status, intentId } = await shop.payments
    .confirmDemo({ ...body, authentication: body.authentication ?? null })
    .catch(async (error: unknown) => {
      const isDecline = error instanceof ShopError && error.code === 'card_declined'
      // A payment declined too often was closed at the provider, whose own error doesn't say why.
      if (isDecline) await refuseTested(shop, body.clientSecret)
      if (isDecline) await countDecline(shop, body.clientSecret.split('_secret_')[0] ?? '')
      throw error
    })
  return { status, paymentIntentId: intentId }
}
