import * as z from 'zod/mini'
import type { Calls } from '../call.ts'
import { mostPlanMonths } from '../plan.ts'
import { longestSlug, slugPattern } from '../slug.ts'
import { filled, text } from './fields.ts'

/** US dollars of one term before tax, as "357.00" or 357; a number has at most two decimals. */
export const dollars = z.union([text(20), z.number()]).register(z.globalRegistry, {
  description: 'US dollars of one term before tax: a decimal string "357.00" or a number 357. Not cents.',
})

const months = z
  .int('A term is a whole number of months.')
  .check(
    z.minimum(1, 'A term has at least 1 month.'),
    z.maximum(mostPlanMonths, `A term has at most ${mostPlanMonths} months.`),
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

export const planView = z.object({
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

const one = z.object({ plan: planView })

/** The plans that the shop sells (spec §9 "Plans"). Whoever has one keeps its price until a price run. */
export const planCalls = {
  listPlans: { endpoint: 'GET /api/admin/plans', reply: z.object({ plans: z.array(planView) }) },
  createPlan: {
    endpoint: 'POST /api/admin/plans',
    body: z.object({
      /** made from the name where it is left out */
      planId: z.optional(
        text(longestSlug).check(
          z.regex(slugPattern, 'Use small letters, figures and single hyphens, as 3-months.'),
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
    body: z.object({
      name: z.optional(written.name),
      price: z.optional(dollars),
      months: z.optional(months),
      originalPrice: written.originalPrice,
      popular: written.popular,
      features: written.features,
      /** false: nobody can buy it any more; who has it keeps it */
      isActive: z.optional(z.boolean()),
    }),
    reply: one,
  },
} satisfies Calls
