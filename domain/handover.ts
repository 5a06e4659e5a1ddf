import { type CalendarDate, formatDay } from './calendar-date.ts'
import { machine } from './machine.ts'
import { formatCents } from './money.ts'

/**
 * A membership on its way to another person (docs/decisions/089). 'accepted': the new person has said where belts go, and may still
 * have to give a card; 'done': the belts, and the renewals with them, are theirs.
 */
export const handoverMachine = machine({
  asked: ['accepted', 'withdrawn'],
  accepted: ['done', 'withdrawn'],
  done: [],
  withdrawn: [],
})
export type HandoverState = (typeof handoverMachine.states)[number]

/** Handovers that the new person can still accept. */
export const openHandovers: readonly HandoverState[] = ['asked', 'accepted']

/** Days for which the new person's link is good. */
export const handoverDays = 14

/** What the new person chose, kept until it is theirs. */
export type HandoverChoice = {
  styles: string[]
  size: string
  address: {
    fullName: string
    address: string
    address2: string
    city: string
    state: string
    zipCode: string
  }
  /** what they agreed to where it renews, and when */
  consent: { text: string; agreedAt: string } | null
}

/** What renews, in the words of `renewalTerms` (renewal-terms.ts): the new payer agrees to them, and the server keeps them. */
export function handoverTerms({
  planName,
  amountCents,
  isTaxed,
  months,
  on,
  supportEmail,
}: {
  planName: string
  /** a term, after a code and before tax */
  amountCents: number
  isTaxed: boolean
  months: number
  /** the next charge */
  on: CalendarDate
  supportEmail: string
}): string {
  const often = months === 1 ? 'every month' : `every ${months} months`
  return `My ${planName} plan renews at ${formatCents(amountCents)}${isTaxed ? ' plus tax' : ''} ${often}, next on ${formatDay(on)}, until I cancel. I can cancel anytime on my membership page or by writing to ${supportEmail}.`
}
