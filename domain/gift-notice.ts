import { type CalendarDate, instantAt } from './calendar-date.ts'
import { type CartItem, giftNoticeDay } from './cart.ts'
import { type DropCalendar, daysOf } from './drop-calendar.ts'
import type { GiftCopy } from './gift-copy.ts'
import { findPlan, type Plan } from './plan.ts'
import { planDates } from './plan-dates.ts'
import { recipientPicksStyle } from './quiz.ts'
import { recipientChoosesSize, unsureSize } from './sizing.ts'

/** The hour of the shop's day at which mails that are planned leave (club-rules.md "The gift": 09:00 shop time). */
export const noticeHour = 9

/** The instant at which a mail planned for a day leaves. */
export function noticeTime(day: CalendarDate, timeZone: string): Date {
  return instantAt(day, noticeHour, timeZone)
}

/** What a gift's recipient is told, without any price (club-rules.md "The gift"). */
export type GiftNotice = {
  words: GiftCopy
  /** as typed, its lines kept; "" when there is none */
  message: string
  /** the day of the notice, null when not chosen */
  day: CalendarDate | null
  /** a measuring guide ships with the first shipment (spec §2) */
  isUnsure: boolean
  /** the first box may arrive before the notice does */
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
  const { drops, shipBy } = planDates(paidOn, plan ?? { months: 1 }, true, calendar)
  const day = giftNoticeDay(item)
  return {
    words: {
      senderName: item.giftDetails?.senderName ?? '',
      recipientName: item.shippingDetails?.fullName ?? '',
      belts: plan?.months ?? null,
      firstDrop: drops[0]!,
      shipBy,
      picksStyle: item.styles.includes(recipientPicksStyle),
      choosesSize: item.size === recipientChoosesSize,
      chooseBy: daysOf(calendar, drops[0]!).cutOffDay,
    },
    message: item.giftDetails?.giftMessage?.trim() ?? '',
    day,
    isUnsure: item.size === unsureSize,
    isAfterFirstBox: day !== null && day > shipBy,
  }
}
