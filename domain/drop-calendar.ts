import type { CalendarDate } from './calendar-date.ts'
import { addDrops, cutOffDay, type Drop, dropsBetween, firstDrop, shipBy } from './drop.ts'

/** The days of a drop: the last day to change a box, and the last day boxes ship. */
export type DropDays = { cutOffDay: CalendarDate; shipBy: CalendarDate }

/** What the owner has set, by drop: its days, and the month everyone was moved to (club-rules.md "Hold or move"). */
export type DropCalendar = Readonly<Record<Drop, DropDays & { movedTo: Drop | null }>>

/** A drop's days as the owner set them, else those of the calendar (club-rules.md "The calendar"). */
export function daysOf(calendar: DropCalendar, drop: Drop): DropDays {
  return calendar[drop] ?? { cutOffDay: cutOffDay(drop), shipBy: shipBy(drop) }
}

/** Whether boxes of a drop can still be changed on the shop's day `today`. */
export function isBeforeCutOff(calendar: DropCalendar, drop: Drop, today: CalendarDate): boolean {
  return daysOf(calendar, drop).cutOffDay >= today
}

/**
 * How many months lie between a drop and the one `months` later. If the owner moved that later drop, counts to where it
 * went.
 */
export function monthsOn(calendar: DropCalendar, from: Drop, months: number): number {
  let drop = addDrops(from, months)
  for (let to = calendar[drop]?.movedTo; to && to > drop; to = calendar[drop]?.movedTo) drop = to
  return dropsBetween(from, drop)
}

/**
 * Moves a membership's boxes by `months`: one box per month, none in a month the owner has moved. Returns their new
 * drops, and by how many months the last box moved; the charge after them moves just as far.
 * @param from the next drop; if there is no box to move, only the charge moves
 * @param drops those of the boxes that move, in order
 * @param months negative: back again
 */
export function shiftBoxes(
  calendar: DropCalendar,
  { from, drops, months }: { from: Drop; drops: readonly Drop[]; months: number },
) {
  const on = (drop: Drop, count: number) => addDrops(drop, monthsOn(calendar, drop, count))
  const moved: Drop[] = []
  for (const drop of drops) {
    let to = months > 0 ? on(drop, months) : addDrops(drop, months)
    while (months < 0 && (calendar[to]?.movedTo ?? '') > to) to = addDrops(to, -1)
    const before = moved.at(-1)
    moved.push(before && to <= before ? on(before, 1) : to)
  }
  const [last, lastMoved] = [drops.at(-1), moved.at(-1)]
  if (last && lastMoved) return { drops: moved, months: dropsBetween(last, lastMoved) }
  return { drops: moved, months: months > 0 ? monthsOn(calendar, from, months) : months }
}

/**
 * The `count` drops a payment buys, one box each: starting the month after the payment, and after `last`, the last drop
 * bought before. Skips drops past their cut-off and months the owner has moved (decision 026). `movedBy`: by how many
 * months the owner's moves delayed them; the charge after them moves along.
 * @param paidOn the shop's day of the payment
 */
export function allocateDrops(
  calendar: DropCalendar,
  paidOn: CalendarDate,
  count: number,
  last?: Drop | null,
) {
  const drops: Drop[] = []
  let movedBy = 0
  let drop = firstDrop(paidOn)
  if (last && last >= drop) drop = addDrops(last, 1)
  while (drops.length < count) {
    const to = calendar[drop]?.movedTo
    if (to && to > drop) {
      movedBy += dropsBetween(drop, to)
      drop = to
      continue
    }
    if (isBeforeCutOff(calendar, drop, paidOn)) drops.push(drop)
    drop = addDrops(drop, 1)
  }
  return { drops, movedBy }
}
