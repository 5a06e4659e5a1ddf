import { type CalendarDate, formatDate } from './calendar-date.ts'
import { formatCents, parseCents } from './money.ts'

/** A plan's id: one of the specification's three, or one the owner created. */
export type PlanId = string

/** What one payment buys (spec §9 "Plans"; club-rules.md "Words"), with display-ready labels. */
export type Plan = {
  id: PlanId
  name: string
  /** price label per month, as shown and as sent in the cart item (spec §3) */
  price: string
  originalPrice: string | null
  period: string
  savings: string | null
  popular: boolean
  /** integer cents charged per term */
  stripeAmount: number
  /** months per term, which is also the number of boxes one payment buys */
  months: number
  billing: string
  features: readonly string[]
  /** false: retired. Not for sale, but members who have it keep it */
  isActive: boolean
}

/** What the owner decides about a plan; its labels are derived, so that they can't state a different price. */
export type PlanFacts = {
  planId: PlanId
  name: string
  /** integer cents charged per term, before tax */
  priceCents: number
  /** the months of a term, 1 to `maxPlanMonths` */
  intervalCount: number
  /** integer cents a month for comparison, "was $69.50"; null: none */
  originalPriceCents: number | null
  popular: boolean
  features: readonly string[]
  isActive: boolean
}

export const maxPlanMonths = 24

/** A plan with the labels derived from its figures. */
export function planOf(facts: PlanFacts): Plan {
  const { priceCents, intervalCount: months, originalPriceCents: original } = facts
  const saved = original === null ? 0 : original * months - priceCents
  return {
    id: facts.planId,
    name: facts.name,
    price: formatCents(Math.round(priceCents / months)),
    // Only show "was" for a higher price.
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

/** The plan with this id; undefined if unknown. */
export function findPlan(plans: readonly Plan[], id: string): Plan | undefined {
  return plans.find((plan) => plan.id === id)
}

/**
 * Whether a cart's price label matches the plan: its monthly price, or that of the whole term. A cart without a label
 * matches.
 */
export function isPriceOf(plan: Plan, label: string): boolean {
  const shown = parseCents(label)
  return label === '' || shown === parseCents(plan.price) || shown === plan.stripeAmount
}

/** The plans that are for sale. */
export function plansOnSale(plans: readonly Plan[]): Plan[] {
  return plans.filter((plan) => plan.isActive)
}

/** Version of the plan change terms a member agreed to. Any change of wording is a new version. */
export const planChangeVersion = '2026-11-22'

type Agreed = {
  planName: string
  months: number
  /** integer cents per term before tax, minus any code that discounts every term */
  amountCents: number
  /** integer cents, at the current address */
  taxCents: number
  chargeOn: CalendarDate
  supportEmail: string
}

/**
 * The terms a member agrees to when changing the plan for the next term: how much, how often, when first, and how to stop
 * (club-rules.md "Renewal law"). The page shows this text and the server stores it.
 */
export function planChangeTerms(agreed: Agreed): string {
  const { planName, months, amountCents, taxCents, chargeOn, supportEmail } = agreed
  const often = months === 1 ? 'every month' : `every ${months} months`
  const tax = taxCents > 0 ? ` plus ${formatCents(taxCents)} tax` : ''
  return `From ${formatDate(chargeOn)} on, my plan is ${planName}: ${formatCents(amountCents)}${tax} is charged on that day and then ${often}, until I cancel. What I have paid for still ships, and nothing is charged today. I can take this back until ${formatDate(chargeOn)}, and cancel anytime, on my membership page or by writing to ${supportEmail}.`.replaceAll(
    '\u00a0',
    ' ',
  )
}
