import { inArray } from 'drizzle-orm'
import { membershipPayments } from '../../db/schema.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { applyInvoice } from './apply-invoice.ts'

/** Does what the bills of a subscription say that are not in the ledger yet, oldest first. Returns all its bills. */
export async function applyBills(shop: Shop, subscriptionId: string): Promise<InvoiceState[]> {
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const ids = bills.map((bill) => bill.invoiceId)
  const rows =
    ids.length === 0
      ? []
      : await shop.db
          .select({ reference: membershipPayments.reference })
          .from(membershipPayments)
          .where(inArray(membershipPayments.reference, ids))
  const known = new Set(rows.map((row) => row.reference))
  for (const id of ids.toReversed()) if (!known.has(id)) await applyInvoice(shop, id)
  return bills
}
