import { expect, it } from 'vitest'
import { ApiError } from '../browser/call-api.ts'
import { paymentErrorSentence } from './use-payment.ts'

const fallback = 'An unexpected error occurred. Please try again.'

it.each([
  ['the error’s message', new Error('The card form isn’t ready yet.'), 'The card form isn’t ready yet.'],
  [
    'the server’s sentence',
    new ApiError(429, '{"message":"Please wait a minute."}', ''),
    'Please wait a minute.',
  ],
  ['our own sentence when the error has none', new Error(''), fallback],
  ['our own sentence when the server says nothing', new ApiError(502, '<html>', 'Bad Gateway'), fallback],
  ['our own sentence when it isn’t an Error', undefined, fallback],
])('a Payment Error says %s', (_, error, sentence) => {
  expect(paymentErrorSentence(error)).toBe(sentence)
})
