import { type CalendarDate, instantAt } from './calendar-date.ts'
import { type CartItem, giftNoticeDay } from './cart.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from './drop-calendar.ts'
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
  /** the day by which the first box ships, where it waits for nothing */
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
  // The mail of a later day speaks of the belt whose cut-off is then ahead; so does what is shown of it.
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
