import { type CalendarDate, calendarDateOfIso } from './calendar-date.ts'
import type { CartItem } from './cart.ts'
import { findPlan } from './plan.ts'
import { type PlanDates, planDates } from './plan-dates.ts'
import { recipientPicksStyle } from './quiz.ts'
import { recipientChoosesSize, unsureSize } from './sizing.ts'

/** What a gift's recipient is told, without any price (club.md "The gift"). */
export type GiftNotice = {
  /** the giver's name as typed, "" when not yet */
  from: string
  /** the recipient's name as typed, "" when not yet */
  to: string
  /** as typed, its lines kept; "" when there is none */
  message: string
  /** the day of the notice, null when not chosen */
  day: CalendarDate | null
  /** boxes of the gift, null before a plan is chosen */
  belts: number | null
  /** which drop is the first */
  dates: Pick<PlanDates, 'drops' | 'shipBy'>
  chooses: 'styles and size' | 'styles' | 'size' | null
  /** a measuring guide ships with the first belt (spec §2) */
  isUnsure: boolean
  /** the first box may arrive before the notice does */
  isAfterFirstBox: boolean
}

type Given = Pick<CartItem, 'planId' | 'styles' | 'size' | 'shippingDetails' | 'giftDetails'>

/** @param paidOn the shop's day of the payment */
export function giftNotice(item: Given, paidOn: CalendarDate): GiftNotice {
  const plan = findPlan(item.planId)
  const dates = planDates(paidOn, plan ?? { months: 1 }, true)
  const day = calendarDateOfIso(item.giftDetails?.emailDate ?? '')
  const picks = item.styles.includes(recipientPicksStyle)
  const sizes = item.size === recipientChoosesSize
  return {
    from: item.giftDetails?.senderName.trim() ?? '',
    to: item.shippingDetails?.fullName.trim() ?? '',
    message: item.giftDetails?.giftMessage?.trim() ?? '',
    day,
    belts: plan?.months ?? null,
    dates,
    chooses: picks ? (sizes ? 'styles and size' : 'styles') : sizes ? 'size' : null,
    isUnsure: item.size === unsureSize,
    isAfterFirstBox: day !== null && day > dates.shipBy,
  }
}
