import { expect, it } from 'vitest'
import { proofRows, rateOf, sentSentence } from './proof.ts'

it('no rate is shown for fewer than 30 answers', () => {
  expect(rateOf(29, 29)).toBeNull()
  expect(rateOf(27, 30)).toEqual({ good: 27, answers: 30 })
})

it('rates round against the shop, each with its count', () => {
  const fit = { good: 299, answers: 300 }
  expect(proofRows({ fit, love: null, sent: 1000, returned: 1 })).toEqual([
    ['Fits right', '99% of 300 answers'],
    ['Belts sent', '1,000'],
    ['Sent back', '1% of 1,000 belts'],
  ])
  expect(proofRows({ fit: null, love: { good: 30, answers: 30 } })).toEqual([
    ['Love it', '100% of 30 answers'],
  ])
  expect(proofRows(null)).toEqual([])
})

it('belts sent are told with their day and with what came back, from 30 on', () => {
  const on = '2026-11-28'
  expect(sentSentence({ sent: 29, returned: 0 }, on)).toBeNull()
  expect(sentSentence({ sent: 30, returned: 0 }, on)).toBe(
    'As of November\u00a028, we’ve shipped 30 belts. None was returned for a refund or store credit.',
  )
  expect(sentSentence({ sent: 1214, returned: 4 }, on)).toBe(
    'As of November\u00a028, we’ve shipped 1,214 belts. 4 were returned for a refund or store credit.',
  )
})
