import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'

/**
 * The address as the list keeps it: trimmed and lower case.
 * @throws ShopError 'invalid_body' for something that is no email address (spec §5)
 */
export function requireEmail(email: string): string {
  if (isEmail(email)) return normaliseEmail(email)
  const sentence = messages.quiz.invalidEmail
  throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
}
