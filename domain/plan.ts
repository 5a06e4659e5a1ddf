import { formatCents, parseCents } from './money.ts'

/** A plan's id: one of the specification's three, or one that the owner has made. */
export type PlanId = string

/** What one payment buys (spec §9 "Plans"; club-rules.md "Words"), with its labels ready to be shown. */
export type Plan = {
  id: PlanId
  name: string
  /** price label per month, as shown and as the cart item carries it (spec §3) */
  price: string
  originalPrice: string | null
  period: string
  savings: string | null
  popular: boolean
  /** integer cents charged per term */
  stripeAmount: number
  /** length of the term in months = boxes that one payment buys */
  months: number
  billing: string
  features: readonly string[]
  /** false: retired. Nobody buys it any more; who has it keeps it */
  isActive: boolean
}

/** What the owner decides of a plan; its labels follow from it, so that none of them can say another sum. */
export type PlanFacts = {
  planId: PlanId
  name: string
  /** integer cents charged per term, before tax */
  priceCents: number
  /** the months of a term, 1 to `maxPlanMonths` */
  intervalCount: number
  /** integer cents a month that the plan is compared with, "was $69.50"; null: with nothing */
  originalPriceCents: number | null
  popular: boolean
  features: readonly string[]
  isActive: boolean
}

export const maxPlanMonths = 24

/** A plan with the words that its figures make. */
export function planOf(facts: PlanFacts): Plan {
  const { priceCents, intervalCount: months, originalPriceCents: original } = facts
  const saved = original === null ? 0 : original * months - priceCents
  return {
    id: facts.planId,
    name: facts.name,
    price: formatCents(Math.round(priceCents / months)),
    // "Was" is said only of what was more.
    originalPrice: saved > 0 ? formatCents(original!) : null,
    period: 'per month',
    savings: saved > 0 ? `Save ${formatCents(saved).replace(/\.00$/, '')}` : null,
    popular: facts.popular,
    stripeAmount: priceCents,
    months,
    billing: months === 1 ? 'Billed monthly' : `Billed ${formatCents(priceCents)} upfront`,
    features: facts.features,
    isActive: facts.isActive,
  }
}

/** The plan of an id, or undefined for an unknown one. */
export function findPlan(plans: readonly Plan[], id: string): Plan | undefined {
  return plans.find((plan) => plan.id === id)
}

/** Whether a cart's label is the plan's: a month's price, or the whole term's. A cart without one shows none. */
export function isPriceOf(plan: Plan, label: string): boolean {
  const shown = parseCents(label)
  return label === '' || shown === parseCents(plan.price) || shown === plan.stripeAmount
}

/** Those that can be bought. */
export function plansOnSale(plans: readonly Plan[]): Plan[] {
  return plans.filter((plan) => plan.isActive)
}
