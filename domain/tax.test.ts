import { describe, expect, it } from 'vitest'
import { firstPlans as plans } from './first-plans.ts'
import { isCalifornia, statewideTaxCents } from './tax.ts'

describe('sales tax', () => {
  it.each(['CA', 'ca', 'Ca', ' CA ', 'California', 'california', 'CALIFORNIA', '\tcalifornia\n'])(
    'is due in %j',
    (state) => {
      expect(isCalifornia(state)).toBe(true)
      expect(statewideTaxCents(10_000, state)).toBe(725)
    },
  )

  it.each(['OR', 'NY', '', 'C A', 'CAL', 'Baja California', 'Carolina', 'N/CA'])(
    'is not due in %j',
    (state) => {
      expect(isCalifornia(state)).toBe(false)
      expect(statewideTaxCents(10_000, state)).toBe(0)
    },
  )

  it('of each plan to California is 7.25 %, to the nearest cent', () => {
    expect(plans.map((plan) => [plan.id, statewideTaxCents(plan.stripeAmount, 'CA')])).toEqual([
      ['monthly', 504],
      ['6-months', 2588],
      ['12-months', 4307],
    ])
  })
})
