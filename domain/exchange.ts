import { addDays, addMonths, type CalendarDate } from './calendar-date.ts'
import { tellingDigits } from './id.ts'
import { machine } from './machine.ts'
import { terms } from './terms.ts'

/** What is wrong: the size, the style, a broken belt, the member wants to return it, or it never arrived. */
export const exchangeKinds = ['size', 'style', 'damaged', 'return', 'lost'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** What the shop does about it. */
export const exchangeRemedies = ['replacement', 'refund', 'credit', 'repair'] as const
export type ExchangeRemedy = (typeof exchangeRemedies)[number]

/**
 * claimed: something broke, and a person has to look; offered: a gift's giver is asked where the money goes; requested:
 * the belt is on its way back or, if it isn't coming back, the remedy is due; received: it's back; repaired: ready to go
 * home; shipped, refunded, credited: the remedy is done; closed: finished. After fixed, declined (also if it came back
 * worn), cancelled or expired the member keeps the belt.
 */
export const exchangeMachine = machine({
  claimed: ['requested', 'offered', 'declined', 'cancelled'],
  offered: ['requested', 'cancelled'],
  // Straight to a remedy: a damaged belt comes back only for repair.
  requested: ['received', 'shipped', 'refunded', 'credited', 'cancelled', 'expired'],
  // Cancelled: a bank has given back the money that was to be given.
  received: ['shipped', 'refunded', 'credited', 'repaired', 'declined', 'cancelled'],
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

/** Exchanges where someone still has something to do. */
export const openExchanges: readonly ExchangeState[] = [
  'claimed',
  'offered',
  'requested',
  'received',
  'repaired',
]

/** Exchanges that leave the member with the belt as before, so that they can ask again. */
export const undoneExchanges: readonly ExchangeState[] = ['cancelled', 'expired', 'declined', 'fixed']

/** In the order of their buttons: the first one that is allowed is what usually comes next. */
export const exchangeActs = [
  'accept',
  'ask',
  'answer',
  'receive',
  'repair',
  'ship',
  'refund',
  'credit',
  'change',
  'decline',
  'close',
  'cancel',
  'expire',
] as const
export type ExchangeAct = (typeof exchangeActs)[number]

/** 'member': whoever asked; 'staff': the admin; 'shop': done automatically. */
export type ExchangeActor = 'member' | 'staff' | 'shop'

/**
 * Days after shipping when a package counts as delivered if no delivery was recorded. Seven business days (spec §2
 * "delivery 3-7 business days") span at most eleven days. This favors the member: most packages arrive long before.
 */
export const assumedDeliveryDays = 11

type Exchange = { state: ExchangeState; kind: ExchangeKind; remedy: ExchangeRemedy }

/**
 * Kinds where nothing comes back: the member keeps a damaged belt (spec §1 "Returns policy"), and a lost one never
 * arrived.
 */
export const staysAway: readonly ExchangeKind[] = ['damaged', 'lost']

/** Whether the belt has to come back before anything else happens. */
export function comesBack({ kind, remedy }: { kind: ExchangeKind; remedy?: ExchangeRemedy }): boolean {
  return remedy === 'repair' || !staysAway.includes(kind)
}

const remedyActs = {
  ship: { remedy: 'replacement', to: 'shipped' },
  refund: { remedy: 'refund', to: 'refunded' },
  credit: { remedy: 'credit', to: 'credited' },
} as const

/** The state after an act; null if this actor can't do it now. */
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
      // The giver answers, or the shop does for a giver who doesn't.
      return actor !== 'staff' && state === 'offered' ? 'requested' : null
    case 'decline': {
      // A belt that came in for repair may be worth nothing after all, whatever was to be given for it since.
      const isSeen =
        state === 'claimed' ||
        (state === 'received' && (remedy === 'repair' || staysAway.includes(exchange.kind)))
      return actor === 'staff' && isSeen ? 'declined' : null
    }
    case 'repair':
      return actor === 'staff' && state === 'received' && remedy === 'repair' ? 'repaired' : null
    case 'receive':
      // 'shop': the carrier reported that the package is back.
      return actor !== 'member' && state === 'requested' && comesBack(exchange) ? 'received' : null
    case 'ship':
    case 'refund':
    case 'credit': {
      if (act === 'ship' && remedy === 'repair')
        return actor === 'staff' && state === 'repaired' ? 'shipped' : null
      // A belt sent in for repair may already be here when another remedy is chosen.
      const isReady = state === 'received' || (state === 'requested' && !comesBack(exchange))
      const made = remedyActs[act]
      return mayGive(exchange, act, actor) && isReady && remedy === made.remedy ? made.to : null
    }
    case 'change':
      // The replacement set aside is gone, so staff choose another one, or money.
      return actor === 'staff' && isUnderWay(state) && (remedy === 'replacement' || remedy === 'repair')
        ? state
        : null
    case 'close':
      // Staff send back a worn belt; the shop closes exchanges that are done.
      if (actor === 'staff')
        return state === 'received' && !staysAway.includes(exchange.kind) ? 'declined' : null
      if (actor !== 'shop' || !isSettled(state)) return null
      return state === 'shipped' && remedy === 'repair' ? 'fixed' : 'closed'
    case 'cancel': {
      // The shop ends what waits for nothing but money that a bank has given back already.
      const isMoney = remedy === 'refund' || remedy === 'credit'
      if (actor === 'shop')
        return isMoney && !comesBack(exchange) && (state === 'offered' || isUnderWay(state))
          ? 'cancelled'
          : null
      return ['claimed', 'offered', 'requested'].includes(state) ? 'cancelled' : null
    }
    case 'expire':
      return actor === 'shop' && state === 'requested' && comesBack(exchange) ? 'expired' : null
  }
}

/** What staff can do with it now. */
export function staffActs(exchange: Exchange): ExchangeAct[] {
  return exchangeActs.filter((act) => exchangeAfter(exchange, act, 'staff') !== null)
}

/** The remedy is done. */
function isSettled(state: ExchangeState): boolean {
  return state === 'shipped' || state === 'refunded' || state === 'credited'
}

/** The remedy is decided, and can still change. */
function isUnderWay(state: ExchangeState): boolean {
  return state === 'requested' || state === 'received'
}

/** The shop may pay automatically for a package the carrier lost, and for a claim a person has decided. */
function mayGive({ kind }: Exchange, act: 'ship' | 'refund' | 'credit', actor: ExchangeActor): boolean {
  if (actor === 'staff') return true
  if (actor !== 'shop' || act === 'ship') return false
  return kind === 'damaged' || (kind === 'lost' && act === 'refund')
}

/** The day delivery is promised by: seven business days after shipping. Skips weekends, but not holidays. */
export function promisedArrival(shippedOn: CalendarDate): CalendarDate {
  let day = shippedOn
  for (let left = terms.deliveryDays.to; left > 0; ) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return day
}

/** A belt on its way or delivered, in the shop's days. */
export type SentDays = { shippedOn: CalendarDate | null; deliveredOn: CalendarDate | null }

/** The day it arrived or, if nobody recorded it, must have arrived; null before it shipped. */
export function arrivalDay({ shippedOn, deliveredOn }: SentDays): CalendarDate | null {
  return deliveredOn ?? (shippedOn && addDays(shippedOn, assumedDeliveryDays))
}

/** The last day to return the belt; null before it shipped (spec §9: 30 days from delivery). */
export function lastReturnDay(days: SentDays): CalendarDate | null {
  const from = arrivalDay(days)
  return from && addDays(from, terms.returnDays)
}

/** Whether it can be returned today. */
export function mayGoBack(days: SentDays, today: CalendarDate): boolean {
  const last = lastReturnDay(days)
  return last !== null && today <= last
}

/** The last day of its one-year warranty; null before it shipped (spec §9 "warranty 1 year"). */
export function lastWarrantyDay(days: SentDays): CalendarDate | null {
  const from = arrivalDay(days)
  return from && addMonths(from, terms.warrantyMonths)
}

/**
 * "R-7F3A9C21", as written on the package.
 * @param id the exchange's
 */
export function returnNumber(id: string): string {
  return `R-${tellingDigits(id).toUpperCase()}`
}

/** Days until a refund or exchange arrives once we have the belt (spec §9 "5-7 business days"). */
export const remedyDays = 7
