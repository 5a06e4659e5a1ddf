import type { Shop } from '../shop.ts'

/** What the provider says of a dispute; it is fetched afresh (payments.md §6). */
export async function mirrorDispute(shop: Shop, disputeId: string): Promise<void> {
  await shop.payments.fetchDispute(disputeId)
}
