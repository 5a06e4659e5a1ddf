/** What one payment buys (spec §9 "Plans"; club.md "Words"). */
export const planIds = ['monthly', '6-months', '12-months'] as const
export type PlanId = (typeof planIds)[number]

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
}

const features = [
  'A curated belt each month',
  'Free domestic shipping and size exchanges',
  'Fit guarantee',
  '36-month no-repeat guarantee',
  'Cancel anytime',
] as const

/** The shared plan list, in the order in which it is shown. Figures: spec §9. */
export const plans: readonly Plan[] = [
  {
    id: 'monthly',
    name: 'Monthly',
    price: '$69.50',
    originalPrice: null,
    period: 'per month',
    savings: null,
    popular: false,
    stripeAmount: 6950,
    months: 1,
    billing: 'Billed monthly',
    features,
  },
  {
    id: '6-months',
    name: '6 Months',
    price: '$59.50',
    originalPrice: '$69.50',
    period: 'per month',
    savings: 'Save $60',
    popular: true,
    stripeAmount: 35700,
    months: 6,
    billing: 'Billed $357.00 upfront',
    features,
  },
  {
    id: '12-months',
    name: '12 Months',
    price: '$49.50',
    originalPrice: '$69.50',
    period: 'per month',
    savings: 'Save $240',
    popular: false,
    stripeAmount: 59400,
    months: 12,
    billing: 'Billed $594.00 upfront',
    features,
  },
]

/** The plan of an id, or undefined for an unknown one. */
export function findPlan(id: string): Plan | undefined {
  return plans.find((plan) => plan.id === id)
}
