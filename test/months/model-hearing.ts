import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { type ModelMail, type ModelMembership, pay, shopDay, shopZone } from './model-membership.ts'
import { taxAt } from './places.ts'

/** What is left to a card is at least this much. */
const leastChargeCents = 50
/** Days after which an unpaid membership ends (club-rules.md "Renewal law"). */
const unpaidDays = 21
const mailHour = 9

/** The shop hears of a refused renewal, writes what is due, and ends what has been unpaid too long. */
export function hear(member: ModelMembership, now: Date) {
  spendCredit(member)
  const today = shopDay(now)
  if (member.unpaid && !member.unpaid.heardOn) {
    member.unpaid.heardOn = today
    const mail = (day: ModelMail['day']): ModelMail => {
      const at = day === 0 ? now : instantAt(addDays(today, day), mailHour, shopZone)
      return { day, at, isSent: null }
    }
    member.mails.push(mail(0), mail(3), mail(7), mail(18))
    member.eve = instantAt(addDays(today, unpaidDays - 1), mailHour, shopZone)
  }
  if (member.eve && member.eve <= now) member.eve = null
  // The shop lets a new card renew, and has the open bill charged to it at once.
  member.card.isFollowed = true
  if (member.unpaid && member.card.isGood) pay(member, member.unpaid, now)
  const { unpaid } = member
  if (unpaid?.heardOn && today >= addDays(unpaid.heardOn, unpaidDays)) {
    end(member)
    member.endedOn.push(today)
  }
  // A bill that is void says when the next one comes; it is no pause.
  if (member.voidUntil && member.status === 'active') {
    Object.assign(member, { paidUntil: shopDay(member.voidUntil), moved: 0, voidUntil: null })
  }
  for (const mail of member.mails)
    if (mail.isSent === null && mail.at <= now) mail.isSent = member.status === 'past_due'
}

/** Store credit pays what it can of a bill while it is a draft, and the tax is that of the rest (decision 063). */
function spendCredit(member: ModelMembership) {
  const { draft, place } = member
  if (!draft || draft.creditCents !== null) return
  const rest = member.creditCents >= draft.netCents ? 0 : leastChargeCents
  draft.creditCents = Math.max(0, Math.min(member.creditCents, draft.netCents - rest))
  member.creditCents -= draft.creditCents
  draft.netCents -= draft.creditCents
  draft.taxCents = taxAt(place, draft.netCents)
}

/** Nothing is charged any more; what is paid still ships, and credit that was kept for a bill is there again. */
export function end(member: ModelMembership) {
  member.creditCents += (member.draft?.creditCents ?? 0) + (member.unpaid?.creditCents ?? 0)
  member.status = 'ended'
  member.termEnd = null
  member.draft = null
  member.unpaid = null
}

/** The next instant at which the shop has something to say about a refused renewal. */
export function nextMail(member: ModelMembership): Date | null {
  const waiting = member.mails.filter((mail) => mail.isSent === null).map((mail) => mail.at)
  if (member.eve) waiting.push(member.eve)
  const heardOn = member.unpaid?.heardOn
  if (heardOn) waiting.push(instantAt(addDays(heardOn, unpaidDays), mailHour, shopZone))
  return waiting.length === 0 ? null : new Date(Math.min(...waiting.map(Number)))
}
