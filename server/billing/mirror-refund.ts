import type { Shop } from '../shop.ts'

/** What the provider says of a refund; it is fetched afresh (payments.md §6). */
export async function mirrorRefund(shop: Shop, refundId: string): Promise<void> {
  await shop.payments.fetchRefund(refundId)
}
