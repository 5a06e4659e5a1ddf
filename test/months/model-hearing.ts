import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { type ModelMail, type ModelMembership, pay, shopDay, shopZone } from './model-membership.ts'
import { taxAt } from './places.ts'

/** The minimum left to charge to a card. */
const leastChargeCents = 50
/** Days after which an unpaid membership ends (club-rules.md "Renewal law"). */
const unpaidDays = 21
const mailHour = 9

/** The shop hears about failed renewals, writes the emails that are due, and ends memberships unpaid for too long. */
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
  // The shop makes renewals use the new card, and has the open bill charged to it right away.
  member.card.isFollowed = true
  if (member.unpaid && member.card.isGood && member.examined === 0) pay(member, member.unpaid, now)
  const { unpaid } = member
  if (unpaid?.heardOn && member.examined === 0 && today >= addDays(unpaid.heardOn, unpaidDays)) {
    end(member)
    member.endedOn.push(today)
  }
  // A void bill determines when the next one comes; it doesn't count as a pause.
  if (member.voidUntil && member.status === 'active') {
    Object.assign(member, { paidUntil: shopDay(member.voidUntil), moved: 0, voidUntil: null })
  }
  for (const mail of member.mails)
    if (mail.isSent === null && mail.at <= now)
      mail.isSent = member.status === 'past_due' && member.examined === 0 && !mail.isReplaced
}

/** After a dispute that the shop won, the days to pay an open bill start over, and its payer is told. */
export function startOver(member: ModelMembership, now: Date) {
  const { unpaid } = member
  if (!unpaid?.heardOn || member.examined > 0 || unpaid.heardOn === shopDay(now)) return
  if (member.card.isGood) return
  const today = shopDay(now)
  unpaid.heardOn = today
  for (const mail of member.mails) mail.isReplaced = true
  const last = instantAt(addDays(today, 18), mailHour, shopZone)
  member.mails.push({ day: 7, at: now, isSent: null }, { day: 18, at: last, isSent: null })
  member.eve = instantAt(addDays(today, unpaidDays - 1), mailHour, shopZone)
}

/** Store credit pays what it can of a draft bill; tax is charged on the rest (decision 063). */
function spendCredit(member: ModelMembership) {
  const { draft, place } = member
  if (!draft || draft.creditCents !== null) return
  const rest = member.creditCents >= draft.netCents ? 0 : leastChargeCents
  draft.creditCents = Math.max(0, Math.min(member.creditCents, draft.netCents - rest))
  member.creditCents -= draft.creditCents
  draft.netCents -= draft.creditCents
  draft.taxCents = taxAt(place, draft.netCents)
}

/** Nothing more is charged; paid boxes still ship, and credit reserved for a bill is returned. */
export function end(member: ModelMembership) {
  member.creditCents += (member.draft?.creditCents ?? 0) + (member.unpaid?.creditCents ?? 0)
  member.status = 'ended'
  member.termEnd = null
  member.draft = null
  member.unpaid = null
}

/** The next instant when the shop has something to say about a failed renewal. */
export function nextMail(member: ModelMembership): Date | null {
  const waiting = member.mails.filter((mail) => mail.isSent === null).map((mail) => mail.at)
  if (member.eve) waiting.push(member.eve)
  const heardOn = member.unpaid?.heardOn
  if (heardOn) waiting.push(instantAt(addDays(heardOn, unpaidDays), mailHour, shopZone))
  return waiting.length === 0 ? null : new Date(Math.min(...waiting.map(Number)))
}
