import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import { cancelReasons } from '../cancellation.ts'
import type { Contracts } from '../contract.ts'
import { fits, tastes } from '../feedback.ts'
import { nextCursor, page, text } from './fields.ts'

const count = z.number()
const cents = z.number()

/** Why members were lost: a reason of theirs, 'unsaid' where they gave none, or what ended it without them. */
const lostWhys = [...cancelReasons, 'unsaid', 'unpaid', 'bank'] as const
export type LostWhy = (typeof lostWhys)[number]

/** What the ledger adds up to; all money in integer cents, all days and months in the shop's time zone. */
const figures = z.object({
  /** ISO instant at which they were added up */
  at: z.string(),
  /** milliseconds that it took */
  took: count,
  activeMemberships: count,
  /** of those, the ones that renew */
  renewingMemberships: count,
  /** what the renewing ones paid last, with store credit, per month of the term it bought */
  monthlyRecurringCents: cents,
  /** memberships that were bought within 30 days */
  joined: z.object({ self: count, gift: count }),
  /** renewals that ended within 30 days, and how many renewed or could have when those began */
  churn: z.object({ left: count, before: count }),
  /** all renewals that ended within 30 days, those of this month's joiners with them, most frequent first */
  lost: z.array(z.object({ why: z.enum(lostWhys), members: count })),
  /** boxes that are paid and not shipped, and their value: Deferred revenue of the books */
  owed: z.object({ boxes: count, valueCents: cents }),
  /** Belt sales of the books by month, this one first; money before tax */
  recognized: z.array(z.object({ month: z.string(), boxes: count, cents })),
  /** renewals of the next 30 days, today among them, before tax; `creditCents` of it is paid with store credit */
  due: z.object({ charges: count, amountCents: cents, creditCents: cents }),
  /** last, this and the next drop */
  boxes: z.array(z.object({ drop: z.string(), states: z.partialRecord(z.enum(boxMachine.states), count) })),
  gifts: z.object({ waiting: count, running: count, ended: count }),
  /** the last 30 days, oldest first; money with tax */
  ordersByDay: z.array(z.object({ day: z.string(), orders: count, gifts: count, totalCents: cents })),
  /** the last 12 months, oldest first */
  newsletter: z.array(z.object({ month: z.string(), joined: count, left: count })),
  /**
   * by the drop of the first box, newest first: how many had a box in each drop after; null: renewals for that drop are still being
   * charged
   */
  cohorts: z.array(z.object({ drop: z.string(), members: count, kept: z.array(z.nullable(count)) })),
  /** what members brought in, by the drop of their first box, newest first, and by the plan they began with */
  worth: z.object({
    /** in the order of the columns; 'gift': all gifts */
    plans: z.array(z.object({ planId: z.string(), name: z.string() })),
    cohorts: z.array(
      z.object({
        /** '<2026-01': all those before that one */
        drop: z.string(),
        plans: z.array(z.object({ planId: z.string(), members: count, cents })),
      }),
    ),
  }),
  /** what was said of belts, newest first */
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
  /** the published quiz over 30 days: how often each step was reached, 7 being the cart */
  funnel: z.array(z.object({ step: count, reached: count })),
  /** the same by what brought them: "instagram / social / spring", a site's host, "direct", most first; step 1 to 7 */
  sources: z.array(z.object({ source: z.string(), reached: z.array(count) })),
})

export type Figures = z.output<typeof figures>

/** What has rows behind it; `of` and `by` narrow it (server/admin/dashboard/figure-rows.ts). */
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
    /** 1: add the sums up now */
    query: z.object({ again: z.optional(z.literal('1')) }),
    reply: z.object({
      /** live */
      today: z.object({ orders: count, gifts: count, totalCents: count }),
      figures,
    }),
  },
  /** The rows that a figure adds up. */
  listFigureRows: {
    endpoint: 'GET /api/admin/dashboard/rows',
    query: z.object({ ...figure, ...page }),
    reply: z.object({
      /** what they are rows of */
      title: z.string(),
      /** 'cents': integer cents; 'day': YYYY-MM-DD */
      columns: z.array(z.object({ name: z.string(), kind: z.enum(['text', 'count', 'cents', 'day']) })),
      rows: z.array(
        z.object({
          id: z.string(),
          /** the screen that shows it */
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
  },
} satisfies Contracts
