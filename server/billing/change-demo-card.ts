import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { type CardOutcome, followCard } from './follow-card.ts'

/**
 * What the form of the demo's card page does: the customer's card pays again, and open bills are charged.
 * @throws ShopError 'not_found' where payments are real
 */
export async function changeDemoCard(shop: Shop, customerId: string): Promise<CardOutcome[]> {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There is nothing here.')
  await shop.payments.changeDemoCard(customerId)
  return followCard(shop, customerId)
}
