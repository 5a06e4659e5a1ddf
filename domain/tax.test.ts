import { describe, expect, it } from 'vitest'
import { firstPlans as plans } from './first-plans.ts'
import {
  isCalifornia,
  isTaxed,
  statewideTaxCents,
  type TaxRule,
  taxAtRate,
  taxedStates,
  taxName,
  taxRuleOf,
} from './tax.ts'

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

  it('of each plan to California is 7.25%, to the nearest cent', () => {
    expect(plans.map((plan) => [plan.id, statewideTaxCents(plan.stripeAmount, 'CA')])).toEqual([
      ['monthly', 504],
      ['6-months', 2588],
      ['12-months', 4307],
    ])
  })
})

describe('the tax of other states', () => {
  const rule = (state: string, from: string, way: TaxRule['way'], ratePercent: string | null = null) => ({
    ...{ state, from, way, ratePercent },
  })
  const rules = [
    rule('NY', '2026-12-01', 'provider'),
    rule('NY', '2027-03-01', 'rate', '8.875'),
    rule('NY', '2027-06-01', 'none'),
    rule('TX', '2026-12-01', 'rate', '6.25'),
  ]

  it.each([
    ['NY', '2026-11-30', null],
    ['NY', '2026-12-01', 'provider'],
    [' new york', '2027-02-28', 'provider'],
    ['NY', '2027-03-01', 'rate'],
    ['NY', '2027-05-31', 'rate'],
    ['NY', '2027-06-01', null],
    ['OR', '2027-03-01', null],
    ['California', '2026-01-01', 'provider'],
    ['CA', '2027-06-01', 'provider'],
  ])('to %j on %s follows the newest active rule: %s', (state, day, way) => {
    expect(taxRuleOf(rules, state, day)?.way ?? null).toBe(way)
    expect(taxRuleOf(rules.toReversed(), state, day)?.way ?? null).toBe(way)
  })

  it('is collected in states with an active rule, California first', () => {
    expect(
      taxedStates([rule('TX', '2026-12-01', 'provider'), rule('AL', '2026-12-01', 'provider')], '2026-12-01'),
    ).toEqual(['CA', 'AL', 'TX'])
    expect(taxedStates(rules, '2026-11-30')).toEqual(['CA'])
    expect(taxedStates(rules, '2027-06-01')).toEqual(['CA', 'TX'])
    expect(isTaxed(['CA', 'TX'], 'texas')).toBe(true)
    expect([isTaxed(['CA', 'TX'], 'NY'), isTaxed(['TX'], 'CA'), isTaxed(['CA'], '')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('rounds half a cent up, at four-decimal rates', () => {
    const taxes = [
      taxAtRate(6950, '8.875'),
      taxAtRate(1000, '0.05'),
      taxAtRate(999, '0.05'),
      taxAtRate(10_000, '8.6849'),
    ]
    expect(taxes).toEqual([617, 1, 0, 868])
    expect(taxAtRate(6950, null)).toBe(0)
  })

  it('names each known state once', () => {
    expect(taxName(['CA', 'california', 'NY'])).toBe('Sales tax, California, New York')
    expect(taxName([null, ' ', undefined])).toBe('Sales tax')
  })
})
