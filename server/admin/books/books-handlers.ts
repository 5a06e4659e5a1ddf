import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { unshippedStates } from '../../../domain/box.ts'
import type { Download } from '../../../domain/contract.ts'
import { dollarsOfCents } from '../../../domain/money.ts'
import { type Period, readBooks as readAll, requirePeriod } from '../../books/books.ts'
import { booksFile } from '../../books/books-file.ts'
import { receiptOf } from '../../books/receipts.ts'
import { refreshShippedDays } from '../../books/shipped-days.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { csvDownload } from '../../documents/csv-download.ts'
import type { Shop } from '../../shop/shop.ts'
import { auditAlone, type Staff } from '../../staff/staff.ts'

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
  await auditAlone(shop, staff, {
    ...{ action: 'books.export', entity: 'books', entityId: 'export' },
    after: { ...period, format },
  })
  return file
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
  await auditAlone(shop, staff, {
    ...{ action: 'books.export', entity: 'books', entityId: 'revenue-by-plan', after: period },
  })
  return file
}

/** Figures of one plan, in integer cents before tax. */
type OfPlan = {
  planId: string
  name: string
  boxes: number
  recognizedCents: number
  owed: number
  deferredCents: number
}

/**
 * Revenue by plan: what was recognized in a period as belts shipped, which adds up to the account Belt sales, and what is
 * still owed in belts now, which adds up to Deferred revenue (docs/decisions/051-books.md).
 * @throws ShopError 'invalid_body' for a period that ends before it begins
 */
async function revenueByPlan(shop: Shop, { from, to }: Period): Promise<OfPlan[]> {
  requirePeriod({ from, to })
  await refreshShippedDays(shop)
  const rows = await rowsOf<{ plan: string } & Record<'boxes' | 'cents' | 'owed' | 'deferred', string>>(
    shop.db,
    sql`with left_house as (
        select plan_id as plan, sum(boxes) as boxes, sum(value) * 100 as cents from shipped_days
        where day between ${from} and ${to} group by 1
      ), to_come as (
        select coalesce(p.plan_id, m.plan_id) as plan, count(*) as owed, sum(b.value) * 100 as deferred
        from boxes b join membership_payments p on p.id = b.payment_id join memberships m on m.id = b.membership_id
        where b.kind = 'owed' and b.state in ${boxState.list(...unshippedStates)} group by 1
      )
      select plan, coalesce(boxes, 0) as boxes, coalesce(cents, 0) as cents, coalesce(owed, 0) as owed,
        coalesce(deferred, 0) as deferred
      from left_house full join to_come using (plan)`,
  )
  const plans = await readPlans(shop.db)
  const place = (planId: string) => plans.findIndex(({ id }) => id === planId)
  return rows
    .map(({ plan: planId, boxes, cents, owed, deferred }) => ({
      ...{ planId, name: plans.find(({ id }) => id === planId)?.name ?? planId },
      ...{ boxes: Number(boxes), recognizedCents: Math.round(Number(cents)) },
      ...{ owed: Number(owed), deferredCents: Math.round(Number(deferred)) },
    }))
    .sort((one, other) => place(one.planId) - place(other.planId))
}

const columns = ['Plan', 'Belts shipped', 'Revenue', 'Belts owed now', 'Deferred now']

/** The same as a file, in US dollars. @throws ShopError 'invalid_body' for a period that ends before it begins */
async function revenueFile(shop: Shop, period: Period): Promise<Download> {
  const plans = await revenueByPlan(shop, period)
  async function* rows() {
    for (const { name, boxes, recognizedCents, owed, deferredCents } of plans)
      yield [name, boxes, dollarsOfCents(recognizedCents), owed, dollarsOfCents(deferredCents)]
  }
  return csvDownload(`revenue-by-plan-${period.from}-${period.to}.csv`, columns, rows())
}
