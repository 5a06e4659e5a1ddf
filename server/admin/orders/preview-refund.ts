import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { id } from '../../../domain/admin/fields.ts'
import { parseInput } from '../../parse-input.ts'
import type { Shop } from '../../shop.ts'
import { chosenBoxes, refundSum } from './chosen-boxes.ts'

/** What a refund of these boxes would give back, before anybody confirms it. @throws ShopError 'not_found' */
export async function previewRefund(
  shop: Shop,
  { orderId, boxIds }: AdminInput<'previewRefund'>,
): Promise<AdminReply<'previewRefund'>> {
  const ids = boxIds
    .split(',')
    .filter(Boolean)
    .map((each) => parseInput(id, each))
  return refundSum(shop.db, await chosenBoxes(shop.db, orderId, ids))
}
