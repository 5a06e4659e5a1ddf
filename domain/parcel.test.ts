import { expect, it } from 'vitest'
import {
  defaultOunces,
  isSamePlace,
  type ParcelAddress,
  parcelAddressOf,
  parcelLine,
  type TrackingUpdate,
  type TrackState,
  trackAfter,
} from './parcel.ts'
import { terms } from './terms.ts'

const at = (day: number) => new Date(Date.UTC(2026, 11, day))
const known = (state: TrackState, day: number, scan: number | null = day) => ({
  state,
  trackedAt: at(day),
  scannedAt: scan === null ? null : at(scan),
})
const news = (state: TrackState, day: number, scan: number | null = day): TrackingUpdate => ({
  trackingNumber: '1',
  state,
  at: at(day),
  scannedAt: scan === null ? null : at(scan),
})

it.each([
  ['later events count', known('moving', 3), news('delivered', 5), 'delivered'],
  ['a repeated event does nothing', known('delivered', 5), news('delivered', 5), null],
  ['a late event does nothing', known('delivered', 5), news('moving', 4), null],
  ['a delivered package never moves again', known('delivered', 5), news('moving', 6), null],
  ['a delivered package can still come back', known('delivered', 5), news('returned', 6), 'returned'],
  ['a returned package stays returned', known('returned', 6), news('delivered', 7), null],
  ['a lost package stays lost without a new scan', known('lost', 3), news('problem', 9, 3), null],
  ['a scan finds a lost package', known('lost', 3), news('moving', 14), 'moving'],
  ['a delivery finds a lost package', known('lost', 3), news('delivered', 14), 'delivered'],
] as const)('%s', (_, before, told, after) => {
  expect(trackAfter(before, told)).toBe(after)
})

it('reads the label sender from the postal address, and refuses one carriers would refuse', () => {
  expect(parcelAddressOf('Belt Club', '12 Main Street, Suite 4, Newark, NJ 07102')).toEqual({
    ...{ name: 'Belt Club', street1: '12 Main Street', street2: 'Suite 4' },
    ...{ city: 'Newark', state: 'NJ', zip: '07102' },
  })
  expect(parcelAddressOf('Belt Club', '1 Main Street, Dover, DE 19901')?.street2).toBe('')
  for (const none of ['', 'Newark', '12 Main Street, Newark', 'Newark, NJ 07102'])
    expect(parcelAddressOf('Belt Club', none)).toBeNull()
})

const alder: ParcelAddress = {
  ...{
    name: 'Maya',
    street1: '418 Northwest Alder Street',
    street2: 'Apt. 3',
    city: 'Portland',
    state: 'OR',
  },
  zip: '97209',
}
it.each<[string, Partial<ParcelAddress>, boolean]>([
  ['as the post office writes it', { street1: '418 NW ALDER ST # 3', street2: '', zip: '97209-1129' }, true],
  ['under another town name', { city: 'PDX' }, true],
  ['next door', { street1: '481 Northwest Alder Street' }, false],
  ['another apartment', { street2: 'Apt 4' }, false],
  ['no apartment', { street2: '' }, false],
  ['spelled otherwise', { street1: '418 Northwest Adler Street' }, false],
  ['across the river', { street1: '418 SW Alder Street' }, false],
  ['in another ZIP code', { zip: '97210' }, false],
  ['in another state', { state: 'WA' }, false],
])('the same place: %s', (_, other, isSame) => {
  expect(isSamePlace(alder, { ...alder, ...other })).toBe(isSame)
  expect(isSamePlace({ ...alder, ...other }, alder)).toBe(isSame)
})

it('writes an address on one line, and reads several lines', () => {
  expect(parcelLine({ ...alder, street2: '' })).toBe('418 Northwest Alder Street, Portland, OR 97209')
  expect(parcelLine(alder)).toBe('418 Northwest Alder Street, Apt. 3, Portland, OR 97209')
  expect(parcelAddressOf('Belt Club', ' 12 Main Street \n Newark, NJ, 07102-1234 USA ')).toEqual({
    ...{ name: 'Belt Club', street1: '12 Main Street', street2: '' },
    ...{ city: 'Newark', state: 'NJ', zip: '07102-1234' },
  })
  expect([terms.lostAfterDays, defaultOunces]).toEqual([10, 12])
})
