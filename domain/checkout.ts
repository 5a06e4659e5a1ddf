import type { CalendarDate } from './calendar-date.ts'
import { type CartItem, giftNoticeDay } from './cart.ts'
import { isBareAddress } from './email.ts'
import { messages } from './messages.ts'

type Rule = { missing: string; value: (item: CartItem) => string | undefined }

// In the order of spec §5; only the first failure is shown.
const shippingRules: Rule[] = [
  { missing: 'Full name is required', value: (item) => item.shippingDetails?.fullName },
  { missing: 'Email is required', value: (item) => item.shippingDetails?.email },
  { missing: 'Address is required', value: (item) => item.shippingDetails?.address },
  { missing: 'City is required', value: (item) => item.shippingDetails?.city },
  { missing: 'State is required', value: (item) => item.shippingDetails?.state },
  { missing: 'ZIP code is required', value: (item) => item.shippingDetails?.zipCode },
]

const giftRules: Rule[] = [
  { missing: 'Your name is required', value: (item) => item.giftDetails?.senderName },
  { missing: 'Your email is required', value: (item) => item.giftDetails?.senderEmail },
  { missing: 'Recipient email is required', value: (item) => item.giftDetails?.recipientEmail },
  { missing: 'Email date is required', value: (item) => item.giftDetails?.emailDate },
]

/**
 * The first reason why payment cannot start, as the sentence of spec §5, or null when nothing is missing.
 * @param today the shop's day; a gift's email date may not be before it
 */
export function firstMissingField(items: readonly CartItem[], today: CalendarDate): string | null {
  for (const [index, item] of items.entries()) {
    const problem = missingIn(item, today)
    if (problem) return `Item ${index + 1}: ${problem}`
  }
  return null
}

function missingIn(item: CartItem, today: CalendarDate): string | null {
  if (!item.shippingDetails) return 'Missing shipping details. Please complete the style quiz.'
  const rules = item.recipientType === 'gift' ? [...shippingRules, ...giftRules] : shippingRules
  const failed = rules.find((rule) => (rule.value(item) ?? '').trim() === '')
  if (failed) return failed.missing
  if (addressesOf(item).some((address) => !isBareAddress(address))) return messages.quiz.invalidEmail
  if (item.recipientType !== 'gift') return null
  const day = giftNoticeDay(item)
  if (!day) return 'Email date is required'
  return day < today ? 'Email date cannot be before today' : null
}

// Whether they are somebody's is the mail server's answer; none may be two, or another than it shows.
function addressesOf({ recipientType, shippingDetails, giftDetails }: CartItem): string[] {
  const ofGift = recipientType === 'gift' ? [giftDetails?.senderEmail, giftDetails?.recipientEmail] : []
  return [shippingDetails?.email, ...ofGift].filter((address) => address !== undefined)
}

/** The purchaser's email of the payment form: non-empty with an at-sign (spec §5), and one bare address. */
export function isPurchaserEmail(email: string): boolean {
  return email.trim() !== '' && email.includes('@') && isBareAddress(email)
}
