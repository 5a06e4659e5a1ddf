import { expect, it } from 'vitest'
import type { CurationBelt } from './curation.ts'
import { firstBelts } from './first-belts.ts'

const belt = (id: string, style: CurationBelt['style'], pieces: Record<string, number> = { '36': 2 }) =>
  ({ id, sku: id, gender: 'male', style, drop: '2026-11', pieces }) satisfies CurationBelt

const shelf = [
  belt('dress-1', 'dress'),
  belt('dress-2', 'dress'),
  belt('casual-1', 'casual'),
  belt('casual-2', 'casual', { '38': 5 }),
  { ...belt('hers', 'dress'), gender: 'female' as const },
]
const wish = { gender: 'male' as const, size: '36', styles: [] }

it('shows what the next drops would bring, never repeating, alternating styles', () => {
  expect(firstBelts(shelf, { ...wish, styles: ['dress', 'casual'] }, '2026-12', 6).sort()).toEqual([
    'casual-1',
    'dress-1',
    'dress-2',
  ])
  const [first, second] = firstBelts(shelf, wish, '2026-12', 2)
  expect(first?.split('-')[0]).not.toBe(second?.split('-')[0])
})

it('shows no more than requested, and only what fits', () => {
  expect(firstBelts(shelf, wish, '2026-12', 1)).toHaveLength(1)
  expect(firstBelts(shelf, { ...wish, styles: ['stretch'] }, '2026-12', 6)).toEqual([])
  expect(firstBelts(shelf, { ...wish, size: '44' }, '2026-12', 6)).toEqual([])
})

it('includes every size for an unsure member', () => {
  const ids = firstBelts(shelf, { ...wish, size: null, styles: ['casual'] }, '2026-12', 6)
  expect(ids.sort()).toEqual(['casual-1', 'casual-2'])
})

it('shows a reissued belt once', () => {
  const copies = ['dress-1', 'dress-9'].map((id) => ({ ...belt(id, 'dress'), design: 'ashbury' }))
  const ids = firstBelts([...copies, belt('dress-2', 'dress')], { ...wish, styles: ['dress'] }, '2026-12', 6)
  expect(ids).toHaveLength(2)
  expect(ids).toContain('dress-2')
})
