import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { readBooks as readAll } from '../../books/books.ts'
import { booksFile } from '../../books/books-file.ts'
import { revenueByPlan, revenueFile } from '../../books/by-plan.ts'
import { readPayouts as readAllPayouts } from '../../books/payouts.ts'
import { receiptOf } from '../../books/receipts.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** The trial balance of a period. */
export async function readBooks(
  shop: Shop,
  period: AdminInput<'readBooks'>,
): Promise<AdminReply<'readBooks'>> {
  const { accounts } = await readAll(shop, period)
  return { accounts }
}

/** The books of a period as a file. The audit log records who downloaded it. */
export async function exportBooks(
  shop: Shop,
  { format = 'quickbooks', ...period }: AdminInput<'exportBooks'>,
  staff: Staff,
): Promise<AdminReply<'exportBooks'>> {
  const file = await booksFile(shop, period, format)
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      ...{ action: 'books.export', entity: 'books', entityId: 'export' },
      after: { ...period, format },
    }),
  )
  return file
}

/** The payouts of a period, each reconciled with the payments and refunds in it. */
export async function readPayouts(
  shop: Shop,
  period: AdminInput<'readPayouts'>,
): Promise<AdminReply<'readPayouts'>> {
  return readAllPayouts(shop, period)
}

/** The receipt of a payment, or the credit note of a refund. @throws ShopError 'not_found', 'not_possible' */
export async function readReceipt(
  shop: Shop,
  { orderId, subjectId }: AdminInput<'readReceipt'>,
): Promise<AdminReply<'readReceipt'>> {
  return receiptOf(shop, { orderId }, subjectId)
}

/** Revenue by plan of a period. */
export async function readRevenueByPlan(
  shop: Shop,
  period: AdminInput<'readRevenueByPlan'>,
): Promise<AdminReply<'readRevenueByPlan'>> {
  return { plans: await revenueByPlan(shop, period) }
}

/** Revenue by plan as a file. The audit log records who downloaded it. */
export async function exportRevenueByPlan(
  shop: Shop,
  period: AdminInput<'exportRevenueByPlan'>,
  staff: Staff,
): Promise<AdminReply<'exportRevenueByPlan'>> {
  const file = await revenueFile(shop, period)
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      ...{ action: 'books.export', entity: 'books', entityId: 'revenue-by-plan', after: period },
    }),
  )
  return file
}
