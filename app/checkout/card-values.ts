/** The card form's values. */
export type CardValues = { number: string; expiration: string; securityCode: string }

export type CardErrors = Partial<Record<keyof CardValues, string>>

/** Formats "4242424242424242" as "4242 4242 4242 4242" while typing. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 19)
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats "1230" as "12 / 30" while typing; a first digit above 1 can only be a one-digit month. */
export function formatExpiration(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const [month, year] = [padded.slice(0, 2), padded.slice(2, 6)]
  // Browsers autofill a four-digit year; the form shows two.
  const shortYear = year.length === 4 ? year.slice(2) : year
  return shortYear === '' ? month : `${month} / ${shortYear}`
}

/** What is missing, checked before the provider is asked; only the provider decides whether the card is valid. */
export function cardErrors({ number, expiration, securityCode }: CardValues): CardErrors {
  const errors: CardErrors = {}
  if (number.replaceAll(' ', '').length < 12) errors.number = 'Enter your card number.'
  if (!/^\d{2} \/ \d{2}$/.test(expiration)) errors.expiration = 'Enter the month and year, like 12 / 30.'
  if (!/^\d{3,4}$/.test(securityCode)) errors.securityCode = 'Enter the 3 or 4 digits of the code.'
  return errors
}
