import { addressProblems, emailProblem, requiredAddress } from './address.ts'
import type { CalendarDate } from './calendar-date.ts'
import { type CartItem, giftNoticeDay } from './cart.ts'
import { isEmail } from './email.ts'

type Rule = { missing: string; value: (item: CartItem) => string | undefined }

// In the order of spec §5; only the first failure is shown.
const shippingRules: Rule[] = [
  { missing: requiredAddress.fullName, value: (item) => item.shippingDetails?.fullName },
  { missing: 'Email is required', value: (item) => item.shippingDetails?.email },
  { missing: requiredAddress.address, value: (item) => item.shippingDetails?.address },
  { missing: requiredAddress.city, value: (item) => item.shippingDetails?.city },
  { missing: requiredAddress.state, value: (item) => item.shippingDetails?.state },
  { missing: requiredAddress.zipCode, value: (item) => item.shippingDetails?.zipCode },
]

const giftRules: Rule[] = [
  { missing: 'Your name is required', value: (item) => item.giftDetails?.senderName },
  { missing: 'Your email is required', value: (item) => item.giftDetails?.senderEmail },
  { missing: 'Recipient email is required', value: (item) => item.giftDetails?.recipientEmail },
  { missing: 'Email date is required', value: (item) => item.giftDetails?.emailDate },
]

/**
 * The first reason why payment can't start, or null: first anything missing (spec §5's message), then anything wrong.
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
  const wrong = wrongIn(item)
  if (wrong) return wrong
  if (item.recipientType !== 'gift') return null
  const day = giftNoticeDay(item)
  if (!day) return 'Email date is required'
  return day < today ? 'Email date cannot be before today' : null
}

/** What is filled in and clearly wrong, in the order of the form. */
function wrongIn({ recipientType, shippingDetails, giftDetails }: CartItem): string | null {
  const { email = '', ...address } = shippingDetails ?? {}
  const { senderEmail = '', recipientEmail = '' } = (recipientType === 'gift' && giftDetails) || {}
  const { state, zipCode } = addressProblems(address)
  return emailProblem(email) ?? state ?? zipCode ?? emailProblem(senderEmail) ?? emailProblem(recipientEmail)
}

/** Whether the purchaser's email in the payment form (spec §5) is an address that email can reach. */
export function isPurchaserEmail(email: string): boolean {
  return isEmail(email)
}

const free = 'free_'

/** Identifies a checkout where nothing is charged, in place of a payment id (decision 085). */
export const freeReference = (checkoutId: string) => `${free}${checkoutId}`

/**
 * Whether a payment id or client secret stands for no payment: nothing is charged now or later, and the order only has to
 * be placed.
 */
export const isFreeReference = (secret: string) => secret.startsWith(free)
