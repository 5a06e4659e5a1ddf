import type { Gender } from './belt.ts'
import { type CalendarDate, calendarDateOfIso, isCalendarDate } from './calendar-date.ts'
import { measuredFor } from './measured.ts'
import { findPlan, type Plan } from './plan.ts'
import { emptyAnswers, type QuizAnswers, recipientPicksStyle, type StyleChoice } from './quiz.ts'
import type { ExtraAnswer } from './quiz-copy.ts'
import { recipientChoosesSize } from './sizing.ts'
import { oneLine } from './slug.ts'

/** Always sent; the shop curates the color (spec §3). */
const surpriseColors = ['Surprise Me'] as const

export type CartShipping = {
  fullName: string
  email: string
  address: string
  address2?: string
  city: string
  state: string
  zipCode: string
}

export type CartGift = {
  senderName: string
  senderEmail: string
  recipientEmail: string
  /** ISO string of the gift notice's day (spec §3) */
  emailDate: string
  giftMessage?: string
}

/** What the quiz saves and the checkout sends (spec §3 "Cart item"). */
export type CartItem = {
  id: string
  planId: string
  planName: string
  price: string
  period: string
  recipientType: 'self' | 'gift'
  gender: Gender
  size: string
  /** ours: inches of the wearer's own belt, if the size was read from it */
  measured?: number | null | undefined
  styles: StyleChoice[]
  colors: string[]
  shippingDetails?: CartShipping
  giftDetails?: CartGift
  /** ours: answers to the owner's own questions, in the words shown that day */
  extraAnswers?: ExtraAnswer[]
}

/**
 * The cart item of a finished quiz (spec §3, §4 "Submit").
 * @param now milliseconds since the epoch, for the id
 * @param plans that can be bought
 */
export function cartItemOf(answers: QuizAnswers, now: number, plans: readonly Plan[]): CartItem {
  const plan = findPlan(plans, answers.selectedPlan ?? '')
  const isGift = answers.recipientType === 'gift'
  const { address2, email, ...shipping } = trimmed(answers.shippingDetails)
  const { giftMessage, emailDate, ...gift } = trimmed(answers.giftDetails)
  const [gender, size] = [answers.gender ?? 'male', answers.size ?? '']
  const measured = measuredFor(gender, size, answers.measured)
  return {
    id: `cart-${now}`,
    planId: answers.selectedPlan ?? '',
    planName: plan?.name ?? 'Unknown Plan',
    price: plan?.price ?? '$0.00',
    period: plan?.period ?? 'per month',
    recipientType: isGift ? 'gift' : 'self',
    gender,
    size,
    ...(measured === null ? {} : { measured }),
    styles: answers.styles,
    colors: [...surpriseColors],
    // Order emails go to whoever pays: a gift's shipping email is the sender's (spec §3).
    shippingDetails: {
      ...shipping,
      email: isGift ? gift.senderEmail : email,
      ...(address2 === '' ? {} : { address2 }),
    },
    ...(isGift
      ? {
          giftDetails: {
            ...gift,
            emailDate: isCalendarDate(emailDate) ? new Date(emailDate).toISOString() : '',
            ...(giftMessage === '' ? {} : { giftMessage }),
          },
        }
      : {}),
    ...(answers.extraAnswers?.length ? { extraAnswers: answers.extraAnswers } : {}),
  }
}

/**
 * The quiz answers behind a cart item, for editing: `cartItemOf` of them gives the item back. An item doesn't store the
 * size confirmation. A gift's shipping email is its sender's, not an answer.
 */
export function answersOf(item: CartItem): QuizAnswers {
  const isGift = item.recipientType === 'gift'
  const { shippingDetails, giftDetails } = emptyAnswers
  return {
    recipientType: isGift ? 'gift' : 'myself',
    gender: item.gender,
    styles: item.styles,
    size: item.size,
    ...(item.measured ? { measured: item.measured } : {}),
    sizeConfirmed: false,
    giftDetails: { ...giftDetails, ...item.giftDetails, emailDate: giftNoticeDay(item) ?? '' },
    shippingDetails: {
      ...shippingDetails,
      ...item.shippingDetails,
      ...(isGift ? { email: '' } : {}),
    },
    selectedPlan: item.planId || null,
    ...(item.extraAnswers ? { extraAnswers: item.extraAnswers } : {}),
  }
}

/**
 * The buyer's email as typed: from the first item's address, which carries the giver's own email for a gift (spec §3
 * "Cart item").
 */
export function buyerEmail(items: readonly Pick<CartItem, 'shippingDetails'>[]): string {
  return items[0]?.shippingDetails?.email ?? ''
}

/** Sum of the plan prices in integer cents, before tax (spec §9). Unknown plans count 0; the server refuses them. */
export function cartSubtotalCents(items: readonly { planId: string }[], plans: readonly Plan[]): number {
  return items.reduce((sum, item) => sum + (findPlan(plans, item.planId)?.stripeAmount ?? 0), 0)
}

/** True if any item is a gift, which makes it a gift order (spec §2 "Heading"). */
export function hasGift(items: readonly { recipientType: string }[]): boolean {
  return items.some((item) => item.recipientType === 'gift')
}

/** Whether anything in the cart renews: members' own plans do, gifts never (club-rules.md). */
export function hasRenewal(items: readonly { recipientType: string }[]): boolean {
  return items.some((item) => item.recipientType === 'self')
}

/** True when the recipient still has to choose a style or a size (spec §3 needsStyleSelection). */
export function needsStyleSelection(item: Pick<CartItem, 'styles' | 'size'>): boolean {
  return item.styles.includes(recipientPicksStyle) || item.size === recipientChoosesSize
}

/** The day of a gift's notice; null if the cart names none. */
export function giftNoticeDay(item: Pick<CartItem, 'giftDetails'>): CalendarDate | null {
  return calendarDateOfIso(item.giftDetails?.emailDate ?? '')
}

function trimmed<T extends Record<string, string>>(record: T): T {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value.trim()])) as T
}

/** One line per gift of the order, naming recipient and giver; the order's own columns hold only the first gift. */
export function giftNote(carts: readonly CartItem[]): string | null {
  const gifts = carts.filter((cart) => cart.recipientType === 'gift')
  const lines = gifts.map(
    ({ shippingDetails, giftDetails }) =>
      `For ${oneLine(shippingDetails?.fullName)}, from ${oneLine(giftDetails?.senderName)}`,
  )
  return lines.join('\n') || null
}
