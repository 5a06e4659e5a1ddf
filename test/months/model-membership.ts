import { type CalendarDate, calendarDateIn, instantAt } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, dropsOf } from '../../domain/drop.ts'
import type { PlanId } from '../../domain/plan.ts'
import { type Place, taxAt } from './places.ts'

export const shopZone = 'America/New_York'
const hour = 60 * 60_000
const day = 24 * hour

/** Days from each failed charge to the next attempt; after the last one the provider gives up. */
const retriesAfter = [3, 5, 7]

export type ModelBox = {
  payment: number
  drop: Drop
  state: 'owed' | 'held' | 'shipped' | 'refunded' | 'cancelled'
}
type ModelPayment = { at: Date; netCents: number; creditCents: number; taxCents: number; months: number }
/** A term's plan, length and price before tax. */
type ModelTerms = { planId: PlanId; months: number; renewalCents: number }
/** A bill and the end of the term it pays for. */
type Bill = {
  /** what is left for the card, before tax */
  netCents: number
  /** what store credit pays; null until the shop has heard of the draft */
  creditCents: number | null
  taxCents: number
  terms: ModelTerms
  madeAt: Date
  periodEnd: Date
  chargeAt: Date
}
export type ModelMail = {
  day: 0 | 3 | 7 | 18
  at: Date
  isSent: boolean | null
  /** others follow, since the days to pay started over */
  isReplaced?: true
}

/**
 * The expected state of one membership, by the rules of club-rules.md and the provider's calendar; independent of shop
 * and simulator.
 */
export type ModelMembership = {
  id: string
  customerId: string
  /** memberships of one cart share their first payment */
  cart: number
  isGift: boolean
  /** of each later term; `next`: of the next one, if another plan was chosen for it */
  terms: ModelTerms
  next: ModelTerms | null
  /** what a code takes off every later term, of whatever plan */
  percentOff: number
  place: Place
  /** the balance, minus what is reserved for a bill */
  creditCents: number
  hadCredit: boolean
  /** shared by all memberships of a buyer */
  /** followed: the shop makes renewals use the card the buyer chose last */
  card: { isGood: boolean; isFollowed: boolean }
  status: 'active' | 'past_due' | 'cancelled' | 'ended'
  /** payments under dispute: bills due in the meantime are void */
  examined: number
  /** the end of a void term, until the shop has heard of it */
  voidUntil: Date | null
  /** terms are counted from it, in UTC, so the 31st comes back after February */
  anchor: Date
  /** when the provider starts the next term; null: never */
  termEnd: Date | null
  paidUntil: CalendarDate
  /** months that skips and pauses have added since the last term started */
  moved: number
  boxes: ModelBox[]
  payments: ModelPayment[]
  draft: Bill | null
  unpaid: (Bill & { tries: number; tryAt: Date | null; heardOn: CalendarDate | null }) | null
  mails: ModelMail[]
  /** the days on which an unpaid renewal ended it; at most one */
  endedOn: CalendarDate[]
  /** the eve of that day: nothing may have ended yet */
  eve: Date | null
  /** what it went through, for the report of a surprise */
  diary: string[]
}

export const shopDay = (at: Date): CalendarDate => calendarDateIn(shopZone, at)

/** The next instant when something happens to it automatically; null: nothing will. */
export function nextEvent(member: ModelMembership): Date | null {
  const { draft, unpaid, termEnd } = member
  const all = [draft?.chargeAt, unpaid?.tryAt, termEnd].filter((at) => at != null)
  return all.length === 0 ? null : new Date(Math.min(...all.map(Number)))
}

/** Runs everything that happens automatically until an instant. */
export function advance(member: ModelMembership, until: Date) {
  for (let at = nextEvent(member); at && at <= until; at = nextEvent(member)) {
    const { draft, unpaid } = member
    if (draft && +draft.chargeAt === +at) {
      member.draft = null
      if (member.examined === 0) charge(member, draft, at, 1)
      else member.voidUntil = draft.periodEnd
    } else if (unpaid?.tryAt && +unpaid.tryAt === +at) charge(member, unpaid, at, unpaid.tries + 1)
    else beginTerm(member, at)
  }
}

