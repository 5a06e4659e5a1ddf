import { messages } from '../../domain/messages.ts'
import { ApiError } from '../browser/call-api.ts'

/** What a Payment Error tells the buyer: the error's own words, else those of spec §8. An ApiError's message is for developers. */
export function paymentErrorSentence(error: unknown): string {
  const words = error instanceof ApiError ? error.sentence : error instanceof Error ? error.message : ''
  return words || messages.checkout.paymentErrorFallback
}
