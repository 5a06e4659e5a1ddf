import { expect, it } from 'vitest'
import { starsLabel } from './feedback.ts'
import { firstNameOf, reviewDay, signatureOf, tasteOf } from './review.ts'

it('a review is requested ten days after actual or expected arrival', () => {
  expect(reviewDay({ shippedOn: '2026-12-03', deliveredOn: '2026-12-08' })).toBe('2026-12-18')
  // Eleven days on the road at most, then ten with its wearer.
  expect(reviewDay({ shippedOn: '2026-12-03', deliveredOn: null })).toBe('2026-12-24')
  expect(reviewDay({ shippedOn: '2027-02-20', deliveredOn: null })).toBe('2027-03-13')
  expect(reviewDay({ shippedOn: null, deliveredOn: null })).toBeNull()
})

it.each([
  ['Maya Ellison', 'Maya'],
  ['Dr. Maya Ellison', 'Maya'],
  ['Mary Ann Smith', 'Mary'],
  // What may be a surname, or isn’t a name, isn’t shown.
  ['Ellison, Maya', ''],
  ['Ellison', ''],
  ['J. Smith', ''],
  ['Mr. Ellison', ''],
  ['', ''],
])('“%s” is shown as “%s”', (fullName, first) => {
  expect(firstNameOf(fullName)).toBe(first)
})

it('a review is signed as its writer allows', () => {
  expect(signatureOf('Maya', 'Portland, OR')).toBe('Maya, Portland, OR')
  expect(signatureOf('', 'Portland, OR')).toBe('Portland, OR')
  expect(signatureOf('', '')).toBe('A member')
})

it('stars round against the shop', () => {
  expect([4.66, 4.6, 5, 4.999, 3].map(starsLabel)).toEqual(['4.6', '4.6', '5.0', '4.9', '3.0'])
  expect(([1, 2, 3, 4, 5] as const).map(tasteOf)).toEqual([
    'not_for_me',
    'not_for_me',
    'fine',
    'fine',
    'love',
  ])
})