function beginTerm(member: ModelMembership, at: Date) {
  if (member.status === 'cancelled') {
    member.status = 'ended'
    member.termEnd = null
    return
  }
  const terms = member.next ?? member.terms
  let { months } = terms
  while (addUtcMonths(member.anchor, months) <= at) months += terms.months
  const periodEnd = addUtcMonths(member.anchor, months)
  member.termEnd = periodEnd
  if (member.examined > 0) {
    member.voidUntil = periodEnd
    return
  }
  const netCents = terms.renewalCents
  const taxCents = taxAt(member.place, netCents)
  const chargeAt = new Date(+at + hour)
  member.draft = { netCents, creditCents: null, taxCents, terms, madeAt: at, periodEnd, chargeAt }
}

function charge(member: ModelMembership, bill: Bill, at: Date, tries: number) {
  if ((member.card.isGood && member.card.isFollowed) || bill.netCents === 0) return pay(member, bill, at)
  const wait = retriesAfter[tries - 1]
  const heardOn = member.unpaid?.heardOn ?? null
  member.status = 'past_due'
  member.unpaid = { ...bill, tries, tryAt: wait ? new Date(+at + wait * day) : null, heardOn }
}

/** The bill is paid: it buys its term's boxes, in the drops after the last one. */
export function pay(member: ModelMembership, bill: Bill, at: Date) {
  const { netCents, taxCents, terms, madeAt, periodEnd } = bill
  const last = lastDrop(member)
  const [earliest] = dropsOf(shopDay(at), 1)
  const first = last && addDrops(last, 1) > earliest! ? addDrops(last, 1) : earliest!
  for (let index = 0; index < terms.months; index++)
    member.boxes.push({ payment: member.payments.length, drop: addDrops(first, index), state: 'owed' })
  const creditCents = bill.creditCents ?? 0
  member.payments.push({ at, netCents, creditCents, taxCents, months: terms.months })
  Object.assign(member, { terms, next: null })
  const end = agreedDay(member, shopDay(madeAt), shopDay(periodEnd), terms.months)
  if (end !== shopDay(periodEnd)) {
    member.anchor = instantAt(end, 12, shopZone)
    member.termEnd = member.anchor
  }
  if (end > member.paidUntil) member.paidUntil = end
  member.moved = 0
  member.unpaid = null
  if (member.status === 'past_due') member.status = 'active'
}

// One term after the charge before, as the member's calendar counts: the provider's own count may be a few days off.
function agreedDay(
  { payments, status }: ModelMembership,
  chargedOn: CalendarDate,
  end: CalendarDate,
  months: number,
): CalendarDate {
  if (status === 'cancelled' || status === 'ended') return end
  const own = monthsLater(payments, chargedOn, months)
  return Math.abs(Date.parse(own) - Date.parse(end)) <= 4 * day ? own : end
}

/** A charge `months` after another one: on the day of joining if that one was, or the last day of a shorter month. */
export function monthsLater(
  payments: readonly ModelPayment[],
  from: CalendarDate,
  months: number,
): CalendarDate {
  const joined = shopDay(payments[0]!.at)
  const dayIn = (month: string, day: string) => {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
    return `${month}-${String(Math.min(Number(day), last)).padStart(2, '0')}`
  }
  const isJoinedDay = dayIn(from.slice(0, 7), joined.slice(8)) === from
  return dayIn(addDrops(from.slice(0, 7), months), (isJoinedDay ? joined : from).slice(8))
}

/** The last drop among the boxes that still count. */
export function lastDrop(member: ModelMembership): Drop | null {
  const living = member.boxes.filter((box) => !['refunded', 'cancelled'].includes(box.state))
  return (
    living
      .map((box) => box.drop)
      .sort()
      .at(-1) ?? null
  )
}

/** The same day and time `months` later in UTC; the last day of a shorter month. */
export function addUtcMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const moved = new Date(from)
  moved.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last))
  return moved
}
