import { addDays, addMonths, type CalendarDate, monthName } from './calendar-date.ts'
import { tellingDigits } from './id.ts'

/** Digits of a box's id shown on paper. With twelve, two boxes of a million-box drop share them about once in 500 drops. */
const digits = 12

/**
 * A box's name on labels, slips and carriers' files: "3F9A-2C71-04BE". Eight random digits of its id, then the four that are
 * indexed for whoever types only the end (`referenceEnd` in db/schema/columns.ts).
 */
export function boxReference(boxId: string): string {
  const reference = `${tellingDigits(boxId)}${boxId.slice(9, 13)}`.toUpperCase()
  return [reference.slice(0, 4), reference.slice(4, 8), reference.slice(8)].join('-')
}

/** Reads a box's reference, or its whole id, from a label or a file, without hyphens; null if it isn't one. */
export function readBoxReference(typed: string): string | null {
  const id = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^[0-9a-f]{12,32}$/.test(id)) return null
  if (id.length < 32) return id.slice(0, digits)
  const whole = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return boxReference(whole).replaceAll('-', '').toLowerCase()
}

/** One calendar month's shipment, `YYYY-MM` (club-rules.md, "Words"). */
export type Drop = string

/** Day of the drop's month by which its boxes ship, unless the owner moves the drop (club-rules.md, "The calendar"). */
const shipByDay = 5

/**
 * By the calendar, a payment on any day of month M buys its first box in drop M+1 (club-rules.md, "The calendar"). The
 * drop it actually gets comes from `allocateDrops` (drop-calendar.ts).
 */
export function firstDrop(paidOn: CalendarDate): Drop {
  return addMonths(`${paidOn.slice(0, 7)}-01`, 1).slice(0, 7)
}

/** The `count` drops a payment on this day buys by the calendar, one box each, in order. */
export function dropsOf(paidOn: CalendarDate, count: number): Drop[] {
  const first = `${firstDrop(paidOn)}-01`
  return Array.from({ length: count }, (_, index) => addMonths(first, index).slice(0, 7))
}

/** The drop `count` months later; earlier if negative. */
export function addDrops(drop: Drop, count: number): Drop {
  return addMonths(`${drop}-01`, count).slice(0, 7)
}

/** How many months `to` is after `from`; negative if it's before. */
export function dropsBetween(from: Drop, to: Drop): number {
  const index = (drop: Drop) => Number(drop.slice(0, 4)) * 12 + Number(drop.slice(5, 7))
  return index(to) - index(from)
}

/** The last day a drop's boxes ship by the calendar. To show or use the day, ask `daysOf` (drop-calendar.ts). */
export function shipBy(drop: Drop): CalendarDate {
  return `${drop}-${String(shipByDay).padStart(2, '0')}`
}

/** "December", the name people know the drop by. */
export function dropName(drop: Drop): string {
  return monthName(Number(drop.slice(5, 7)))
}

/**
 * The last day to change a drop's box by the calendar: the last of the month before (club-rules.md, "The calendar"). To
 * act on the day, ask `daysOf` (drop-calendar.ts).
 */
export function cutOffDay(drop: Drop): CalendarDate {
  return addDays(`${drop}-01`, -1)
}

/** A published drop, and whether its belts are the ones on sale. */
export type PublishedDrop = { drop: Drop; isCurrent: boolean }

/**
 * What visitors read as a published drop's name, alone and in a sentence: its month, but "the collection" for belts on sale
 * since before the last month, which would look left over. Pages, heads, structured data, letters and feeds use no other;
 * an archive is read as one and keeps its month (docs/decisions/135).
 */
export function publicName(
  { drop, isCurrent }: PublishedDrop,
  today: CalendarDate,
): { title: string; within: string } {
  return isCurrent && dropsBetween(drop, today.slice(0, 7)) > 1
    ? { title: 'The collection', within: 'the collection' }
    : { title: dropTitle(drop), within: `the ${dropTitle(drop)} drop` }
}

/** "December 2026" */
export function dropTitle(drop: Drop): string {
  return `${dropName(drop)} ${drop.slice(0, 4)}`
}
