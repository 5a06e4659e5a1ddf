import { describe, expect, it } from 'vitest'
import { oddTransition, orderStatuses } from './order.ts'

describe('a change of status is asked about', () => {
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

  it('but not on the usual way, nor where nothing changes', () => {
    expect(oddTransition('pending', 'processing', false)).toBeNull()
    expect(oddTransition('processing', 'pending', false)).toBeNull()
    expect(oddTransition('processing', 'shipped', true)).toBeNull()
    expect(oddTransition('shipped', 'delivered', false)).toBeNull()
    for (const status of orderStatuses) expect(oddTransition(status, status, false)).toBeNull()
  })
})
