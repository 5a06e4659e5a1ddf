import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay } from '../../domain/cart.ts'
import { addressText, beltsText } from '../../domain/cart-text.ts'
import { formatCents } from '../../domain/money.ts'
import { callName, oneLine } from '../../domain/names.ts'
import { noticeHour, noticeTime } from '../../domain/notice-time.ts'
import type { Plan } from '../../domain/plan.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'
import { isCalifornia } from '../../domain/tax.ts'
import { zoneName } from '../../domain/zone-name.ts'

/** What the confirmation says of one item; every word is ready to be shown. */
export type OrderItemView = { plan: string; amount: string; whom: string; facts: string[] }

/** When an order was placed; the day is the shop's. */
export type Placed = { at: Date; on: CalendarDate; timeZone: string }

/** What was bought, and in integer cents before tax: its price, what a renewal will cost, and when. */
type ItemAmounts = {
  plan: Pick<Plan, 'name' | 'months'>
  amountCents: number
  renewalCents: number
  renewsOn: CalendarDate
}

export function itemView(cart: CartItem, amounts: ItemAmounts, placed: Placed): OrderItemView {
  const isGift = cart.recipientType === 'gift'
  const facts = [
    beltsFact(cart),
    cart.size === unsureSize && 'A measuring guide ships with the first shipment',
    cart.size === unsureSize && isGift && `${nameOf(cart)} is asked for the size`,
    oneLine(addressText(cart)),
    noticeFact(cart, placed),
    isGift ? endFact(amounts.plan) : renewalFact(cart, amounts),
  ]
  return {
    plan: amounts.plan.name,
    amount: formatCents(amounts.amountCents),
    whom: isGift ? `Gift for ${oneLine(cart.shippingDetails?.fullName)}` : 'For you',
    facts: facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[],
  }
}

function nameOf(cart: CartItem): string {
  return callName(cart.shippingDetails?.fullName) || 'The recipient'
}

// The quiz's labels speak to the giver while choosing; here they are told who decides.
function beltsFact(cart: CartItem): string {
  const name = nameOf(cart)
  const picksStyle = cart.styles.includes(recipientPicksStyle)
  const choosesSize = cart.size === recipientChoosesSize
  if (picksStyle && choosesSize) return `${name} picks the styles and the size`
  if (picksStyle) return `${name} picks the styles, ${beltsText({ styles: [], size: cart.size })}`
  if (choosesSize) return beltsText(cart).replace(recipientChoosesSize, `${name} chooses the size`)
  return beltsText(cart)
}

function noticeFact(cart: CartItem, { at, timeZone }: Placed): string | null {
  const day = giftNoticeDay(cart)
  if (cart.recipientType !== 'gift' || !day) return null
  // A gift ordered after nine on the day of its own notice has missed the hour.
  const isAhead = noticeTime(day, timeZone) > at
  const hour = isAhead ? ` at ${noticeHour}:00 in the morning, ${zoneName(timeZone)}` : ''
  return `Notice on ${formatDate(day)}${hour}, to ${oneLine(cart.giftDetails?.recipientEmail)}`
}

function endFact({ months }: Pick<Plan, 'months'>): string {
  return `Ends after ${months === 1 ? 'one belt' : `${months} belts`}. A gift never renews`
}

function renewalFact(cart: CartItem, { renewalCents, renewsOn }: ItemAmounts): string {
  // The next charge is taxed by where the belts go by then; today's address says whether tax is due at all.
  const tax = isCalifornia(cart.shippingDetails?.state ?? '') ? ' plus tax' : ''
  return `Renews ${formatDate(renewsOn)} at ${formatCents(renewalCents)}${tax}, until you cancel`
}
