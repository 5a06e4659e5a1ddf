import { addDays, type CalendarDate, instantAt } from './calendar-date.ts'
import { type CartItem, giftNoticeDay } from './cart.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from './drop-calendar.ts'
import type { GiftCopy } from './gift-copy.ts'
import { findPlan, type Plan } from './plan.ts'
import { planDates } from './plan-dates.ts'
import { recipientPicksStyle } from './quiz.ts'
import { recipientChoosesSize, unsureSize } from './sizing.ts'

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
  /** the day the first box ships by, if it isn't waiting for anything */
  firstShipBy: CalendarDate
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
  const { drops, shipBy } = planDates(paidOn, plan ?? { months: 1 }, true, calendar)
  const day = giftNoticeDay(item)
  // A notice on a later day is about the first belt whose cut-off is then still ahead; so is its preview.
  const ahead = plan && day ? drops.find((drop) => isBeforeCutOff(calendar, drop, day)) : drops[0]
  const told = ahead ?? drops.at(-1)!
  const days = daysOf(calendar, told)
  return {
    words: {
      senderName: item.giftDetails?.senderName ?? '',
      recipientName: item.shippingDetails?.fullName ?? '',
      belts: plan?.months ?? null,
      firstDrop: told,
      shipBy: days.shipBy,
      picksStyle: item.styles.includes(recipientPicksStyle),
      choosesSize: item.size === recipientChoosesSize,
      chooseBy: ahead ? days.cutOffDay : null,
      ...(day && day > days.shipBy
        ? { isUnderway: 'over' as const }
        : told > drops[0]!
          ? { isUnderway: 'next' as const }
          : {}),
    },
    message: item.giftDetails?.giftMessage?.trim() ?? '',
    day,
    isUnsure: item.size === unsureSize,
    isAfterFirstBox: day !== null && day > shipBy,
    firstShipBy: shipBy,
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
