import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import { cancelReasons } from '../cancellation.ts'
import type { Contracts } from '../contract.ts'
import { fits, tastes } from '../feedback.ts'
import { nextCursor, page, text } from './fields.ts'

const count = z.number()
const cents = z.number()

/** Why members left: the reason they gave, 'unsaid' if they gave none, or what ended it without them. */
const lostWhys = [...cancelReasons, 'unsaid', 'unpaid', 'bank'] as const
export type LostWhy = (typeof lostWhys)[number]

/** Sums over the ledger. All money is integer cents, all days and months are in the shop's time zone. */
const figures = z.object({
  /** ISO instant when they were computed */
  at: z.string(),
  /** milliseconds it took */
  took: count,
  activeMemberships: count,
  /** those of them that renew */
  renewingMemberships: count,
  /** the last payments of renewing members, store credit included, divided by the months of their term */
  monthlyRecurringCents: cents,
  /** memberships bought within 30 days */
  joined: z.object({ self: count, gift: count }),
  /** renewals that ended within 30 days, and how many were renewing, or could have, when those 30 days began */
  churn: z.object({ left: count, before: count }),
  /** all renewals that ended within 30 days, including those of this month's joiners; most frequent reason first */
  lost: z.array(z.object({ why: z.enum(lostWhys), members: count })),
  /** boxes paid for and not shipped, and their value: the books' Deferred revenue */
  owed: z.object({ boxes: count, valueCents: cents }),
  /** the books' Belt sales by month, this month first; money before tax */
  recognized: z.array(z.object({ month: z.string(), boxes: count, cents })),
  /** renewals due in the next 30 days, today included, before tax; `creditCents` is the part store credit pays */
  due: z.object({ charges: count, amountCents: cents, creditCents: cents }),
  /** the last, the current and the next drop */
  boxes: z.array(z.object({ drop: z.string(), states: z.partialRecord(z.enum(boxMachine.states), count) })),
  gifts: z.object({ waiting: count, running: count, ended: count }),
  /** the last 30 days, oldest first; money with tax */
  ordersByDay: z.array(z.object({ day: z.string(), orders: count, gifts: count, totalCents: cents })),
  /** the last 12 months, oldest first */
  newsletter: z.array(z.object({ month: z.string(), joined: count, left: count })),
  /**
   * grouped by the drop of the first box, newest first: how many members had a box in each following drop; null: renewals
   * for that drop are still being charged
   */
  cohorts: z.array(z.object({ drop: z.string(), members: count, kept: z.array(z.nullable(count)) })),
  /** what members paid, by the drop of their first box (newest first) and the plan they started with */
  worth: z.object({
    /** in column order; 'gift': all gifts */
    plans: z.array(z.object({ planId: z.string(), name: z.string() })),
    cohorts: z.array(
      z.object({
        /** '<2026-01': everything before that drop */
        drop: z.string(),
        plans: z.array(z.object({ planId: z.string(), members: count, cents })),
      }),
    ),
  }),
  /** feedback on belts, newest first */
  belts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      drop: z.nullable(z.string()),
      told: count,
      fits: z.partialRecord(z.enum(fits), count),
      tastes: z.partialRecord(z.enum(tastes), count),
    }),
  ),
  /** the published quiz over 30 days: how often each step was reached; 7 is the cart */
  funnel: z.array(z.object({ step: count, reached: count })),
  /** the same by traffic source, most first: "instagram / social / spring", a site's host, or "direct"; steps 1 to 7 */
  sources: z.array(z.object({ source: z.string(), reached: z.array(count) })),
})

export type Figures = z.output<typeof figures>

/** The figures that have rows behind them; `of` and `by` narrow those down (server/admin/dashboard/figure-rows.ts). */
export const figureKinds = [
  'orders',
  'running',
  'renewing',
  'joined',
  'lost',
  'gifts',
  'cohort',
  'worth',
  'due',
  'owed',
  'boxes',
  'recognized',
  'belt',
  'funnel',
  'newsletter',
] as const
export type FigureKind = (typeof figureKinds)[number]

const figure = {
  figure: z.enum(figureKinds, 'We can’t find that figure.'),
  of: z.optional(text(200)),
  by: z.optional(text(200)),
}

/** The owner's figures. */
export const dashboardContracts = {
  readDashboard: {
    endpoint: 'GET /api/admin/dashboard',
    /** 1: recompute the sums now */
    query: z.object({ again: z.optional(z.literal('1')) }),
    reply: z.object({
      /** live, not from the cached sums */
      today: z.object({ orders: count, gifts: count, totalCents: count }),
      figures,
    }),
  },
  /** The rows behind a figure. */
  listFigureRows: {
    endpoint: 'GET /api/admin/dashboard/rows',
    query: z.object({ ...figure, ...page }),
    reply: z.object({
      /** what the rows are */
      title: z.string(),
      /** 'cents': integer cents; 'day': YYYY-MM-DD */
      columns: z.array(z.object({ name: z.string(), kind: z.enum(['text', 'count', 'cents', 'day']) })),
      rows: z.array(
        z.object({
          id: z.string(),
          /** the screen for this row */
          to: z.nullable(z.string()),
          cells: z.array(z.nullable(z.union([z.string(), z.number()]))),
        }),
      ),
      nextCursor,
    }),
  },
  exportFigureRows: {
    endpoint: 'GET /api/admin/dashboard/rows.csv',
    query: z.object(figure),
    reply: 'file',
    holds: 'people',
  },
} satisfies Contracts
