import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, dropsBetween, firstDrop } from '../../domain/drop.ts'
import type { PlanId } from '../../domain/plan.ts'
import { monthsOf, priceCents } from './buyers.ts'
import { end } from './model-hearing.ts'
import {
  lastDrop,
  type ModelBox,
  type ModelMembership,
  monthsLater,
  shopDay,
  shopZone,
} from './model-membership.ts'

/** What the member is told: it's done, or it can't be. */
export type Outcome = 'done' | 'refused'

const chargeHour = 12

const isMovable = (box: ModelBox, now: Date) =>
  ['owed', 'held'].includes(box.state) && box.drop > shopDay(now).slice(0, 7)

/** The next drop that can still be changed (club-rules.md "The calendar"); null: none. */
export function nextDrop(member: ModelMembership, now: Date): Drop | null {
  const ahead = member.boxes.filter((box) => isMovable(box, now)).map((box) => box.drop)
  if (ahead.length > 0) return ahead.sort()[0]!
  if (!renews(member)) return null
  const bought = firstDrop(member.paidUntil)
  const last = lastDrop(member)
  return last && addDrops(last, 1) > bought ? addDrops(last, 1) : bought
}

export const renews = (member: ModelMembership) =>
  !member.isGift && (member.status === 'active' || member.status === 'past_due')

/** club-rules.md "Skip" and "Pause": boxes and the next charge move later. */
export function wishLater(member: ModelMembership, months: number, now: Date): Outcome {
  return nextDrop(member, now) ? move(member, months, now) : 'refused'
}

/** club-rules.md "Pause": back to the first drop whose cut-off is still ahead. */
export function wishBack(member: ModelMembership, now: Date): Outcome {
  const next = nextDrop(member, now)
  const months = next ? Math.min(dropsBetween(firstDrop(shopDay(now)), next), member.moved) : 0
  return months > 0 ? move(member, -months, now) : 'done'
}

function move(member: ModelMembership, months: number, now: Date): Outcome {
  const isCharged = renews(member)
  if (member.status === 'past_due' || (isCharged && member.paidUntil <= shopDay(now))) return 'refused'
  const tomorrow = addDays(shopDay(now), 1)
  const to = monthsLater(member.payments, member.paidUntil, months)
  member.paidUntil = months < 0 && to < tomorrow ? tomorrow : to
  for (const box of member.boxes) if (isMovable(box, now)) box.drop = addDrops(box.drop, months)
  member.moved += months
  if (isCharged) chargeOn(member)
  return 'done'
}

function chargeOn(member: ModelMembership) {
  member.anchor = instantAt(member.paidUntil, chargeHour, shopZone)
  member.termEnd = member.anchor
}

/** Another plan for the next term, or the current one again: paid boxes and the day of the charge stay (048). */
export function wishPlan(member: ModelMembership, planId: PlanId, now: Date): Outcome {
  if (member.isGift || member.status !== 'active' || member.paidUntil <= shopDay(now)) return 'refused'
  const fullCents = priceCents[planId]!
  const renewalCents = fullCents - Math.round((fullCents * member.percentOff) / 100)
  const wanted = { planId, months: monthsOf[planId]!, renewalCents }
  const { months } = member.next ?? member.terms
  member.next = planId === member.terms.planId ? null : wanted
  // The provider counts a term of a new length from the end of what is paid.
  if (months !== wanted.months) member.anchor = member.termEnd!
  return 'done'
}

/** club-rules.md "Cancel": right away if the next term has started and isn't paid. */
export function wishCancel(member: ModelMembership): Outcome {
  if (member.isGift) return 'refused'
  if (!renews(member)) return 'done'
  if (member.unpaid || member.draft) end(member)
  else member.status = 'cancelled'
  return 'done'
}

/** Possible until the last box has shipped, while the paid term lasts. */
export function wishUndo(member: ModelMembership, now: Date): Outcome {
  if (member.isGift || renews(member)) return 'done'
  const isLeft = member.boxes.some((box) => ['owed', 'held'].includes(box.state))
  if (member.status === 'ended' || !isLeft) return 'refused'
  member.status = 'active'
  if (shopDay(member.termEnd!) === member.paidUntil) return 'done'
  const tomorrow = addDays(shopDay(now), 1)
  if (member.paidUntil < tomorrow) member.paidUntil = tomorrow
  chargeOn(member)
  return 'done'
}

/** Refunds boxes that haven't shipped, by their places in the ledger; nothing while their payment is disputed. */
export function wishRefund(member: ModelMembership, places: number[]): Outcome {
  const named = places.map((place) => member.boxes[place]!)
  const chosen = named.filter((box) => ['owed', 'held'].includes(box.state))
  if (chosen.length === 0) return named.some((box) => box.state === 'refunded') ? 'done' : 'refused'
  const disputed = new Set(member.boxes.filter((box) => box.state === 'held').map((box) => box.payment))
  if (chosen.some((box) => disputed.has(box.payment))) return 'refused'
  for (const box of chosen) box.state = 'refunded'
  return 'done'
}
