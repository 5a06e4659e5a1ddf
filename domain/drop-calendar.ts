import type { CalendarDate } from './calendar-date.ts'
import { addDrops, cutOffDay, type Drop, dropsBetween, firstDrop, shipBy } from './drop.ts'

/** The days of a drop: the last one on which a box may be changed, and the last one on which boxes ship. */
export type DropDays = { cutOffDay: CalendarDate; shipBy: CalendarDate }

/** What the owner has set, by drop: its days, and the month to which everybody was moved (club-rules.md "Hold or move"). */
export type DropCalendar = Readonly<Record<Drop, DropDays & { movedTo: Drop | null }>>

/** The days that the owner has set for a drop, else those of the calendar (club-rules.md "The calendar"). */
export function daysOf(calendar: DropCalendar, drop: Drop): DropDays {
  return calendar[drop] ?? { cutOffDay: cutOffDay(drop), shipBy: shipBy(drop) }
}

/** Whether boxes of a drop may still be changed on the shop's day. */
export function isBeforeCutOff(calendar: DropCalendar, drop: Drop, today: CalendarDate): boolean {
  return daysOf(calendar, drop).cutOffDay >= today
}

/** The months from a drop to the one `months` later; where the owner has moved that one, to where it went. */
export function monthsOn(calendar: DropCalendar, from: Drop, months: number): number {
  let drop = addDrops(from, months)
  for (let to = calendar[drop]?.movedTo; to && to > drop; to = calendar[drop]?.movedTo) drop = to
  return dropsBetween(from, drop)
}

/**
 * Where the boxes of a membership go that are moved by `months`, a box a month and none into a month that the owner has
 * moved, and by how many months the last of them has gone: the charge after them goes as far.
 * @param from the drop that is next; without a box of it the charge moves alone
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
 * The `count` drops that a payment buys, one box each: from the month after the payment on and after the `last` one that
 * was bought before, without those whose cut-off is over and those whose month the owner has moved (decision 026).
 * `movedBy`: the months by which the owner's moves put them off, and the charge after them with them.
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
