import { and, desc, eq, gt, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { demoIntents, demoInvoices, demoRefunds, demoSubscriptions } from '../../../db/schema.ts'
import type { Page } from '../../shop/payment-states.ts'
import type { Payments } from '../../shop/payments.ts'
import { demoBalance } from './balance.ts'
import { type Demo, demoRefundState } from './demo.ts'
import { demoSubscriptionState } from './subscriptions.ts'

const pageSize = 100

/** Everything of one kind, page by page, newest first. The demo has no bank, so it has no disputes. */
export function demoListings(
  demo: Demo,
): Pick<
  Payments,
  'listCharges' | 'listRefunds' | 'listDisputes' | 'listSubscriptions' | 'listBalance' | 'invoiceOf'
> {
  return {
    async listCharges(after) {
      const last = await place(demo, demoIntents, demoIntents.paidAt, after)
      const isCharge = and(
        eq(demoIntents.kind, 'payment'),
        eq(demoIntents.status, 'succeeded'),
        gt(demoIntents.amountCents, 0),
        isNotNull(demoIntents.paidAt),
      )
      const rows = await demo.db
        .select()
        .from(demoIntents)
        .where(and(isCharge, last))
        .orderBy(desc(demoIntents.paidAt), desc(demoIntents.id))
        .limit(pageSize)
      return pageOf(rows, ({ id, amountCents, paidAt }) => ({
        ...{
          chargeId: id,
          intentId: id,
          isPaid: true,
          totalCents: amountCents,
          backCents: 0,
          isDisputed: false,
        },
        createdAt: paidAt!,
      }))
    },
    async listRefunds(after) {
      const rows = await demo.db
        .select()
        .from(demoRefunds)
        .where(await place(demo, demoRefunds, demoRefunds.createdAt, after))
        .orderBy(desc(demoRefunds.createdAt), desc(demoRefunds.id))
        .limit(pageSize)
      return pageOf(rows, (row) => ({ ...demoRefundState(row), createdAt: row.createdAt }))
    },
    listDisputes: async () => ({ objects: [], next: null }),
    async listSubscriptions(after, customerId) {
      const isTheirs = customerId ? eq(demoSubscriptions.customerId, customerId) : undefined
      const rows = await demo.db
        .select()
        .from(demoSubscriptions)
        .where(and(isTheirs, await place(demo, demoSubscriptions, demoSubscriptions.createdAt, after)))
        .orderBy(desc(demoSubscriptions.createdAt), desc(demoSubscriptions.id))
        .limit(pageSize)
      return pageOf(rows, (row) => ({ ...demoSubscriptionState(demo, row), createdAt: row.createdAt }))
    },
    async listBalance(after, payoutId) {
      const all = (await demoBalance(demo))
        .filter((moved) => payoutId === undefined || moved.payoutId === payoutId)
        .reverse()
      const first = after ? all.findIndex(({ id }) => id === after) + 1 : 0
      const objects = all.slice(first, first + pageSize).map(({ payoutId: _, ...moved }) => moved)
      return { objects, next: all.length > first + pageSize ? objects.at(-1)!.id : null }
    },
    async invoiceOf(intentId) {
      const isIt = eq(demoInvoices.intentId, intentId)
      const [row] = await demo.db.select({ id: demoInvoices.id }).from(demoInvoices).where(isIt)
      return row?.id ?? null
    },
  }
}

type Table = typeof demoIntents | typeof demoRefunds | typeof demoSubscriptions

/** Condition for rows older than the last one of the page before. */
async function place(demo: Demo, table: Table, at: PgColumn, after: string | null): Promise<SQL | undefined> {
  if (!after) return undefined
  const id: PgColumn = table.id
  const [last] = await demo.db.select({ at }).from(table).where(eq(id, after))
  if (!last) throw new Error(`no such object: ${after}`)
  return or(lt(at, last.at), and(eq(at, last.at), lt(id, after)))
}

function pageOf<Row extends { id: string }, Listed>(
  rows: Row[],
  read: (row: Row) => Page<Listed>['objects'][number],
): Page<Listed> {
  return { objects: rows.map(read), next: rows.length < pageSize ? null : rows.at(-1)!.id }
}
