import { describe, expect, it } from 'vitest'
import { firstPlans as plans } from './first-plans.ts'
import { formatCents, parseCents } from './money.ts'
import { findPlan, isPriceOf, planOf, plansOnSale } from './plan.ts'

describe('the plans', () => {
  it.each([
    ['monthly', 'Monthly', '$69.50', 6950, 1, null, null, false],
    ['6-months', '6 Months', '$59.50', 35700, 6, '$69.50', 'Save $60', true],
    ['12-months', '12 Months', '$49.50', 59400, 12, '$69.50', 'Save $240', false],
  ] as const)('have %s with the specification’s figures', (id, name, price, amount, months, ...rest) => {
    const [originalPrice, savings, popular] = rest
    expect(findPlan(plans, id)).toMatchObject({
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

  it('are three, in order, with exactly one best value', () => {
    expect(plans.map((plan) => plan.id)).toEqual(['monthly', '6-months', '12-months'])
    expect(plans.filter((plan) => plan.popular)).toHaveLength(1)
  })

  it.each(plans)('charge the label times the months for $id', (plan) => {
    expect(plan.stripeAmount).toBe(parseCents(plan.price)! * plan.months)
    if (plan.months > 1) expect(plan.billing).toContain(formatCents(plan.stripeAmount))
  })

  it.each(plans.filter((plan) => plan.savings))('save what they promise with $id', (plan) => {
    const full = parseCents(plan.originalPrice!)! * plan.months
    expect(`Save $${(full - plan.stripeAmount) / 100}`).toBe(plan.savings)
  })

  it.each(['', 'Monthly', 'monthly ', '3-months', '__proto__', 'constructor'])('do not have %j', (id) => {
    expect(findPlan(plans, id)).toBeUndefined()
  })

  it.each([
    // [price of the term, months, what it is compared with a month, price, was, saves, billing]
    [10_000, 3, 6950, '$33.33', '$69.50', 'Save $108.50', 'Billed $100.00 upfront'],
    [11_850, 3, 3950, '$39.50', null, null, 'Billed $118.50 upfront'],
    [7450, 1, null, '$74.50', null, null, 'Billed monthly'],
    [120_000, 24, 6950, '$50.00', '$69.50', 'Save $468', 'Billed $1,200.00 upfront'],
  ] as const)(
    'at %i cents for %i months show matching amounts',
    (priceCents, intervalCount, was, ...words) => {
      const facts = { planId: 'x', name: 'X', popular: false, features: [], isActive: true }
      const plan = planOf({ ...facts, priceCents, intervalCount, originalPriceCents: was })
      expect([plan.price, plan.originalPrice, plan.savings, plan.billing]).toEqual(words)
    },
  )
})

it('a cart’s price label may be monthly, for the term, or absent', () => {
  const six = findPlan(plans, '6-months')!
  const good = ['$59.50', '$357.00', ''].map((label) => isPriceOf(six, label))
  expect(good).toEqual([true, true, true])
  expect(['$69.50', '$59.49', 'free'].map((label) => isPriceOf(six, label))).toEqual([false, false, false])
  const kept = [six, { ...six, id: 'old', isActive: false }]
  expect(plansOnSale(kept).map(({ id }) => id)).toEqual(['6-months'])
})
