import { describe, expect, it } from 'vitest'
import { oddTransition, orderStatuses } from './order.ts'

describe('a status change asks for confirmation', () => {
  it.each([
    ['processing', 'shipped', false],
    ['delivered', 'pending', true],
    ['cancelled', 'shipped', true],
    ['shipped', 'pending', true],
    ['pending', 'delivered', true],
    ['processing', 'cancelled', true],
  ] as const)('from %s to %s (tracking: %s)', (from, to, hasTracking) => {
    expect(oddTransition(from, to, hasTracking)).toMatch(/\.$/)
  })

  it('not on the usual path, nor when nothing changes', () => {
    expect(oddTransition('pending', 'processing', false)).toBeNull()
    expect(oddTransition('processing', 'pending', false)).toBeNull()
    expect(oddTransition('processing', 'shipped', true)).toBeNull()
    expect(oddTransition('shipped', 'delivered', false)).toBeNull()
    for (const status of orderStatuses) expect(oddTransition(status, status, false)).toBeNull()
  })
})

it('and says what is odd', () => {
  expect(oddTransition('processing', 'shipped', false)).toBe(
    'There’s no tracking number, so the buyer won’t get an email until you set one.',
  )
  expect(oddTransition('shipped', 'cancelled', true)).toBe(
    'This doesn’t stop a payment or refund anything. Refund boxes on the order’s own page.',
  )
  expect(oddTransition('cancelled', 'pending', true)).toBe(
    'This order was canceled. It will be pending again.',
  )
  expect(oddTransition('delivered', 'shipped', true)).toBe(
    'This order was delivered. It will be shipped again.',
  )
  expect(oddTransition('shipped', 'processing', true)).toBe(
    'The package has already shipped. The order will be processing again.',
  )
  expect(oddTransition('pending', 'delivered', true)).toBe(
    'This order was never shipped. It will be marked delivered anyway.',
  )
})
