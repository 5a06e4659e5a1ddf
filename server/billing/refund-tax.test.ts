import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitCents } from '../../domain/money.ts'
import { refundTax } from './split-refund.ts'

it('returns the whole tax with the whole payment, however it is parted', () => {
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

it('takes half of the tax with half of the payment', () => {
  expect(refundTax({ amountCents: 35_700, taxCents: 2_588 }, [], 17_850)).toBe(1_294)
})
