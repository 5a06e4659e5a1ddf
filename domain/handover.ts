import { type CalendarDate, formatDate } from './calendar-date.ts'
import { ShopError } from './errors.ts'
import { machine } from './machine.ts'
import { formatCents } from './money.ts'

/**
 * A membership being handed to another person (docs/decisions/089). 'accepted': the new person has said where belts go,
 * and may still have to enter a card; 'done': the belts, and any renewals, are theirs.
 */
export const handoverMachine = machine({
  asked: ['accepted', 'withdrawn'],
  accepted: ['done', 'withdrawn'],
  done: [],
  withdrawn: [],
})
export type HandoverState = (typeof handoverMachine.states)[number]

/** Handovers the new person can still accept. */
export const openHandovers: readonly HandoverState[] = ['asked', 'accepted']

/** Days the new person's link works. */
export const handoverDays = 14

/** What the new person chose, stored until the membership is theirs. */
export type HandoverChoice = {
  styles: string[]
  size: string
  /** inches of their own belt; absent: not measured */
  measured?: number
  address: {
    fullName: string
    address: string
    address2: string
    city: string
    state: string
    zipCode: string
  }
  /** the renewal terms they agreed to, when, and the day of the first charge in them (absent: before it was stored) */
  consent: { text: string; agreedAt: string; on?: CalendarDate } | null
  /** subscriptions made on their card and ended again, because something stopped the handover; absent: none */
  endedCharges?: number
}

/** The new payer has to read the terms again. */
export const changedTerms = () =>
  new ShopError('price_changed', 'The terms have changed. Read them again, then go on.')

/**
 * What renews, in the words of `renewalTerms` (renewal-terms.ts): the new payer agrees to them, and the server stores
 * them.
 */
export function handoverTerms({
  planName,
  amountCents,
  isTaxed,
  months,
  on,
  supportEmail,
}: {
  planName: string
  /** per term, after any code and before tax */
  amountCents: number
  isTaxed: boolean
  months: number
  /** the next charge */
  on: CalendarDate
  supportEmail: string
}): string {
  const often = months === 1 ? 'every month' : `every ${months} months`
  return `My ${planName} plan renews at ${formatCents(amountCents)}${isTaxed ? ' plus tax' : ''} ${often}, next on ${formatDate(on)}, until I cancel. I can cancel anytime on my membership page or by writing to ${supportEmail}.`
}
