import { type CalendarDate, formatDate } from './calendar-date.ts'
import { formatCents } from './money.ts'

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
