import { describe, expect, it } from 'vitest'
import { formatCents, parseCents } from './money.ts'
import { findPlan, plans } from './plan.ts'

describe('the plans', () => {
  it.each([
    ['monthly', 'Monthly', '$69.50', 6950, 1, null, null, false],
    ['6-months', '6 Months', '$59.50', 35700, 6, '$69.50', 'Save $60', true],
    ['12-months', '12 Months', '$49.50', 59400, 12, '$69.50', 'Save $240', false],
  ] as const)('have %s with the figures of the specification', (id, name, price, amount, months, ...rest) => {
    const [originalPrice, savings, popular] = rest
    expect(findPlan(id)).toMatchObject({
      id,
      name,
      price,
      period: 'per month',
      stripeAmount: amount,
      months,
      originalPrice,
      savings,
      popular,
    })
  })

  it('are three, in that order, and exactly one is the best value', () => {
    expect(plans.map((plan) => plan.id)).toEqual(['monthly', '6-months', '12-months'])
    expect(plans.filter((plan) => plan.popular)).toHaveLength(1)
  })

  it.each(plans)('charge for $id what the label says, times its months', (plan) => {
    expect(plan.stripeAmount).toBe(parseCents(plan.price)! * plan.months)
    if (plan.months > 1) expect(plan.billing).toContain(formatCents(plan.stripeAmount))
  })

  it.each(plans.filter((plan) => plan.savings))('save with $id what they promise', (plan) => {
    const full = parseCents(plan.originalPrice!)! * plan.months
    expect(`Save $${(full - plan.stripeAmount) / 100}`).toBe(plan.savings)
  })

  it.each(['', 'Monthly', 'monthly ', '3-months', '__proto__', 'constructor'])('do not have %j', (id) => {
    expect(findPlan(id)).toBeUndefined()
  })
})
