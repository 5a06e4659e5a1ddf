import { and, desc, eq, gt, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { demoIntents, demoInvoices, demoRefunds, demoSubscriptions } from '../../../db/schema.ts'
import { addDays, type CalendarDate, calendarDateIn, instantAt } from '../../../domain/calendar-date.ts'
import { shareOfCents } from '../../../domain/money.ts'
import { kindOfCategory } from '../../../domain/movement.ts'
import type { BalanceState, Page } from '../../shop/payment-states.ts'
import type { Payments } from '../../shop/payments.ts'
import { type Demo, demoRefundState } from './demo.ts'
import { allDemoDisputes, demoDisputeState, movedByDispute } from './disputes.ts'
import { demoSubscriptionState } from './subscriptions.ts'

const pageSize = 100

/** Everything of one kind, page by page, newest first. */
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
      const disputed = new Set((await allDemoDisputes(demo)).map((dispute) => dispute.intentId))
      return pageOf(rows, ({ id, amountCents, paidAt }) => ({
        ...{ chargeId: id, intentId: id, isPaid: true, totalCents: amountCents },
        ...{ backCents: 0, isDisputed: disputed.has(id), createdAt: paidAt! },
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
    // The few of an invented year (server/demo/) fit on a page.
    async listDisputes(_after, intentId) {
      const all = (await allDemoDisputes(demo)).filter((row) => !intentId || row.intentId === intentId)
      const objects = all.map((row) => ({ ...demoDisputeState(row), createdAt: row.createdAt }))
      return { objects, next: null }
    },
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

type Moved = BalanceState & { createdAt: Date; payoutId: string | null }

/** Days between a movement and its payout. */
const paysOutAfter = 2

/**
 * The movements of the demo's balance, oldest first. Each payment costs a fee of 2.9% and 30 cents; a day's movements are
 * paid out two days later at noon. Calculated anew each time from the demo's own rows.
 */
async function demoBalance(demo: Demo): Promise<Moved[]> {
  const paid = await demo.db
    .select()
    .from(demoIntents)
    .where(
      and(eq(demoIntents.status, 'succeeded'), gt(demoIntents.amountCents, 0), isNotNull(demoIntents.paidAt)),
    )
  const given = await demo.db.select().from(demoRefunds)
  const disputed = await allDemoDisputes(demo)
  const moved = [
    ...paid.map(({ id, amountCents, paidAt }) =>
      movement(id, 'charge', amountCents, paidAt!, shareOfCents(amountCents, 290) + 30),
    ),
    ...given.map(({ id, amountCents, createdAt }) => movement(id, 'refund', -amountCents, createdAt)),
    ...disputed
      .flatMap(movedByDispute)
      .map((each) => movement(each.sourceId, each.category, each.amountCents, each.at, each.feeCents)),
  ].sort(byAge)
  return [...moved, ...payOut(demo, moved)].sort(byAge)
}

const byAge = (one: Moved, other: Moved) => +one.createdAt - +other.createdAt || (one.id < other.id ? -1 : 1)

function movement(
  sourceId: string,
  category: string,
  amountCents: number,
  createdAt: Date,
  feeCents = 0,
): Moved {
  const id = `txn_${sourceId}${category === 'dispute_reversal' ? '_back' : ''}`
  const kind = kindOfCategory(category)
  const about = { sourceId, intentId: kind === 'charge' ? sourceId : '', description: null }
  return { id, category, kind, amountCents, feeCents, ...about, createdAt, payoutId: null }
}

/** The payouts so far; sets payoutId on each movement that a payout includes. */
function payOut({ timeZone, now }: Demo, moved: Moved[]): Moved[] {
  const payouts: Moved[] = []
  let waiting: Moved[] = []
  for (const [day, those] of Map.groupBy(moved, (each) => calendarDateIn(timeZone, each.createdAt))) {
    waiting.push(...those)
    const at = noonOf(addDays(day, paysOutAfter), timeZone)
    const sum = waiting.reduce((all, { amountCents, feeCents }) => all + amountCents - feeCents, 0)
    if (at > now() || sum <= 0) continue
    const payout = { ...movement(`po_demo_${day}`, 'payout', -sum, at), payoutId: `po_demo_${day}` }
    for (const each of waiting) each.payoutId = payout.payoutId
    payouts.push(payout)
    waiting = []
  }
  return payouts
}

function noonOf(day: CalendarDate, timeZone: string): Date {
  return instantAt(day, 12, timeZone)
}
