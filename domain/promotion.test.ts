import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstPlans as plans } from './first-plans.ts'
import type { PlanId } from './plan.ts'
import {
  describePromotion,
  discountsOf,
  normalizePromotionCode,
  type Promotion,
  permanentDiscount,
  refuseSmallRest,
} from './promotion.ts'

const code = (changes: Partial<Promotion>): Promotion => ({
  code: 'SPRING',
  percentOff: null,
  amountOffCents: null,
  duration: 'once',
  plans: null,
  expiresOn: null,
  mostUses: null,
  ...changes,
})
const item = (planId: PlanId) => ({
  planId,
  amountCents: plans.find((plan) => plan.id === planId)!.stripeAmount,
})
const off = (promotion: Promotion, items: { planId: PlanId; amountCents: number }[]) =>
  discountsOf(promotion, items, plans).map((discount) => discount.discountCents)
const sum = (numbers: number[]) => numbers.reduce((whole, number) => whole + number, 0)

const anyCart = fc.array(
  fc.record({
    planId: fc.constantFrom<PlanId>('monthly', '6-months', '12-months'),
    amountCents: fc.integer({ min: 1, max: 100_000 }),
  }),
  { minLength: 1, maxLength: 20 },
)
const anyPercent = fc.integer({ min: 1, max: 100 })
const anyAmount = fc.integer({ min: 1, max: 3_000_000 })
const anyDuration = fc.constantFrom<Promotion['duration']>('once', 'forever')

describe('a permanent code', () => {
  const sold = { planId: '12-months', offCents: 11_880, percentOff: 20, plans: null }
  const monthly = { planId: 'monthly', priceCents: 6950 }
  const most = { ...sold, percentOff: null, offCents: 6920 }
  it.each([
    ['a percentage of another plan', sold, monthly, 1390],
    ['the same off its own plan at a new price', sold, { planId: '12-months', priceCents: 65_000 }, 11_880],
    ['an amount off another plan', { ...sold, percentOff: null, offCents: 1000 }, monthly, 1000],
    ['all of a price of which too little to charge would be left', most, monthly, 6950],
    ['no more than that of the least a card can be charged', { ...most, offCents: 6900 }, monthly, 6900],
    [
      'all of its own plan’s new price, if too little is left',
      most,
      { planId: '12-months', priceCents: 6921 },
      6921,
    ],
    ['nothing off a plan it isn’t for', { ...sold, plans: ['12-months'] }, monthly, 0],
  ])('takes %s', (_, code, term, cents) => {
    expect(permanentDiscount(code, term)).toBe(cents)
  })
})

it('no later charge is ever less than a card can be charged', () => {
  const least = 50
  const rest = (cents: number) => cents === 0 || cents >= least
  fc.assert(
    fc.property(
      anyCart,
      anyPercent,
      anyAmount,
      fc.boolean(),
      fc.integer({ min: 50, max: 9000 }),
      (cart, percent, amount, isShare, other) => {
        const one = isShare ? code({ percentOff: percent }) : code({ amountOffCents: amount })
        const priced = cart.map((each) => ({ ...each, amountCents: each.amountCents + least }))
        const discounts = discountsOf({ ...one, duration: 'forever' }, priced, plans)
        for (const [index, { renewalDiscountCents: offCents }] of discounts.entries()) {
          const { planId, amountCents } = priced[index]!
          expect(rest(amountCents - offCents)).toBe(true)
          const permanent = { offCents, planId, percentOff: one.percentOff, plans: null }
          for (const next of [planId, 'another'])
            expect(
              rest(Math.max(0, other - permanentDiscount(permanent, { planId: next, priceCents: other }))),
            ).toBe(true)
        }
      },
    ),
  )
})

describe('a promotion code', () => {
  it.each([' spring10 ', 'Spring10', 'SPRING10\n'])('typed %j is SPRING10', (typed) => {
    expect(normalizePromotionCode(typed)).toBe('SPRING10')
  })

  it('describes its discount', () => {
    expect(describePromotion(code({ percentOff: 20 }), plans)).toBe('20% off the first payment')
    expect(
      describePromotion(
        code({
          amountOffCents: 1000,
          duration: 'forever',
          plans: ['6-months', '12-months'],
          expiresOn: '2026-12-31',
        }),
        plans,
      ),
    ).toBe('$10.00 off every payment, the 6 Months and 12 Months plans, until December\u00a031, 2026')
  })

  it('for other plans than the cart’s is refused, naming its plans', () => {
    expect(() =>
      discountsOf(code({ percentOff: 10, plans: ['12-months'] }), [item('monthly')], plans),
    ).toThrow('The code SPRING is for the 12 Months plan only. Change your plan, or go on without the code.')
  })
})

