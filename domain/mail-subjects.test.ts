import { expect, it } from 'vitest'
import { subjectIdOf, subjectOf } from './mail-subjects.ts'

const [membershipId, runId] = ['0197a3a1-7c52-7000-8000-000000000001', '0197a3a1-7c52-7000-8000-000000000002']

it('stores what an email is about as one ID starting with a row’s, and reads it back', () => {
  const id = subjectIdOf('price-change', { membershipId, runId })
  expect(id).toBe(`${membershipId}:${runId}`)
  expect(subjectOf('price-change', id)).toEqual({ membershipId, runId })
  // The last part may contain colons.
  const terms = { membershipId, terms: '$69.50 a month: before any discount' }
  expect(subjectOf('price-differs', subjectIdOf('price-differs', terms))).toEqual(terms)
  expect(subjectOf('refund-made', membershipId)).toEqual({ refundId: membershipId })
  expect(subjectOf('refund-made', `${membershipId}:2`)).toEqual({ refundId: membershipId, attempts: '2' })
  // As sign-ups used to be stored.
  expect(subjectOf('newsletter-reminder', `${membershipId} reminder`).subscriberId).toBe(membershipId)
})

it('sends nothing about an unreadable subject', () => {
  expect(() => subjectOf('renewal-notice-30', membershipId)).toThrow()
  expect(() => subjectOf('renewal-notice-30', `${membershipId}:tomorrow`)).toThrow()
  expect(() => subjectOf('box-trouble', `${membershipId}:eaten`)).toThrow()
  expect(() => subjectOf('drop-notice', `${membershipId}:${runId}`)).toThrow()
  expect(() => subjectOf('gift-notice', 'x')).toThrow()
})
