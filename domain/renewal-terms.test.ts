import { describe, expect, it } from 'vitest'
import { giftItem, selfItem, toCalifornia } from '../test/carts.ts'
import type { CartItem } from './cart.ts'
import { firstPlans } from './first-plans.ts'
import { renewalTermsText, renewalTermsVersion } from './renewal-terms.ts'

const text = (cart: CartItem[], renewalDiscounts: number[] = [], today = '2026-11-21') =>
  renewalTermsText({
    cart,
    renewalDiscounts,
    today,
    supportEmail: 'support@example.com',
    calendar: {},
    plans: firstPlans,
  })

describe('the renewal terms', () => {
  it('match this text and version: any change needs a new version', () => {
    expect([renewalTermsVersion, text([selfItem('monthly')])]).toEqual([
      '2026-11-21',
      'My Monthly plan renews at $69.50 every month, next on December 21, 2026, until I cancel. I can cancel anytime on my membership page or by writing to support@example.com.',
    ])
  })

  it.each([
    [
      'the sum of the term',
      selfItem('6-months'),
      0,
      '2026-11-21',
      '$357.00 every 6 months, next on May 21, 2027',
    ],
    [
      'tax where it is due',
      toCalifornia(selfItem('12-months')),
      0,
      '2026-11-21',
      '$594.00 plus tax every 12 months',
    ],
    ['what a code takes off', selfItem('monthly'), 695, '2026-11-21', '$62.55 every month'],
    ['the end of a month', selfItem('monthly'), 0, '2027-01-31', 'next on February 28, 2027'],
    ['a leap day', selfItem('12-months'), 0, '2028-02-29', 'next on February 28, 2029'],
  ])('say %s', (_, item, discount, today, words) => {
    expect(text([item], [discount], today)).toContain(words)
  })

  it('name every renewing plan, and say that a gift doesn’t renew', () => {
    const said = text([selfItem('monthly'), giftItem('6-months'), selfItem('6-months')])
    expect(said).toMatch(/My Monthly plan .* My 6 Months plan .* The gift does not renew\.$/)
    expect(text([giftItem('6-months')])).toBe('')
  })
})
