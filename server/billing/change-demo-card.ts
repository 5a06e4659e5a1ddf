import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'

/**
 * What the form of the demo's card page does: the customer's card pays again, and open bills are charged.
 * @throws ShopError 'not_found' where payments are real
 */
export async function changeDemoCard(shop: Shop, customerId: string) {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There is nothing here.')
  await shop.payments.changeDemoCard(customerId)
}
