import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerDueAt, contactCategories } from './contact.ts'

const zone = 'America/New_York'
const noon = new Date('2026-12-23T17:00:00Z')

describe('the promised answer', () => {
  it.each([
    ['order', '2026-12-24T05:00:00.000Z'],
    ['return', '2026-12-24T17:00:00.000Z'],
    ['', '2026-12-24T17:00:00.000Z'],
  ] as const)('to a message in category "%s" is due %s', (category, due) => {
    expect(answerDueAt({ createdAt: noon, category }, [], zone).toISOString()).toBe(due)
  })

  it('waits for every holiday on the way, and no other', () => {
    const christmas = ['2026-12-24', '2026-12-25']
    const due = answerDueAt({ createdAt: noon, category: '' }, [...christmas, '2027-01-01'], zone)
    expect(due.toISOString()).toBe('2026-12-26T17:00:00.000Z')
  })

  it('is never due sooner because of a holiday', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((each) => `2026-12-${String(each).padStart(2, '0')}`)
    fc.assert(
      fc.property(
        fc.array(day),
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom(...contactCategories),
        (days, hours, category) => {
          const createdAt = new Date(Date.UTC(2026, 11, 1) + hours * 3_600_000)
          const plain = answerDueAt({ createdAt, category }, [], zone)
          const moved = answerDueAt({ createdAt, category }, days, zone)
          const wholeDays = (moved.getTime() - plain.getTime()) / 86_400_000
          expect(Number.isInteger(wholeDays) && wholeDays >= 0 && wholeDays <= new Set(days).size).toBe(true)
        },
      ),
    )
  })
})
