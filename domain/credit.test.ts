import { expect, it } from 'vitest'
import { creditFor, creditLeft, isCreditCode, takeOldest } from './credit.ts'

it('covers as much of a price as it can, leaving zero or a chargeable amount', () => {
  const paid = [0, 1, 1500, 6899, 6900, 6901, 6949, 6950, 10_000].map((there) => creditFor(6950, there))
  expect(paid).toEqual([0, 1, 1500, 6899, 6900, 6900, 6900, 6950, 6950])
  expect([creditFor(0, 500), creditFor(40, 30), creditFor(40, 40)]).toEqual([0, 0, 40])
})

it('is used oldest first, per person behind an address', () => {
  const line = (id: string, personId: string, amountCents: number) => ({ id, personId, amountCents })
  const lines = [
    ...[line('a', 'maya', 1000), line('b', 'tom', 2000), line('c', 'maya', 500), line('d', 'maya', -1200)],
  ]
  const left = creditLeft(lines)
  expect(left.map(({ id, leftCents }) => [id, leftCents])).toEqual([
    ['b', 2000],
    ['c', 300],
  ])
  expect(takeOldest(left, 2100)).toEqual([
    { personId: 'tom', amountCents: 2000 },
    { personId: 'maya', amountCents: 100 },
  ])
  expect(takeOldest(left, 500)).toEqual([{ personId: 'tom', amountCents: 500 }])
})

it.each([
  ['CREDIT-ABCD2345', true],
  ['CREDIT-ABCD23456', false],
  ['CREDIT-ABCD234', false],
  ['XCREDIT-ABCD2345', false],
  // No character that could be mistaken for a digit.
  ['CREDIT-OBCD2345', false],
  ['CREDIT-IBCD2345', false],
  ['SPRING10', false],
  [null, false],
])('%j is a store credit code: %s', (code, is) => {
  expect(isCreditCode(code)).toBe(is)
})