describe('a percentage code', () => {
  it('applies to each item, half a cent rounded up', () => {
    // 15 % of $69.50 is $10.425.
    expect(off(code({ percentOff: 15 }), [item('monthly'), item('6-months')])).toEqual([1043, 5355])
  })

  it('leaves items of other plans alone', () => {
    expect(off(code({ percentOff: 10, plans: ['6-months'] }), [item('monthly'), item('6-months')])).toEqual([
      0, 3570,
    ])
  })

  it('of 100 makes everything free', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        expect(off(code({ percentOff: 100 }), cart)).toEqual(cart.map((each) => each.amountCents))
      }),
    )
  })

  it('is never off by over half a cent, nor above the price', () => {
    fc.assert(
      fc.property(anyCart, anyPercent, (cart, percentOff) => {
        for (const [index, discount] of off(code({ percentOff }), cart).entries()) {
          const exact = (cart[index]!.amountCents * percentOff) / 100
          expect(Math.abs(discount - exact)).toBeLessThanOrEqual(0.5)
          expect(discount).toBeLessThanOrEqual(cart[index]!.amountCents)
        }
      }),
    )
  })
})

describe('an amount code', () => {
  it('applies once to the whole cart, shared by price', () => {
    expect(off(code({ amountOffCents: 1000 }), [item('monthly')])).toEqual([1000])
    expect(off(code({ amountOffCents: 1000 }), [item('monthly'), item('monthly'), item('monthly')])).toEqual([
      334, 333, 333,
    ])
  })

  it('is exact, up to its items’ price', () => {
    fc.assert(
      fc.property(anyCart, anyAmount, fc.boolean(), (cart, amountOffCents, isForAll) => {
        const only = isForAll ? null : [cart[0]!.planId]
        const discounts = off(code({ amountOffCents, plans: only }), cart)
        const good = cart.filter((each) => only === null || only.includes(each.planId))
        const prices = sum(good.map((each) => each.amountCents))
        expect(sum(discounts)).toBe(Math.min(amountOffCents, prices))
        for (const [index, discount] of discounts.entries()) {
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(good.includes(cart[index]!) ? cart[index]!.amountCents : 0)
        }
      }),
    )
  })

  it('gives each item its share by price, within a cent', () => {
    fc.assert(
      fc.property(anyCart, anyAmount, (cart, amountOffCents) => {
        const prices = sum(cart.map((each) => each.amountCents))
        for (const [index, discount] of off(code({ amountOffCents }), cart).entries()) {
          const exact = (Math.min(amountOffCents, prices) * cart[index]!.amountCents) / prices
          expect(Math.abs(discount - exact)).toBeLessThan(1)
        }
      }),
    )
  })
})

it('renewals get the same discount with a forever code, and the full price otherwise', () => {
  fc.assert(
    fc.property(
      anyCart,
      anyDuration,
      anyAmount,
      anyPercent,
      fc.boolean(),
      (cart, duration, amount, percent, isPercent) => {
        const promotion = code(
          isPercent ? { percentOff: percent, duration } : { amountOffCents: amount, duration },
        )
        for (const [index, discount] of discountsOf(promotion, cart, plans).entries()) {
          const { discountCents, renewalDiscountCents } = discount
          const leftCents = cart[index]!.amountCents - discountCents
          // A rest that no card can be charged is given up.
          const same = leftCents >= 50 ? discountCents : cart[index]!.amountCents
          expect(renewalDiscountCents).toBe(duration === 'forever' ? same : 0)
        }
      },
    ),
  )
})

describe('the amount left after a code', () => {
  it.each([0, 50, 6950])('may be %i cents', (left) => {
    expect(() => refuseSmallRest(code({}), left)).not.toThrow()
  })

  it('is zero or chargeable', () => {
    expect(() => refuseSmallRest(code({}), 49)).toThrow(
      'With the code SPRING only $0.49 would be left to pay, and no card can be charged less than $0.50. Go on without the code, or add another item.',
    )
    expect(() => refuseSmallRest(code({}), 1)).toThrow('only $0.01 would be left')
  })

  it('is described with its plans', () => {
    const many = code({ percentOff: 10, plans: ['monthly', '6-months', '12-months'] })
    expect(describePromotion(many, plans)).toBe(
      '10% off the first payment, the Monthly, 6 Months and 12 Months plans',
    )
    expect(describePromotion(code({ amountOffCents: 500, plans: ['gone'] }), plans)).toBe(
      '$5.00 off the first payment, the gone plan',
    )
  })
})
