import { stateName } from './address.ts'
import { addDays, addMonths, type CalendarDate } from './calendar-date.ts'

/**
 * The period over which a state counts sales. 'year': last and current calendar year; 'last-year': the last calendar
 * year, so the current one counts from January; 'rolling': the last twelve months; 'quarters': the last four of New
 * York's sales tax quarters; 'september': the twelve months up to September 30.
 */
export type NexusPeriod = 'year' | 'last-year' | 'rolling' | 'quarters' | 'september'

/** The sales above which a state requires an out-of-state seller to collect its sales tax. */
export type NexusThreshold = {
  /** integer cents of sales into the state */
  cents: number
  /** number of sales into the state, of any size; null: not counted */
  sales: number | null
  /** true: both must be reached; false: either */
  isBoth: boolean
  period: NexusPeriod
  note: string | null
}

/**
 * The date of these figures, and their source. Checked state by state in November 2026 against both and two open data
 * sets of the year; the newest change is Kentucky's (HB 757 of 2026). The law changes: the owner should check with the
 * state's tax agency (its page for remote sellers is linked per state) or an accountant.
 */
export const nexusAsOf: CalendarDate = '2026-08-01'
export const nexusSource = 'the tables of Avalara and the Sales Tax Institute'

/** "100": thousands of dollars; "or 200", "and 100": number of sales; then the period, and any notes. */
const written: Record<string, string> = {
  AL: '250 last-year',
  AK: '100 year: No state tax. Cities and boroughs charge one, most through a common commission with this threshold.',
  AZ: '100 year',
  AR: '100 or 200 year',
  CA: '500 year',
  CO: '100 year',
  CT: '100 and 200 september',
  DC: '100 or 200 year',
  FL: '100 last-year',
  GA: '100 or 200 year',
  HI: '100 or 200 year: A general excise tax that sellers owe themselves.',
  ID: '100 year',
  IL: '100 rolling: 200 sales counted too until the end of 2025.',
  IN: '100 year',
  IA: '100 year',
  KS: '100 year',
  KY: '100 year: 200 sales counted too until July 2026.',
  LA: '100 year',
  ME: '100 year',
  MD: '100 or 200 year',
  MA: '100 year',
  MI: '100 or 200 last-year',
  MN: '100 or 200 rolling',
  MS: '250 rolling',
  MO: '100 rolling',
  NE: '100 or 200 year',
  NV: '100 or 200 year',
  NJ: '100 or 200 year',
  NM: '100 last-year',
  NY: '500 and 100 quarters',
  NC: '100 year',
  ND: '100 year',
  OH: '100 or 200 year',
  OK: '100 year',
  PA: '100 last-year',
  RI: '100 or 200 last-year',
  SC: '100 year',
  SD: '100 year',
  TN: '100 rolling',
  TX: '500 rolling',
  UT: '100 year',
  VT: '100 or 200 rolling',
  VA: '100 or 200 year',
  WA: '100 year',
  WV: '100 or 200 year',
  WI: '100 year',
  WY: '100 year',
}

/** By state code. Delaware, Montana, New Hampshire and Oregon have no sales tax, and territories aren't tracked. */
export const nexusThresholds: ReadonlyMap<string, NexusThreshold> = new Map(
  Object.entries(written).map(([state, text]) => [state, parse(text)]),
)

function parse(text: string): NexusThreshold {
  const [, thousands, joint, sales, period, note] =
    /^(\d+)(?: (or|and) (\d+))? ([a-z-]+)(?:: (.*))?$/.exec(text) ?? []
  return {
    cents: Number(thousands) * 100_000,
    sales: sales ? Number(sales) : null,
    isBoth: joint === 'and',
    period: period as NexusPeriod,
    note: note ?? null,
  }
}

/** Days of the shop, both included. */
export type Span = { from: CalendarDate; to: CalendarDate }

/** The spans a state looks at on a day: the one that counts now, and the one in progress. */
export function spansOf(period: NexusPeriod, today: CalendarDate): Span[] {
  const year = Number(today.slice(0, 4))
  const [thisYear, lastYear] = [
    { from: `${year}-01-01`, to: today },
    { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ]
  switch (period) {
    case 'year':
    case 'last-year':
      return [thisYear, lastYear]
    case 'rolling':
      return [{ from: addDays(addMonths(today, -12), 1), to: today }]
    case 'quarters': {
      // New York's quarters start in March, June, September and December.
      const month = Number(today.slice(5, 7))
      const begun = addMonths(`${today.slice(0, 7)}-01`, -(month % 3))
      return [
        { from: addMonths(begun, -9), to: today },
        { from: addMonths(begun, -12), to: addDays(begun, -1) },
      ]
    }
    case 'september': {
      const last = today > `${year}-09-30` ? year : year - 1
      return [
        { from: `${last}-10-01`, to: today },
        { from: `${last - 1}-10-01`, to: `${last}-09-30` },
      ]
    }
  }
}

/** How much of a threshold is reached; 1 is all of it. */
export function shareOf(threshold: NexusThreshold, sold: { cents: number; sales: number }): number {
  const ofCents = sold.cents / threshold.cents
  if (threshold.sales === null) return ofCents
  const ofSales = sold.sales / threshold.sales
  return threshold.isBoth ? Math.min(ofCents, ofSales) : Math.max(ofCents, ofSales)
}

/** Percentages of a threshold at which the owner is warned. */
export const warnLevels = [100, 80] as const

/** "$100,000 or 200 sales, this calendar year or the one before" */
export function thresholdText({ cents, sales, isBoth, period }: NexusThreshold): string {
  const sums = `$${(cents / 100).toLocaleString('en-US')}${sales === null ? '' : ` ${isBoth ? 'and' : 'or'} ${sales} sales`}`
  return `${sums}, ${periodWords[period]}`
}

const periodWords: Record<NexusPeriod, string> = {
  year: 'this calendar year or the one before',
  'last-year': 'in a calendar year, from the next one on',
  rolling: 'in twelve months',
  quarters: 'in four sales tax quarters',
  september: 'in twelve months to September 30',
}

/** What to say about a state that has no threshold. */
export function withoutThreshold(state: string): string {
  return ['DE', 'MT', 'NH', 'OR'].includes(state)
    ? `${stateName(state)} has no state sales tax.`
    : `${stateName(state)} isn’t watched: ask its tax agency.`
}
