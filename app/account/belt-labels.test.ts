import { expect, test } from 'vitest'
import type { BoxView } from '../../domain/membership-view.ts'
import { boxesToCome, paidLabel, placeLabel, stylesLabel, tasteLabel } from './belt-labels.ts'

const box = (drop: string, changes: Partial<BoxView> = {}): BoxView => ({
  id: drop,
  drop,
  state: 'owed',
  shipBy: `${drop}-05`,
  waitsForSize: false,
  isReplacement: false,
  holdReason: null,
  size: '36',
  belt: null,
  tracking: null,
  shippedOn: null,
  deliveredOn: null,
  ...changes,
})

test('the paid-belts label leaves out shipped boxes and the box that replaces a return', () => {
  const boxes = [
    box('2026-11', { state: 'delivered' }),
    box('2026-11', { isReplacement: true, state: 'held', holdReason: 'return' }),
    box('2026-12'),
    box('2027-01', { state: 'cancelled' }),
    box('2027-02'),
  ]
  expect(boxesToCome({ boxes }).map(({ drop }) => drop)).toEqual(['2026-12', '2027-02'])
  expect(paidLabel(boxesToCome({ boxes }))).toBe('2 belts, through February 2027')
})

test('size, styles and address read as words, even before anything is chosen', () => {
  expect(tasteLabel({ size: '36', styles: ['dress', 'casual', 'stretch'] })).toBe(
    'size 36, dress, casual and stretch',
  )
  expect(tasteLabel({ size: 'Unsure', styles: ['Let Recipient Pick'] })).toBe('no size yet, any style')
  expect(stylesLabel(['dress'])).toBe('dress')
  const address = { fullName: 'Maya Ellison', address: '418 Alder Street', city: 'Portland', state: 'OR' }
  expect(placeLabel({ ...address, address2: 'Apt 4', zipCode: '97209' })).toBe(
    '418 Alder Street, Apt 4, Portland, OR 97209',
  )
  expect(paidLabel([])).toBe('Every belt has been sent')
  expect(paidLabel([box('2026-12')])).toBe('1 belt, December 2026')
})
