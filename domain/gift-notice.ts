import { addDays, type CalendarDate, instantAt } from './calendar-date.ts'
import { type CartItem, giftNoticeDay } from './cart.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from './drop-calendar.ts'
import { beltDay } from './first-belt.ts'
import type { GiftCopy } from './gift-copy.ts'
import { findPlan, type Plan } from './plan.ts'
import { planDates } from './plan-dates.ts'
import { recipientPicksStyle } from './quiz.ts'
import { isSizeMissing, unsureSize } from './sizing.ts'

/** The hour of the shop's day when scheduled emails go out (club-rules.md "The gift": 09:00 shop time). */
export const noticeHour = 9

/** The instant when an email scheduled for a day goes out. */
export function noticeTime(day: CalendarDate, timeZone: string): Date {
  return instantAt(day, noticeHour, timeZone)
}

/** What a gift's recipient is told, without any price (club-rules.md "The gift"). */
export type GiftNotice = {
  words: GiftCopy
  /** as typed, with its line breaks; "" if none */
  message: string
  /** the day of the notice; null if not chosen */
  day: CalendarDate | null
  /** a measuring guide ships with the first shipment (spec §2) */
  isUnsure: boolean
  /** the first box may arrive before the notice */
  isAfterFirstBox: boolean
}

type Given = Pick<CartItem, 'planId' | 'styles' | 'size' | 'shippingDetails' | 'giftDetails'>

/**
 * @param paidOn the shop's day of the payment
 * @param calendar the owner's days
 */
export function giftNotice(
  item: Given,
  paidOn: CalendarDate,
  calendar: DropCalendar,
  plans: readonly Plan[],
): GiftNotice {
  const plan = findPlan(plans, item.planId)
  const { drops } = planDates(paidOn, plan ?? { months: 1 }, true, calendar)
  const day = giftNoticeDay(item)
  // Read as on the day of the notice: of the belts and the choices left by then.
  const today = plan && day && day > paidOn ? day : paidOn
  const ahead = drops.find((drop) => isBeforeCutOff(calendar, drop, today))
  const boxes = drops.map((drop) => {
    const belt = beltDay(drop, item.size, calendar)
    const isOpen = belt.waitsForSize || isBeforeCutOff(calendar, drop, today)
    return {
      ...belt,
      isOpen,
      state: belt.shipBy >= today ? 'coming' : belt.waitsForSize ? 'late' : 'sent',
    } as const
  })
  const isOpen = boxes.some((box) => box.isOpen)
  return {
    words: {
      senderName: item.giftDetails?.senderName ?? '',
      recipientName: item.shippingDetails?.fullName ?? '',
      belts: plan?.months ?? null,
      boxes,
      picksStyle: item.styles.includes(recipientPicksStyle) && isOpen,
      choosesSize: isSizeMissing(item.size),
      choose: ahead ? { by: daysOf(calendar, ahead).cutOffDay, drop: ahead } : null,
      today,
    },
    message: item.giftDetails?.giftMessage?.trim() ?? '',
    day,
    isUnsure: item.size === unsureSize,
    isAfterFirstBox: day !== null && day > boxes[0]!.shipBy,
  }
}

/**
 * How many days late a notice is still sent for a gift whose belts have all shipped; later, it would only puzzle the
 * reader.
 */
export const latestGiftNotice = 31

/** Whether a gift's notice is due: from its day on, as long as belts are to come, and for at least a month. */
export function isGiftNoticeDue(
  gift: { noticeOn: CalendarDate; hasUnshipped: boolean },
  today: CalendarDate,
): boolean {
  if (today < gift.noticeOn) return false
  return gift.hasUnshipped || today <= addDays(gift.noticeOn, latestGiftNotice)
}

/** Days after the notice when a recipient who hasn't chosen is asked again (club-rules.md "The gift"). */
export const reminderDays = [3, 10] as const
export type ReminderDay = (typeof reminderDays)[number]

export type UnchosenGift = {
  /** the day the notice was sent */
  toldOn: CalendarDate
  /** the recipient has yet to make a choice left to them */
  isUnchosen: boolean
  /** the last day to choose for the next belt; null: no belt is left to choose for */
  chooseBy: CalendarDate | null
}

/** The reminder due on a day, or null. If the first is late, the second replaces it. */
export function dueGiftReminder(gift: UnchosenGift, today: CalendarDate): ReminderDay | null {
  if (!gift.isUnchosen || gift.chooseBy === null || today > gift.chooseBy) return null
  if (today >= addDays(gift.toldOn, 10)) return 10
  return today >= addDays(gift.toldOn, 3) ? 3 : null
}
