import type { ParsedBody, Reply } from '../../domain/api.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'

/**
 * The demo's card form pays through this call; with a real provider the browser pays there and the call is not found.
 * @throws ShopError 'card_declined' with the bank's sentence
 */
export async function confirmDemoPayment(
  shop: Shop,
  body: ParsedBody<'confirmDemoPayment'>,
): Promise<Reply<'confirmDemoPayment'>> {
  if (!shop.payments.confirmDemo) throw new ShopError('not_found', 'There is no such call.')
  const { status, intentId } = await shop.payments.confirmDemo({
    ...body,
    authentication: body.authentication ?? null,
  })
  return { status, paymentIntentId: intentId }
}
