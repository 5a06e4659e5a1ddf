import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitCents } from './money.ts'
import { leftOf, refundTax, splitRefund } from './refund.ts'

it('refunds all tax with the whole payment, in any parts', () => {
  fc.assert(
    fc.property(fc.nat(60_000), fc.nat(6_000), fc.integer({ min: 1, max: 12 }), (amountCents, tax, parts) => {
      const payment = { amountCents, taxCents: amountCents === 0 ? 0 : tax }
      const made: { amountCents: number; taxCents: number }[] = []
      for (const part of splitCents(amountCents, parts)) {
        const taxCents = refundTax(payment, made, part)
        expect(taxCents).toBeGreaterThanOrEqual(0)
        made.push({ amountCents: part, taxCents })
      }
      expect(made.reduce((sum, refund) => sum + refund.taxCents, 0)).toBe(payment.taxCents)
    }),
  )
})

it('refunds half the tax with half the payment', () => {
  expect(refundTax({ amountCents: 35_700, taxCents: 2_588 }, [], 17_850)).toBe(1_294)
})

it('refunds no negative tax after too much went back', () => {
  const payment = { amountCents: 6950, taxCents: 504 }
  expect(refundTax(payment, [{ amountCents: 100, taxCents: 504 }], 100)).toBe(0)
  expect(leftOf(payment, [{ amountCents: 7000, taxCents: 600 }])).toEqual({
    ...{ amountCents: 0, taxCents: 0, totalCents: 0 },
  })
})

it('splits any amount between price and tax, within what is left of each', () => {
  const payment = { amountCents: 6950, taxCents: 504 }
  expect(splitRefund(payment, [], 7454)).toEqual({ amountCents: 6950, taxCents: 504 })
  expect(splitRefund(payment, [], 100)).toEqual({ amountCents: 93, taxCents: 7 })
  expect(splitRefund(payment, [{ amountCents: 1000, taxCents: 504 }], 100)).toEqual({
    ...{ amountCents: 100, taxCents: 0 },
  })
  expect(splitRefund({ amountCents: 0, taxCents: 0 }, [], 0)).toEqual({ amountCents: 0, taxCents: 0 })
})
