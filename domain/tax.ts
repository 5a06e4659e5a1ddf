import { knownState, stateName } from './address.ts'
import type { CalendarDate } from './calendar-date.ts'

/**
 * California's statewide sales and use tax in percent (California Department of Tax and Fee Administration, statewide
 * base rate). The demo provider uses it for every California address; the real provider computes the district's rate.
 */
export const californiaStatewidePercent = '7.25'

/** California, as CA or California, trimmed, any case (spec §9 "Tax"). */
export function isCalifornia(state: string): boolean {
  return ['ca', 'california'].includes(state.trim().toLowerCase())
}

/**
 * How a state's tax is determined. 'rate': the owner's rate for the whole state; 'provider': computed per address by the
 * payment provider; 'none': no longer collected.
 */
export const taxWays = ['rate', 'provider', 'none'] as const
export type TaxWay = (typeof taxWays)[number]

/** What the owner decided for a state, from a day of the shop until the state's next rule. */
export type TaxRule = {
  /** two-letter code */
  state: string
  from: CalendarDate
  way: TaxWay
  /** a decimal percentage, "8.875"; null if the owner set none */
  ratePercent: string | null
}

/** California has been collected through the provider since the first day, and can't be switched off (spec §9). */
const california: TaxRule = { state: 'CA', from: '2000-01-01', way: 'provider', ratePercent: null }

/** The rule for a destination on a day; null: no tax is collected there. */
export function taxRuleOf(rules: readonly TaxRule[], typed: string, day: CalendarDate): TaxRule | null {
  if (isCalifornia(typed)) return california
  const state = knownState(typed)
  const begun = rules.filter((rule) => rule.state === state && rule.from <= day)
  const last = begun.reduce<TaxRule | null>(
    (latest, rule) => (latest && latest.from > rule.from ? latest : rule),
    null,
  )
  return last && last.way !== 'none' ? last : null
}

/** Codes of the states where tax is collected on a day, California first. */
export function taxedStates(rules: readonly TaxRule[], day: CalendarDate): string[] {
  const others = new Set(rules.map(({ state }) => state).filter((state) => state !== 'CA'))
  return ['CA', ...[...others].sort().filter((state) => taxRuleOf(rules, state, day))]
}

/** Whether tax is due at a destination, given the codes of the taxed states. */
export function isTaxed(states: readonly string[], typed: string): boolean {
  return states.includes(isCalifornia(typed) ? 'CA' : (knownState(typed) ?? ''))
}

/**
 * The tax line of receipts and totals: "Sales tax, California".
 * @param typed the states of what was taxed
 */
export function taxName(typed: readonly (string | null | undefined)[]): string {
  return ['Sales tax', ...new Set(typed.flatMap((state) => (state?.trim() ? stateName(state) : [])))].join(
    ', ',
  )
}

/**
 * Tax in integer cents, rounded half up.
 * @param ratePercent a decimal percentage with at most four decimals, "8.875"; null: none
 */
export function taxAtRate(amountCents: number, ratePercent: string | null): number {
  const rate = Math.round(Number(ratePercent ?? 0) * 10_000)
  return Math.floor((amountCents * rate + 500_000) / 1_000_000)
}

/** Sales tax in integer cents at the statewide rate: only for California, 0 elsewhere (spec §9). */
export function statewideTaxCents(amountCents: number, state: string): number {
  return isCalifornia(state) ? taxAtRate(amountCents, californiaStatewidePercent) : 0
}
