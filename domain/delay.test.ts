import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from './calendar-date.ts'
import { lastHour, meaningOfSilence, nextDay, toldAhead } from './delay.ts'

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
    'a second delay, on the last promised day',
    { promised: '2026-12-20', next: '2026-12-28' },
    'refund',
    '2026-12-20',
  ],
  [
    'a second delay announced on that very day',
    { promised: '2026-12-20', today: '2026-12-20' },
    'refund',
    '2026-12-23',
  ],
  ['a member who agreed to wait without a day', { hasAgreed: true, next: '2027-02-05' }, 'wait', null],
] as const)('%s: the meaning of silence', (_, delay, silence, refundAfter) => {
  expect(told(delay)).toEqual({ silence, refundAfter })
})

it('a missing belt is delayed a month, a late one two weeks, from its day or today', () => {
  expect(nextDay('stock', '2026-12-05', '2026-12-01')).toBe('2027-01-04')
  expect(nextDay('late', '2026-12-05', '2026-12-06')).toBe('2026-12-20')
})

it('complies with 16 CFR 435.2(b) on any day', () => {
  const day = (from: string, least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((days) => addDays(from, days))
  const original = '2026-12-05'
  const any = fc.record({
    promised: fc.oneof(fc.constant(original), day(original, 1, 90)),
    next: fc.oneof(fc.constant(null), day(original, 1, 200)),
    hasAgreed: fc.boolean(),
    today: day(original, -40, 120),
  })
  fc.assert(
    fc.property(any, (facts) => {
      const { silence, refundAfter } = meaningOfSilence({ original, ...facts })
      const { promised, next, hasAgreed, today } = facts
      const isFirst = promised === original
      const isShort = next !== null && next <= addDays(original, 30)
      // Silence is consent only to a first delay of at most thirty days, or when the buyer agreed to wait without a date.
      expect(silence).toBe(hasAgreed || (isFirst && isShort) ? 'wait' : 'refund')
      if (silence === 'wait') {
        expect(refundAfter).toBeNull()
        return
      }
      // The order ends on the day the rule names; a buyer told late gets three days, and nobody waits longer.
      const end = isFirst ? addDays(original, 30) : promised
      const soonest = addDays(today, 3)
      expect(refundAfter).toBe(end >= soonest ? end : soonest)
    }),
  )
})

it('a held drop’s belt has no new day, and a late one counts from the promised day', () => {
  expect(nextDay('hold', '2026-12-05', '2026-12-01')).toBeNull()
  expect(nextDay('late', '2026-12-20', '2026-12-06')).toBe('2027-01-03')
  // Announced again five days ahead, and late from six that evening (docs/decisions/073).
  expect([toldAhead, lastHour]).toEqual([5, 18])
})
