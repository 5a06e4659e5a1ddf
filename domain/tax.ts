import { shareOfCents } from './money.ts'

/**
 * California's statewide sales and use tax in basis points: 7.25 % (California Department of Tax and Fee
 * Administration, statewide base rate). The demo provider uses it for every Californian address; the real
 * provider computes the rate of the district.
 */
export const californiaStatewideRate = 725

/** California, as CA or California, trimmed, any case (spec §9 "Tax"). */
export function isCalifornia(state: string): boolean {
  return ['ca', 'california'].includes(state.trim().toLowerCase())
}

/** Sales tax in integer cents at the statewide rate: California only, other states none (spec §9). */
export function statewideTaxCents(amountCents: number, state: string): number {
  return isCalifornia(state) ? shareOfCents(amountCents, californiaStatewideRate) : 0
}
