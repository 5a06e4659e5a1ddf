import { expect, it } from 'vitest'
import { percentOf, rateOf, returnedPercent } from './proof.ts'

it('no rate is told of fewer than 30 answers', () => {
  expect(rateOf(29, 29)).toBeNull()
  expect(rateOf(27, 30)).toEqual({ good: 27, answers: 30 })
})

it('a rate is rounded against the shop', () => {
  expect(percentOf({ good: 299, answers: 300 })).toBe('99%')
  expect(percentOf({ good: 30, answers: 30 })).toBe('100%')
  expect(returnedPercent({ fit: null, love: null, sent: 1000, returned: 1 })).toBe('1%')
  expect(returnedPercent({ fit: null, love: null, sent: 1000, returned: 0 })).toBe('0%')
})
