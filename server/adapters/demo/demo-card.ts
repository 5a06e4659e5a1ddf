import { ShopError } from '../../../domain/errors.ts'

/** The demo bank's answer. */
export type CardAnswer = 'pays' | 'asks'

// The provider's well-known test numbers (stripe.md §7); every other valid number pays.
const declines: Record<string, string> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000009987': 'Your card was declined.',
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': "Your card's security code is incorrect.",
}
const asks = new Set(['4000002500003155', '4000002760003184', '4000008260003178'])

/**
 * Judges a test card as a bank would.
 * @param now for the expiration date
 * @throws ShopError 'card_declined' with the bank's message
 */
export function judgeCard(
  card: { cardNumber: string; expiration: string; securityCode: string },
  now: Date,
): CardAnswer {
  const number = card.cardNumber.replaceAll(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) refuse('Your card number is invalid.')
  if (!isAhead(card.expiration, now)) refuse("Your card's expiration date is in the past or invalid.")
  if (!/^\d{3,4}$/.test(card.securityCode.trim())) refuse("Your card's security code is incomplete.")
  const sentence = declines[number]
  if (sentence) refuse(sentence)
  return asks.has(number) ? 'asks' : 'pays'
}

// These cards can be stored, but charges fail without the buyer present (stripe.md §7).
const refusesRenewals = new Set(['4000000000000341', '4000002760003184'])

/** Whether the bank pays renewals, with no buyer present. */
export function paysRenewals(cardNumber: string): boolean {
  return !refusesRenewals.has(cardNumber.replaceAll(/\D/g, ''))
}

/** Whether the bank declines renewals of a card with this label only because its owner has to confirm them. */
export function asksAtRenewals(label: string): boolean {
  return label === cardLabel('4000002760003184')
}

/** The last four digits, as receipts show them. */
export function cardLabel(cardNumber: string): string {
  return `card ending ${cardNumber.replaceAll(/\D/g, '').slice(-4)}`
}

function refuse(sentence: string): never {
  throw new ShopError('card_declined', sentence)
}

/** The last month a card is valid: "12 / 30" becomes "2030-12"; null if it isn't a month. */
export function lastMonthOf(expiration: string): string | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(expiration)
  if (!match) return null
  const month = Number(match[1])
  const year = match[2]!.length === 2 ? `20${match[2]}` : match[2]
  return month < 1 || month > 12 ? null : `${year}-${String(month).padStart(2, '0')}`
}

function isAhead(expiration: string, now: Date): boolean {
  const lastMonth = lastMonthOf(expiration)
  return lastMonth !== null && lastMonth >= now.toISOString().slice(0, 7)
}

// ISO/IEC 7812-1 annex B.
function passesLuhn(number: string): boolean {
  let sum = 0
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place])
    const value = place % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
