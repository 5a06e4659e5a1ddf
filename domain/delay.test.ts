import { expect, it } from 'vitest'
import { meaningOfSilence, nextDay } from './delay.ts'

const told = (delay: Partial<Parameters<typeof meaningOfSilence>[0]>) =>
  meaningOfSilence({
    ...{
      original: '2026-12-05',
      promised: '2026-12-05',
      next: '2026-12-20',
      hasAgreed: false,
      today: '2026-12-01',
    },
    ...delay,
  })

it.each([
  ['a first delay of fifteen days', {}, 'wait', null],
  ['a first delay of thirty days, to the day', { next: '2027-01-04' }, 'wait', null],
  ['one day more', { next: '2027-01-05' }, 'refund', '2027-01-04'],
  ['a first delay without a day', { next: null }, 'refund', '2027-01-04'],
  [
    'a second one, on the day that was promised last',
    { promised: '2026-12-20', next: '2026-12-28' },
    'refund',
    '2026-12-20',
  ],
  [
    'a second one that is told on that very day',
    { promised: '2026-12-20', today: '2026-12-20' },
    'refund',
    '2026-12-23',
  ],
  ['whoever agreed to wait without a day', { hasAgreed: true, next: '2027-02-05' }, 'wait', null],
] as const)('%s: what silence means', (_, delay, silence, refundAfter) => {
  expect(told(delay)).toEqual({ silence, refundAfter })
})

it('a belt that is missing gets a month, one that is late two weeks, from its day or from today', () => {
  expect(nextDay('stock', '2026-12-05', '2026-12-01')).toBe('2027-01-04')
  expect(nextDay('late', '2026-12-05', '2026-12-06')).toBe('2026-12-20')
})
