import { describe, expect, it } from 'vitest'
import {
  type NexusThreshold,
  nexusThresholds,
  shareOf,
  spansOf,
  thresholdText,
  warnLevels,
  withoutThreshold,
} from './nexus.ts'

describe('a state’s threshold', () => {
  it('exists for every state with a sales tax, and no other', () => {
    expect(nexusThresholds.size).toBe(47)
    for (const state of ['DE', 'MT', 'NH', 'OR', 'PR']) expect(nexusThresholds.has(state)).toBe(false)
  })

  it('is reached by dollars or sales, and in New York and Connecticut by both', () => {
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

  it('is counted over the days the law names', () => {
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

describe('the states’ thresholds as of August 2026', () => {
  const states = [...nexusThresholds.keys()]
  const having = (is: (threshold: NexusThreshold) => boolean) =>
    states
      .filter((state) => is(nexusThresholds.get(state)!))
      .toSorted()
      .join(' ')

  it('start at $100,000, and are higher in five states', () => {
    expect(having(({ cents }) => cents === 50_000_000)).toBe('CA NY TX')
    expect(having(({ cents }) => cents === 25_000_000)).toBe('AL MS')
    expect(having(({ cents }) => ![10_000_000, 25_000_000, 50_000_000].includes(cents))).toBe('')
  })

  it('count sales in these states', () => {
    expect(having(({ sales }) => sales === 200)).toBe('AR CT DC GA HI MD MI MN NE NJ NV OH RI VA VT WV')
    expect(having(({ sales }) => sales === 100)).toBe('NY')
  })

  it('count over the calendar year, except in these', () => {
    expect(having(({ period }) => period === 'last-year')).toBe('AL FL MI NM PA RI')
    expect(having(({ period }) => period === 'rolling')).toBe('IL MN MO MS TN TX VT')
    expect(having(({ period }) => period === 'quarters')).toBe('NY')
    expect(having(({ period }) => period === 'september')).toBe('CT')
  })

  it('read as text, even when there are none', () => {
    expect(thresholdText(nexusThresholds.get('CA')!)).toBe('$500,000, this calendar year or the one before')
    expect(thresholdText(nexusThresholds.get('RI')!)).toBe(
      '$100,000 or 200 sales, in a calendar year, from the next one on',
    )
    expect(thresholdText(nexusThresholds.get('CT')!)).toBe(
      '$100,000 and 200 sales, in twelve months to September 30',
    )
    expect(thresholdText(nexusThresholds.get('MO')!)).toBe('$100,000, in twelve months')
    expect(withoutThreshold('OR')).toBe('Oregon has no state sales tax.')
    expect(withoutThreshold('PR')).toBe('Puerto Rico isn’t watched: ask its tax agency.')
    expect(warnLevels).toEqual([100, 80])
  })

  it('use the higher share when either is enough', () => {
    const maryland = nexusThresholds.get('MD')!
    expect(shareOf(maryland, { cents: 9_000_000, sales: 20 })).toBe(0.9)
    expect(shareOf(nexusThresholds.get('TX')!, { cents: 25_000_000, sales: 900 })).toBe(0.5)
  })

  it('roll over on the right day', () => {
    expect(spansOf('september', '2026-09-30')[0]).toEqual({ from: '2025-10-01', to: '2026-09-30' })
    expect(spansOf('september', '2026-10-01')[0]).toEqual({ from: '2026-10-01', to: '2026-10-01' })
    expect(spansOf('quarters', '2026-12-01')[0]).toEqual({ from: '2026-03-01', to: '2026-12-01' })
  })
})
