import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import type { StartedCheckout } from './start-payment.ts'
import { sheetLines, sheetRenewal } from './wallet-sheet.ts'

const shop = {
  name: 'Belt Club',
  calendar: {},
  plans: firstPlans,
  taxedStates: ['CA'],
  supportEmail: 'help@belts.example',
}
const startedOn = '2026-11-23'
const started = (changes: Partial<StartedCheckout>): StartedCheckout => ({
  clientSecret: 'pi_1_secret_2',
  type: 'subscription',
  taxInfo: { hasTax: false, tax: 0, total: 6950 },
  cart: [selfItem()],
  startedOn,
  promotion: null,
  ...changes,
})
const code = (renewalDiscounts: number[]) => ({
  code: 'HELLO',
  discountCents: 1000,
  totalBeforeTaxCents: 5950,
  description: '$10.00 off',
  renewalDiscounts,
})

describe('the lines of a wallet’s sheet', () => {
  it('name each plan, discount and tax, and add up to the charge', () => {
    const taxInfo = { hasTax: true, tax: 564, total: 6950 + 59400 - 1000 + 564, discount: 1000 }
    const cart = [toCalifornia(selfItem()), giftItem()]
    expect(sheetLines(started({ cart, taxInfo, promotion: code([0, 0]) }), firstPlans)).toEqual([
      { name: 'Monthly plan', amount: 6950 },
      { name: '12 Months plan, gift for Thomas Ellison', amount: 59400 },
      { name: 'Promotion HELLO', amount: -1000 },
      { name: 'Shipping', amount: 0 },
      { name: 'Sales tax', amount: 564 },
    ])
  })

  it('are left out when they don’t add up to the total', () => {
    const plan = fc.constantFrom('monthly' as const, '6-months' as const, '12-months' as const)
    const cents = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 5 }), cents, cents, (plans, tax, total) => {
        const cart = plans.map((id) => selfItem(id))
        const lines = sheetLines(
          started({ cart, taxInfo: { hasTax: tax > 0, tax, total, discount: 7 } }),
          firstPlans,
        )
        const sum = lines.reduce((before, { amount }) => before + amount, 0)
        expect(lines.length === 0 || sum === total).toBe(true)
      }),
    )
  })
})

describe('a wallet’s renewal notice', () => {
  const address = 'https://belts.example'

  it('states the amount, day and words the buyer agreed to', () => {
    const cart = [toCalifornia(selfItem('6-months'))]
    const promotion = code([500])
    const request = sheetRenewal({ cart, startedOn, promotion }, shop, address)
    expect(request).toEqual({
      paymentDescription: 'Belt Club, 6 Months plan',
      managementURL: 'https://belts.example/account',
      regularBilling: {
        label: '6 Months plan, plus sales tax',
        amount: 35200,
        recurringPaymentStartDate: new Date('2027-05-23T00:00'),
        recurringPaymentIntervalUnit: 'month',
        recurringPaymentIntervalCount: 6,
      },
      billingAgreement: renewalTermsText({ cart, renewalDiscounts: [500], ...shop, today: startedOn }),
    })
    expect(request?.billingAgreement).toContain(
      'renews at $352.00 plus tax every 6 months, next on May 23, 2027',
    )
  })

  it('takes off each plan’s own discount, also beside a gift', () => {
    const cart = [giftItem(), selfItem('6-months')]
    const request = sheetRenewal({ cart, startedOn, promotion: code([0, 500]) }, shop, address)
    expect(request?.regularBilling.amount).toBe(35200)
  })

  it('adds two plans of one term, and is absent for two terms or gifts', () => {
    const renewal = (...cart: StartedCheckout['cart']) =>
      sheetRenewal({ cart, startedOn, promotion: null }, shop, address)
    expect(renewal(selfItem(), selfItem(), giftItem())?.regularBilling).toMatchObject({
      label: 'Monthly plan, 2 belts a month',
      amount: 13900,
    })
    expect(renewal(selfItem(), toCalifornia(selfItem()))?.regularBilling).toMatchObject({
      label: 'Monthly plan, 2 belts a month, plus sales tax',
    })
    expect(renewal(selfItem(), selfItem('6-months'))).toBeNull()
    expect(renewal(giftItem())).toBeNull()
  })
})
