import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { maxPlanMonths } from '../plan.ts'
import { longestSlug, slugPattern } from '../slug.ts'
import { day, done, filled, id, nextCursor, page, text } from './fields.ts'

/** US dollars of one term before tax, as "357.00" or 357; a number has at most two decimals. */
const dollars = z.union([text(20), z.number()]).register(z.globalRegistry, {
  description: 'US dollars of one term before tax: a decimal string "357.00" or a number 357. Not cents.',
})

const months = z
  .int('A term is a whole number of months.')
  .check(
    z.minimum(1, 'A term has at least 1 month.'),
    z.maximum(maxPlanMonths, `A term has at most ${maxPlanMonths} months.`),
  )

const features = z
  .array(filled(120, 'Write something on this line, or leave it out.'))
  .check(z.minLength(1, 'Write at least one line.'), z.maxLength(12, 'Write at most 12 lines.'))

/** What an owner writes of a plan. All sums are of a whole term, save the one that is compared a month. */
const written = {
  name: filled(60, 'Name is required'),
  price: dollars,
  months,
  /** dollars a month that it is compared with, "was $69.50"; null: with nothing */
  originalPrice: z.optional(z.nullable(dollars)),
  /** shows the Best Value badge; only one plan has it */
  popular: z.optional(z.boolean()),
  features: z.optional(features),
}

const changedPlan = {
  name: z.optional(written.name),
  price: z.optional(dollars),
  months: z.optional(months),
  originalPrice: written.originalPrice,
  popular: written.popular,
  features: written.features,
  /** false: nobody can buy it any more; who has it keeps it */
  isActive: z.optional(z.boolean()),
}

const planView = z.object({
  id: z.string(),
  planId: z.string(),
  name: z.string(),
  /** dollars of a term, "357.00" */
  price: z.string(),
  billingInterval: z.string(),
  intervalCount: z.number(),
  months: z.number(),
  originalPrice: z.nullable(z.string()),
  popular: z.boolean(),
  features: z.array(z.string()),
  isActive: z.boolean(),
  stripePriceId: z.nullable(z.string()),
  /** members who renew it */
  members: z.number(),
  /** somebody has begun to buy it: its months stand */
  isSold: z.boolean(),
})
export type PlanView = z.output<typeof planView>

/** A plan that a member can have from the next term on, as it is shown before the click. */
export const planChoice = z.object({
  planId: z.string(),
  name: z.string(),
  months: z.number(),
  /** integer cents of the next charge: before tax, after a code that takes something off every term; and its tax */
  amountCents: z.number(),
  taxCents: z.number(),
  /** YYYY-MM-DD */
  chargeOn: z.string(),
  /** what is agreed to, and kept */
  terms: z.string(),
})

const one = z.object({ plan: planView })

/** One member of a price run. Sums are integer cents of a term, after a code that takes something off every term. */
const touchedView = z.object({
  membershipId: z.string(),
  orderNumber: z.string(),
  /** whoever pays */
  email: z.nullable(z.string()),
  nowCents: z.number(),
  thenCents: z.number(),
  /** of the new price, where the belts go now; null where the provider could not be asked */
  taxCents: z.nullable(z.number()),
  totalCents: z.number(),
  /** the day of the notice, and of the first charge at the new price, YYYY-MM-DD */
  tellOn: z.string(),
  chargeOn: z.string(),
  state: z.enum(['waiting', 'told', 'charged', 'undone', 'left']),
  /** the provider will charge the new price next */
  isMoved: z.boolean(),
})

const runFacts = {
  id: z.string(),
  planId: z.string(),
  planName: z.string(),
  /** dollars of a term, "74.50" */
  price: z.string(),
  effectiveOn: z.string(),
  /** the day on which it was begun: nobody is told before, YYYY-MM-DD */
  begunOn: z.string(),
  state: z.enum(['running', 'stopped', 'done']),
  /** how many members are in which state */
  counts: z.object({
    waiting: z.number(),
    told: z.number(),
    charged: z.number(),
    undone: z.number(),
    left: z.number(),
  }),
}
const priceRunView = z.object({ ...runFacts, members: z.array(touchedView), nextCursor })
export type PriceRunView = z.output<typeof priceRunView>

const run = z.object({ run: priceRunView })
const member = z.object({ membershipId: id })
const newPrice = { price: dollars, effectiveOn: day }

/** The plans that the shop sells (spec §9 "Plans"). Whoever has one keeps its price until a price run. */
export const planContracts = {
  listPlans: { endpoint: 'GET /api/admin/plans', reply: z.object({ plans: z.array(planView) }) },
  createPlan: {
    endpoint: 'POST /api/admin/plans',
    body: z.object({
      /** made from the name where it is left out */
      planId: z.optional(
        text(longestSlug).check(
          z.regex(slugPattern, 'Use lowercase letters, numbers and single hyphens, like 3-months.'),
        ),
      ),
      ...written,
    }),
    reply: one,
  },
  updatePlan: {
    endpoint: 'PATCH /api/admin/plans/:id',
    /** the row's id, or the plan's own such as 6-months */
    params: z.object({ id: filled(60) }),
    /** `was`: the values the form opened with, so that nobody else's edit is overwritten unseen */
    body: z.object({ ...changedPlan, was: z.optional(z.object(changedPlan)) }),
    reply: one,
  },
  /** The plans to which a member can change for the next term, with the sum, the day and the terms of each. */
  listMemberPlans: {
    endpoint: 'GET /api/admin/memberships/:membershipId/plans',
    params: member,
    reply: z.object({ plans: z.array(planChoice) }),
  },
  changeMemberPlan: {
    endpoint: 'POST /api/admin/memberships/:membershipId/plan',
    params: member,
    body: z.object({ planId: filled(60) }),
    reply: done,
  },
  undoMemberPlan: {
    endpoint: 'DELETE /api/admin/memberships/:membershipId/plan',
    params: member,
    reply: done,
  },
  listPriceRuns: {
    endpoint: 'GET /api/admin/price-runs',
    reply: z.object({ runs: z.array(z.object(runFacts)) }),
  },
  /** Whom a new price would touch and what each would pay. Nothing is kept. */
  previewPriceRun: {
    endpoint: 'GET /api/admin/plans/:id/price-run',
    params: z.object({ id: filled(60) }),
    query: z.object({ price: text(20), effectiveOn: day, ...page }),
    reply: z.object({ total: z.number(), members: z.array(touchedView), nextCursor }),
  },
  /** Begins one: everybody who renews the plan pays this price from their first charge on that day or after. */
  startPriceRun: {
    endpoint: 'POST /api/admin/price-runs',
    body: z.object({ planId: filled(60), ...newPrice }),
    reply: run,
  },
  readPriceRun: {
    endpoint: 'GET /api/admin/price-runs/:id',
    params: z.object({ id }),
    query: z.object(page),
    reply: run,
  },
  stopPriceRun: { endpoint: 'POST /api/admin/price-runs/:id/stop', params: z.object({ id }), reply: run },
} satisfies Contracts
