import { type CalendarDate, formatDay } from './calendar-date.ts'
import type { CartItem } from './cart.ts'
import { type Drop, dropName } from './drop.ts'
import { allocateDrops, type DropCalendar, daysOf } from './drop-calendar.ts'
import { isSizeMissing } from './sizing.ts'
import { callName } from './slug.ts'

/**
 * When a belt comes. Which belt comes first doesn't depend on what can still be chosen: a belt past its cut-off is on its
 * way all the same (decision 115).
 */
export type BeltDay = {
  drop: Drop
  /** the last day it ships, if it waits for nothing */
  shipBy: CalendarDate
  /** it ships once its size is picked, whenever that is: no belt ships in a guessed size (decision 027) */
  waitsForSize: boolean
}

/** The day of a belt in a drop, with the size chosen so far. */
export function beltDay(drop: Drop, size: string, calendar: DropCalendar): BeltDay {
  return { drop, shipBy: daysOf(calendar, drop).shipBy, waitsForSize: isSizeMissing(size) }
}

/**
 * The first belt of a purchase: the same answer for cart, success page, emails and the gift's letter.
 * @param paidOn the shop's day of the payment
 * @param size as in the cart; "" if none is chosen yet
 */
export function firstBelt(paidOn: CalendarDate, size: string, calendar: DropCalendar): BeltDay {
  return beltDay(allocateDrops(calendar, paidOn, 1).drops[0]!, size, calendar)
}

/** Who picks a missing size, as the buyer reads it: "you", "Thomas", or "they" if the gift has no name. */
export function sizePicker({
  recipientType,
  shippingDetails,
}: Pick<CartItem, 'recipientType' | 'shippingDetails'>): string {
  return recipientType === 'gift' ? callName(shippingDetails?.fullName) || 'they' : 'you'
}

/** "by December 5", or "once Thomas picks a size". @param picker "you", "they" or a name */
export function shipsText(
  { shipBy, waitsForSize }: Pick<BeltDay, 'shipBy' | 'waitsForSize'>,
  picker: string,
  today: CalendarDate,
): string {
  if (!waitsForSize) return `by ${formatDay(shipBy, today)}`
  return `once ${picker} ${picker === 'you' || picker === 'they' ? 'pick' : 'picks'} a size`
}

/** "December drop, shipped by December 5", or "December drop, shipped once Thomas picks a size". */
export function firstBoxText(first: BeltDay, picker: string, today: CalendarDate): string {
  return `${dropName(first.drop)} drop, shipped ${shipsText(first, picker, today)}`
}

/** An order's first belts in one answer: all paid on one day start in one drop, so only missing sizes tell them apart. */
export function firstBelts(
  items: readonly Pick<CartItem, 'recipientType' | 'shippingDetails' | 'size'>[],
  first: Pick<BeltDay, 'drop' | 'shipBy'>,
): BeltDay & { picker: string } {
  const waiting = items.filter(({ size }) => isSizeMissing(size))
  const waitsForSize = items.length > 0 && waiting.length === items.length
  const pickers = new Set(waiting.map(sizePicker))
  const [picker = 'you'] = pickers
  return { ...first, waitsForSize, picker: pickers.size > 1 ? 'everyone' : picker }
}
