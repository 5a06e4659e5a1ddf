import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'

const count = z.number()

/** What the ledger adds up to; all money in integer cents, all days and months in the shop's time zone. */
const figures = z.object({
  /** ISO instant at which they were added up */
  at: z.string(),
  /** milliseconds that it took */
  took: count,
  activeMemberships: count,
  /** of those, the ones that renew */
  renewingMemberships: count,
  /** what the renewing ones paid last, per month of the term it bought */
  monthlyRecurringCents: count,
  /** renewals cancelled or given up within 30 days, and how many renewed or could have when those began */
  churn: z.object({ left: count, before: count }),
  /** boxes that are paid and not shipped, and their value */
  owed: z.object({ boxes: count, valueCents: count }),
  gifts: z.object({ waiting: count, running: count, ended: count }),
  /** the last 30 days, oldest first; money with tax */
  ordersByDay: z.array(z.object({ day: z.string(), orders: count, gifts: count, totalCents: count })),
  /** the last 12 months, oldest first */
  newsletter: z.array(z.object({ month: z.string(), joined: count, left: count })),
  /** by the drop of the first box, newest first: how many had a box in each drop after */
  /** null: renewals for that drop are still being charged */
  cohorts: z.array(z.object({ drop: z.string(), members: count, kept: z.array(z.nullable(count)) })),
  /** the published quiz over 30 days: how often each step was reached, 7 being the cart */
  funnel: z.array(z.object({ step: count, reached: count })),
})

export type Figures = z.output<typeof figures>

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
} satisfies Contracts
