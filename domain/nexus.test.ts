import { describe, expect, it } from 'vitest'
import { nexusThresholds, shareOf, spansOf, thresholdText } from './nexus.ts'

describe('a state’s threshold', () => {
  it('is there for every state with a sales tax, and for no other', () => {
    expect(nexusThresholds.size).toBe(47)
    for (const state of ['DE', 'MT', 'NH', 'OR', 'PR']) expect(nexusThresholds.has(state)).toBe(false)
  })

  it('is reached by dollars or by sales, and in New York and Connecticut by both', () => {
    expect(nexusThresholds.get('TX')).toMatchObject({ cents: 50_000_000, sales: null })
    const [newYork, georgia] = [nexusThresholds.get('NY')!, nexusThresholds.get('GA')!]
    expect(shareOf(newYork, { cents: 60_000_000, sales: 40 })).toBe(0.4)
    expect(shareOf(newYork, { cents: 60_000_000, sales: 100 })).toBe(1)
    expect(shareOf(georgia, { cents: 1_000_000, sales: 160 })).toBe(0.8)
    expect(thresholdText(newYork)).toBe('$500,000 and 100 sales, in four sales tax quarters')
    expect([...nexusThresholds].filter(([, { isBoth }]) => isBoth).map(([state]) => state)).toEqual([
      'CT',
      'NY',
    ])
  })

  it('is counted over the days that its law names', () => {
    expect(spansOf('year', '2026-11-21')).toEqual([
      { from: '2026-01-01', to: '2026-11-21' },
      { from: '2025-01-01', to: '2025-12-31' },
    ])
    expect(spansOf('rolling', '2026-11-21')).toEqual([{ from: '2025-11-22', to: '2026-11-21' }])
    expect(spansOf('quarters', '2026-11-21')).toEqual([
      { from: '2025-12-01', to: '2026-11-21' },
      { from: '2025-09-01', to: '2026-08-31' },
    ])
    expect(spansOf('quarters', '2027-02-28')[1]).toEqual({ from: '2025-12-01', to: '2026-11-30' })
    expect(spansOf('september', '2026-11-21')).toEqual([
      { from: '2026-10-01', to: '2026-11-21' },
      { from: '2025-10-01', to: '2026-09-30' },
    ])
  })
})
