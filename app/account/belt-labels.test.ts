import { expect, test } from 'vitest'
import type { BoxView } from '../../domain/membership-view.ts'
import { boxesToCome, paidLabel } from './belt-labels.ts'

const box = (drop: string, changes: Partial<BoxView> = {}): BoxView => ({
  id: drop,
  drop,
  state: 'owed',
  shipBy: `${drop}-05`,
  isReplacement: false,
  holdReason: null,
  size: '36',
  belt: null,
  tracking: null,
  shippedOn: null,
  deliveredOn: null,
  ...changes,
})

test('what is paid and still comes leaves out what has left, and the box that stands for one that goes back', () => {
  const boxes = [
    box('2026-11', { state: 'delivered' }),
    box('2026-11', { isReplacement: true, state: 'held', holdReason: 'return' }),
    box('2026-12'),
    box('2027-01', { state: 'cancelled' }),
    box('2027-02'),
  ]
  expect(boxesToCome({ boxes }).map(({ drop }) => drop)).toEqual(['2026-12', '2027-02'])
  expect(paidLabel(boxesToCome({ boxes }))).toBe('2 belts, until February 2027')
})
