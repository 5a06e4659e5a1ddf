import { describe, expect, it } from 'vitest'
import { firstPlans as plans } from './first-plans.ts'
import { findPlan } from './plan.ts'
import { nextChargeText, perBeltText, planDates } from './plan-dates.ts'

const [monthly, six, twelve] = ['monthly', '6-months', '12-months'].map((id) => findPlan(plans, id)!)
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a plan’s dates by payment day', () => {
  it('start with next month’s drop', () => {
    const dates = planDates('2026-11-21', six!, false, {})
    expect(dates.drops).toEqual(['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'])
    expect(plain(nextChargeText(dates))).toBe('May 21, 2027')
  })

  it('handle short months', () => {
    expect(planDates('2027-01-31', monthly!, false, {}).nextCharge).toBe('2027-02-28')
  })

  it('say that a gift never renews', () => {
    expect(nextChargeText(planDates('2026-11-21', twelve!, true, {}))).toBe(
      'Never renews, ends after 12 belts',
    )
    expect(nextChargeText(planDates('2026-11-21', monthly!, true, {}))).toBe(
      'Never renews, ends after one belt',
    )
  })
})

it('every plan states its price per belt', () => {
  expect(plans.map(perBeltText)).toEqual([
    '$69.50 a belt',
    '$59.50 a belt for 6 months',
    '$49.50 a belt for 12 months',
  ])
})
