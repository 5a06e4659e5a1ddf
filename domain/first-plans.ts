import { type Plan, type PlanFacts, planOf } from './plan.ts'
import { terms } from './terms.ts'

/** The feature lines of the specification's plans, which a new plan starts with. */
export const firstFeatures: readonly string[] = [
  'A curated belt each month',
  'Free domestic shipping and size exchanges',
  'Fit guarantee',
  `${terms.repeatMonths}-month no-repeat guarantee`,
  'Cancel anytime',
]

/** The plans of a new shop, in display order. Figures and words: spec §9. */
export const firstPlanFacts: readonly PlanFacts[] = [
  { planId: 'monthly', name: 'Monthly', priceCents: 6950, intervalCount: 1, originalPriceCents: null },
  { planId: '6-months', name: '6 Months', priceCents: 35700, intervalCount: 6, originalPriceCents: 6950 },
  { planId: '12-months', name: '12 Months', priceCents: 59400, intervalCount: 12, originalPriceCents: 6950 },
].map((plan) => ({ ...plan, popular: plan.planId === '6-months', features: firstFeatures, isActive: true }))

/** The plans of a new shop. */
export const firstPlans: readonly Plan[] = firstPlanFacts.map(planOf)
