import { addDays, addMonths, type CalendarDate } from './calendar-date.ts'
import { machine } from './machine.ts'

/** What is not right with a belt: another size, another belt, broken, none at all, or it never came. */
export const exchangeKinds = ['size', 'style', 'damaged', 'return', 'lost'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** What is done for it. */
export const exchangeRemedies = ['replacement', 'refund', 'credit', 'repair'] as const
export type ExchangeRemedy = (typeof exchangeRemedies)[number]

/**
 * claimed: something broke, and a person looks at it; offered: the giver of a gift is asked where its money goes;
 * requested: the belt is on its way back or, where it isn't, its remedy is due; received: it is back; repaired: it may go
 * home; shipped, refunded, credited: the remedy was made; closed: its end. What ends as fixed, declined (also one that came
 * back worn), cancelled or expired leaves the belt with its member.
 */
export const exchangeMachine = machine({
  claimed: ['requested', 'offered', 'declined', 'cancelled'],
  offered: ['requested', 'cancelled'],
  // Straight to its remedy: a damaged belt comes back to be repaired, or not at all.
  requested: ['received', 'shipped', 'refunded', 'credited', 'cancelled', 'expired'],
  received: ['shipped', 'refunded', 'credited', 'repaired', 'declined'],
  repaired: ['shipped'],
  shipped: ['closed', 'fixed'],
  refunded: ['closed'],
  credited: ['closed'],
  closed: [],
  fixed: [],
  declined: [],
  cancelled: [],
  expired: [],
})
export const exchangeStates = exchangeMachine.states
export type ExchangeState = (typeof exchangeStates)[number]

/** Exchanges with which somebody has still something to do. */
export const openExchanges: readonly ExchangeState[] = [
  'claimed',
  'offered',
  'requested',
  'received',
  'repaired',
]

/** Exchanges after which the belt is its member's as before, and may be asked for again. */
export const undoneExchanges: readonly ExchangeState[] = ['cancelled', 'expired', 'declined', 'fixed']

export const exchangeActs = [
  'accept',
  'ask',
  'answer',
  'decline',
  'receive',
  'repair',
  'ship',
  'refund',
  'credit',
  'change',
  'close',
  'cancel',
  'expire',
] as const
export type ExchangeAct = (typeof exchangeActs)[number]

/** 'member': whoever asked; 'staff': the admin; 'shop': the shop by itself. */
export type ExchangeActor = 'member' | 'staff' | 'shop'

/** Days after delivery within which a belt may go back, the last one included (spec §9). */
const returnDays = 30

/** Days for which a belt that goes back is waited for, from the request. */
export const labelDays = 30

/**
 * Days after shipping on which a parcel counts as delivered where nobody has recorded it: seven business days (spec §2
 * "delivery 3-7 business days") span at most eleven. In the member's favor: most parcels are there long before.
 */
export const assumedDeliveryDays = 11

type Exchange = { state: ExchangeState; kind: ExchangeKind; remedy: ExchangeRemedy }

/** Kinds where nothing comes back: a damaged belt stays where it is (spec §1 "Returns policy"), a lost one never came. */
export const staysAway: readonly ExchangeKind[] = ['damaged', 'lost']

/** It goes back before anything else happens. */
export function comesBack({ kind, remedy }: { kind: ExchangeKind; remedy?: ExchangeRemedy }): boolean {
  return remedy === 'repair' || !staysAway.includes(kind)
}

const remedyActs = {
  ship: { remedy: 'replacement', to: 'shipped' },
  refund: { remedy: 'refund', to: 'refunded' },
  credit: { remedy: 'credit', to: 'credited' },
} as const

/** The state after an act, or null where this actor may not do it now. */
export function exchangeAfter(
  exchange: Exchange,
  act: ExchangeAct,
  actor: ExchangeActor,
): ExchangeState | null {
  const { state, remedy } = exchange
  switch (act) {
    case 'accept':
      return actor === 'staff' && state === 'claimed' ? 'requested' : null
    case 'ask':
      return actor === 'staff' && state === 'claimed' ? 'offered' : null
    case 'answer':
      // The giver, or their silence.
      return actor !== 'staff' && state === 'offered' ? 'requested' : null
    case 'decline': {
      const isSeen = state === 'claimed' || (state === 'received' && remedy === 'repair')
      return actor === 'staff' && isSeen ? 'declined' : null
    }
    case 'repair':
      return actor === 'staff' && state === 'received' && remedy === 'repair' ? 'repaired' : null
    case 'receive':
      // By the shop itself: its carrier says that the parcel is back.
      return actor !== 'member' && state === 'requested' && comesBack(exchange) ? 'received' : null
    case 'ship':
    case 'refund':
    case 'credit': {
      if (act === 'ship' && remedy === 'repair')
        return actor === 'staff' && state === 'repaired' ? 'shipped' : null
      // What was to be repaired may be here when something else is given for it.
      const isReady = state === 'received' || (state === 'requested' && !comesBack(exchange))
      const made = remedyActs[act]
      return mayGive(exchange, act, actor) && isReady && remedy === made.remedy ? made.to : null
    }
    case 'change':
      // Nothing of what was put aside is left: something else is, or the money.
      return actor === 'staff' && isUnderWay(state) && (remedy === 'replacement' || remedy === 'repair')
        ? state
        : null
    case 'close':
      // The admin sends back what was worn; the shop files what is done.
      if (actor === 'staff')
        return state === 'received' && !staysAway.includes(exchange.kind) ? 'declined' : null
      if (actor !== 'shop' || !isSettled(state)) return null
      return state === 'shipped' && remedy === 'repair' ? 'fixed' : 'closed'
    case 'cancel':
      return actor !== 'shop' && ['claimed', 'offered', 'requested'].includes(state) ? 'cancelled' : null
    case 'expire':
      return actor === 'shop' && state === 'requested' && comesBack(exchange) ? 'expired' : null
  }
}

/** What one of the staff may do with it now. */
export function staffActs(exchange: Exchange): ExchangeAct[] {
  return exchangeActs.filter((act) => exchangeAfter(exchange, act, 'staff') !== null)
}

/** The remedy was made. */
function isSettled(state: ExchangeState): boolean {
  return state === 'shipped' || state === 'refunded' || state === 'credited'
}

/** What is given was decided, and something else may still be. */
function isUnderWay(state: ExchangeState): boolean {
  return state === 'requested' || state === 'received'
}

/** The money of a parcel that its carrier lost, or of a claim that a person has decided, needs nobody to give it. */
function mayGive({ kind }: Exchange, act: 'ship' | 'refund' | 'credit', actor: ExchangeActor): boolean {
  if (actor === 'staff') return true
  if (actor !== 'shop' || act === 'ship') return false
  return kind === 'damaged' || (kind === 'lost' && act === 'refund')
}

/** Business days within which the pages promise a parcel (spec §2 "delivery 3-7 business days"). */
const arrivalDays = 7

/** The day by which a parcel is promised: seven business days after it left. Weekends count as closed, holidays don't. */
export function promisedArrival(shippedOn: CalendarDate): CalendarDate {
  let day = shippedOn
  for (let left = arrivalDays; left > 0; ) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return day
}

/** A belt on its way or at the member's, by the shop's days. */
export type SentDays = { shippedOn: CalendarDate | null; deliveredOn: CalendarDate | null }

/** The day it arrived or, where nobody recorded it, must have; null before it was sent. */
export function arrivalDay({ shippedOn, deliveredOn }: SentDays): CalendarDate | null {
  return deliveredOn ?? (shippedOn && addDays(shippedOn, assumedDeliveryDays))
}

/** The last day on which the belt may go back, or null before it was sent (spec §9: 30 days from delivery). */
export function lastReturnDay(days: SentDays): CalendarDate | null {
  const from = arrivalDay(days)
  return from && addDays(from, returnDays)
}

/** Whether it may go back today. */
export function mayGoBack(days: SentDays, today: CalendarDate): boolean {
  const last = lastReturnDay(days)
  return last !== null && today <= last
}

/** The last day of its warranty of a year, or null before it was sent (spec §9 "warranty 1 year"). */
export function lastWarrantyDay(days: SentDays): CalendarDate | null {
  const from = arrivalDay(days)
  return from && addMonths(from, 12)
}

/** "R-7F3A9C21", as it stands on the parcel. @param id the exchange's */
export function returnNumber(id: string): string {
  return `R-${id.slice(0, 8).toUpperCase()}`
}

/** Days within which a refund or exchange arrives once the belt is received (spec §9 "5-7 business days"). */
export const remedyDays = 7
