import { describe, expect, it } from 'vitest'
import {
  type ExchangeAct,
  type ExchangeActor,
  type ExchangeKind,
  type ExchangeRemedy,
  type ExchangeState,
  exchangeActs,
  exchangeAfter,
  exchangeKinds,
  exchangeRemedies,
  exchangeStates,
  lastReturnDay,
  lastWarrantyDay,
  mayGoBack,
  promisedArrival,
  remedyDays,
  returnNumber,
  staffActs,
} from './exchange.ts'
import { terms } from './terms.ts'

type Line = [
  from: ExchangeState,
  act: ExchangeAct,
  actor: ExchangeActor,
  to: ExchangeState,
  only: (kind: ExchangeKind, remedy: ExchangeRemedy) => boolean,
]

const any = () => true
const stays = ['damaged', 'lost']
const sentBack = (kind: ExchangeKind) => !stays.includes(kind)
const comesBack = (kind: ExchangeKind, remedy: ExchangeRemedy) => sentBack(kind) || remedy === 'repair'
const damaged = (kind: ExchangeKind) => stays.includes(kind)
const repaired = (_kind: ExchangeKind, remedy: ExchangeRemedy) => remedy === 'repair'
const changeable = (_kind: ExchangeKind, remedy: ExchangeRemedy) =>
  remedy === 'replacement' || remedy === 'repair'
const remedied =
  (which: ExchangeRemedy, first: (kind: ExchangeKind) => boolean) =>
  (kind: ExchangeKind, remedy: ExchangeRemedy) =>
    first(kind) && remedy === which
const isMoney = (kind: ExchangeKind, remedy: ExchangeRemedy) =>
  damaged(kind) && (remedy === 'refund' || remedy === 'credit')
const broke = (kind: ExchangeKind) => kind === 'damaged'

/** Every way there is; whatever is not in it, is not possible. */
const ways: Line[] = [
  ['claimed', 'accept', 'staff', 'requested', any],
  ['claimed', 'ask', 'staff', 'offered', any],
  ['claimed', 'decline', 'staff', 'declined', any],
  ['claimed', 'cancel', 'member', 'cancelled', any],
  ['claimed', 'cancel', 'staff', 'cancelled', any],
  ['offered', 'answer', 'member', 'requested', any],
  ['offered', 'answer', 'shop', 'requested', any],
  ['offered', 'cancel', 'member', 'cancelled', any],
  ['offered', 'cancel', 'staff', 'cancelled', any],
  ['received', 'repair', 'staff', 'repaired', repaired],
  ['received', 'decline', 'staff', 'declined', (kind, remedy) => damaged(kind) || repaired(kind, remedy)],
  ['repaired', 'ship', 'staff', 'shipped', repaired],
  ['requested', 'receive', 'staff', 'received', comesBack],
  ['requested', 'receive', 'shop', 'received', comesBack],
  ['requested', 'refund', 'shop', 'refunded', remedied('refund', damaged)],
  ['requested', 'credit', 'shop', 'credited', remedied('credit', broke)],
  // What was to be repaired is here, and something else is given for it.
  ['received', 'refund', 'shop', 'refunded', remedied('refund', damaged)],
  ['received', 'credit', 'shop', 'credited', remedied('credit', broke)],
  ['requested', 'cancel', 'member', 'cancelled', any],
  ['requested', 'cancel', 'staff', 'cancelled', any],
  // The bank has given its money back, so none is left to give.
  ['offered', 'cancel', 'shop', 'cancelled', isMoney],
  ['requested', 'cancel', 'shop', 'cancelled', isMoney],
  ['received', 'cancel', 'shop', 'cancelled', isMoney],
  ['requested', 'expire', 'shop', 'expired', comesBack],
  ['requested', 'ship', 'staff', 'shipped', remedied('replacement', damaged)],
  ['requested', 'refund', 'staff', 'refunded', remedied('refund', damaged)],
  ['requested', 'credit', 'staff', 'credited', remedied('credit', damaged)],
  ['received', 'ship', 'staff', 'shipped', remedied('replacement', any)],
  ['received', 'refund', 'staff', 'refunded', remedied('refund', any)],
  ['received', 'credit', 'staff', 'credited', remedied('credit', any)],
  ['requested', 'change', 'staff', 'requested', changeable],
  ['received', 'change', 'staff', 'received', changeable],
  ['received', 'close', 'staff', 'declined', sentBack],
  ['shipped', 'close', 'shop', 'closed', (_kind, remedy) => remedy !== 'repair'],
  ['shipped', 'close', 'shop', 'fixed', repaired],
  ['refunded', 'close', 'shop', 'closed', any],
  ['credited', 'close', 'shop', 'closed', any],
]

