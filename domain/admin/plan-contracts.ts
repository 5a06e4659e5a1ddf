import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { maxPlanMonths } from '../plan.ts'
import { longestSlug, slugPattern } from '../slug.ts'
import { day, done, filled, id, nextCursor, page, text } from './fields.ts'

/** US dollars for one term before tax, as "357.00" or 357; a number has at most two decimals. */
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

/** What an owner enters for a plan. All amounts are for a whole term, except the monthly comparison price. */
const written = {
  name: filled(60, 'Name is required'),
  price: dollars,
  months,
  /** the comparison price in dollars a month, "was $69.50"; null: none */
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
  /** false: no longer for sale; members who have it keep it */
  isActive: z.optional(z.boolean()),
}

const planView = z.object({
  id: z.string(),
  planId: z.string(),
  name: z.string(),
  /** dollars per term, "357.00" */
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
  /** someone has started to buy it, so its months are fixed */
  isSold: z.boolean(),
})
export type PlanView = z.output<typeof planView>

/** A plan a member can switch to for the next term, as shown before the click. */
export const planChoice = z.object({
  planId: z.string(),
  name: z.string(),
  months: z.number(),
  /** integer cents of the next charge: before tax, minus any code that discounts every term; and its tax */
  amountCents: z.number(),
  taxCents: z.number(),
  /** YYYY-MM-DD */
  chargeOn: z.string(),
  /** the terms the member agrees to, which are stored */
  terms: z.string(),
})

const one = z.object({ plan: planView })

/** One member in a price run. Amounts are integer cents per term, minus any code that discounts every term. */
const touchedView = z.object({
  membershipId: z.string(),
  orderNumber: z.string(),
  /** whoever pays */
  email: z.nullable(z.string()),
  nowCents: z.number(),
  thenCents: z.number(),
  /** on the new price, at the current address; null if the provider couldn't be asked */
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
  /** dollars per term, "74.50" */
  price: z.string(),
  effectiveOn: z.string(),
  /** the day it was started, YYYY-MM-DD; no notices before it */
  begunOn: z.string(),
  state: z.enum(['running', 'stopped', 'done']),
  /** how many members are in each state */
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

/** The plans the shop sells (spec §9 "Plans"). Members keep their price until a price run. */
export const planContracts = {
  listPlans: { endpoint: 'GET /api/admin/plans', reply: z.object({ plans: z.array(planView) }) },
  createPlan: {
    endpoint: 'POST /api/admin/plans',
    body: z.object({
      /** derived from the name if absent */
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
    /** the row's id, or the plan's own, such as 6-months */
    params: z.object({ id: filled(60) }),
    /** `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit */
    body: z.object({ ...changedPlan, was: z.optional(z.object(changedPlan)) }),
    reply: one,
  },
  /** The plans a member can switch to for the next term, each with its amount, day and terms. */
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
  /** Who a new price would affect and what each would pay. Stores nothing. */
  previewPriceRun: {
    endpoint: 'GET /api/admin/plans/:id/price-run',
    params: z.object({ id: filled(60) }),
    query: z.object({ price: text(20), effectiveOn: day, ...page }),
    reply: z.object({ total: z.number(), members: z.array(touchedView), nextCursor }),
  },
  /** Starts a price run: everyone who renews the plan pays this price from their first charge on or after that day. */
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