describe('an exchange', () => {
  it.each(exchangeStates)(
    'in state %s only moves as the table allows, for every actor, kind and remedy',
    (from) => {
      for (const act of exchangeActs) {
        for (const actor of ['member', 'staff', 'shop'] as const) {
          for (const kind of exchangeKinds) {
            for (const remedy of exchangeRemedies) {
              const way = ways.find(
                (each) => each[0] === from && each[1] === act && each[2] === actor && each[4](kind, remedy),
              )
              const after = exchangeAfter({ state: from, kind, remedy }, act, actor)
              expect(after, `${from} ${act} ${actor} ${kind} ${remedy}`).toBe(way?.[3] ?? null)
            }
          }
        }
      }
    },
  )

  it('has a number that fits on a parcel', () => {
    expect(returnNumber('7f3a9c21-0000-4000-8000-000000000000')).toBe('R-7F3A9C21')
    expect(returnNumber('01997c1e-04be-7000-8000-00007f3a9c21')).toBe('R-7F3A9C21')
  })
})

describe('the 30 days of spec §9', () => {
  it.each([
    ['delivered', { shippedOn: '2026-12-05', deliveredOn: '2026-12-09' }, '2027-01-08'],
    ['over a leap day', { shippedOn: null, deliveredOn: '2028-02-01' }, '2028-03-02'],
    ['over a short February', { shippedOn: null, deliveredOn: '2027-02-01' }, '2027-03-03'],
    ['over a year’s end', { shippedOn: null, deliveredOn: '2026-12-31' }, '2027-01-30'],
    ['nobody recorded the delivery', { shippedOn: '2026-12-05', deliveredOn: null }, '2027-01-15'],
  ])('count from delivery: %s', (_case, days, last) => {
    expect(lastReturnDay(days)).toBe(last)
    expect(mayGoBack(days, last)).toBe(true)
    const after = new Date(Date.parse(last) + 24 * 3_600_000).toISOString().slice(0, 10)
    expect(mayGoBack(days, after)).toBe(false)
  })

  it('haven’t started before the belt shipped', () => {
    expect(mayGoBack({ shippedOn: null, deliveredOn: null }, '2026-12-05')).toBe(false)
  })

  it('apply to a parcel still on its way', () => {
    expect(mayGoBack({ shippedOn: '2026-12-05', deliveredOn: null }, '2026-12-05')).toBe(true)
  })
})

describe('the one-year warranty (spec §9)', () => {
  it.each([
    ['from its delivery', { shippedOn: '2026-12-05', deliveredOn: '2026-12-09' }, '2027-12-09'],
    ['from a leap day', { shippedOn: null, deliveredOn: '2028-02-29' }, '2029-02-28'],
    ['nobody recorded the delivery', { shippedOn: '2026-12-05', deliveredOn: null }, '2027-12-16'],
    ['not sent', { shippedOn: null, deliveredOn: null }, null],
  ])('%s', (_case, days, last) => {
    expect(lastWarrantyDay(days)).toBe(last)
  })
})

it.each([
  ['2026-12-01', '2026-12-10', 'a Tuesday: over one weekend'],
  ['2026-12-04', '2026-12-15', 'a Friday: over two'],
  ['2026-12-05', '2026-12-15', 'a Saturday counts from Monday'],
])('a package shipped on %s is promised by %s: %s', (left, promised) => {
  expect(promisedArrival(left)).toBe(promised)
})

it('the admin is offered only what can be done now', () => {
  const acts = (state: ExchangeState, kind: ExchangeKind, remedy: ExchangeRemedy) =>
    staffActs({ state, kind, remedy })
  expect(acts('claimed', 'damaged', 'replacement')).toEqual(['accept', 'ask', 'decline', 'cancel'])
  expect(acts('requested', 'size', 'replacement')).toEqual(['receive', 'change', 'cancel'])
  expect(acts('received', 'return', 'refund')).toEqual(['refund', 'close'])
  expect(acts('closed', 'size', 'replacement')).toEqual([])
  expect([terms.sendBackDays, remedyDays]).toEqual([30, 7])
})
