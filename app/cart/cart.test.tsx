import { describe, expect, it } from 'vitest'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { renderPage } from '../../test/render-page.tsx'
import type { AppliedPromotion, TaxInfo } from '../checkout/start-payment.ts'
import { BillingCard } from './billing-card.tsx'
import { CartSummary } from './cart-summary.tsx'
import type { CartPromotion } from './use-promotion.ts'

const later = async () => {}
const promotion = (changes: Partial<CartPromotion> = {}): CartPromotion => ({
  ...{ code: null, typed: '', problem: null, isByBuyer: false, applied: null, isAsking: false },
  ...{ isUnanswered: false, credit: false, creditProblem: null, takeCredit: later, apply: later },
  ...{ setTyped: () => {}, remove: () => {}, refuse: () => {} },
  ...changes,
})
const applied = (changes: Partial<AppliedPromotion> = {}): AppliedPromotion => ({
  ...{ code: 'SPRING', discountCents: 695, totalBeforeTaxCents: 6255, renewalDiscounts: [695] },
  description: '10% off every payment',
  ...changes,
})
// On November 21, 2026.
const summary = (cart: CartItem[], code: Partial<CartPromotion> = {}, tax: TaxInfo | null = null) =>
  renderPage(
    <CartSummary
      cart={cart}
      today="2026-11-21"
      promotion={promotion(code)}
      tax={tax}
      isHeld={false}
      onRemove={() => {}}
    />,
  ).words
const billing = (cart: CartItem[], code: Partial<CartPromotion> = {}) =>
  renderPage(
    <BillingCard
      cart={cart}
      promotion={promotion(code)}
      onStarted={() => {}}
      formerProblem={null}
      onOrdered={() => {}}
    />,
  ).words

describe('the cart’s total', () => {
  it('adds up its plans before tax until payment begins', () => {
    const sums = 'Shipping Free Taxes Calculated at checkout Total before tax'
    expect(summary([selfItem()])).toContain(`Subtotal $69.50 ${sums} $69.50`)
    expect(summary([selfItem(), giftItem()])).toContain(`Subtotal $663.50 ${sums} $663.50`)
  })

  it('uses the server’s sums and tax state once payment has begun', () => {
    const taxed = { hasTax: true, tax: 504, total: 7454 }
    expect(summary([toCalifornia(selfItem()), giftItem('monthly')], {}, taxed)).toContain(
      'Sales tax, California $5.04 Total today $74.54',
    )
    expect(summary([selfItem()], {}, { hasTax: false, tax: 0, total: 6950 })).toContain(
      'Taxes $0.00 Total today $69.50',
    )
  })

  it('shows a code’s discount now and on later charges', () => {
    const said = summary([selfItem()], { code: 'SPRING', applied: applied() })
    expect(said).toContain('Promotion SPRING 10% off every payment Remove −$6.95')
    expect(said).toContain('Total before tax $62.55')
    expect(said).toContain('Next charge December 21, 2026 at $62.55, until you cancel')
    expect(said).not.toContain('Add a promotion code')
    const second = applied({ renewalDiscounts: [0, 695] })
    expect(summary([giftItem(), selfItem()], { code: 'SPRING', applied: second })).toContain(
      'at $62.55, until',
    )
    const begun = summary(
      [selfItem()],
      { code: 'SPRING' },
      { hasTax: false, tax: 0, discount: 695, total: 6255 },
    )
    expect(begun).toContain('−$6.95')
    // What the server says once payment has begun counts, whatever was known of the code before.
    const server = { hasTax: false, tax: 0, discount: 1000, total: 5950 }
    const decided = summary([selfItem()], { code: 'SPRING', applied: applied() }, server)
    expect(decided).toContain('Total today $59.50')
    expect(decided).toContain('−$10.00')
  })

  it('says that a code is being checked, or couldn’t be', () => {
    expect(summary([selfItem()], { code: 'SPRING' })).toContain('Promotion SPRING Remove Checking...')
    expect(summary([selfItem()], { code: 'SPRING', isUnanswered: true })).toContain(
      'We couldn’t check this code just now. We’ll try again before you pay.',
    )
  })

  it('calls store credit by its name, and offers it to those who have some', () => {
    const code = 'CREDIT-ABCD2345'
    const free = applied({ code, discountCents: 6950, totalBeforeTaxCents: 0 })
    const paid = summary([selfItem()], { code, applied: free })
    expect(paid).toContain('Store credit CREDIT-ABCD2345. What you don’t use comes back to you.')
    expect(paid).toContain('Taxes $0.00 Nothing to pay today $0.00')
    expect(summary([selfItem()], { credit: true })).toContain('You have store credit. Use store credit')
    expect(summary([selfItem()], { credit: true, code, applied: free })).not.toContain('Use store credit')
    expect(summary([selfItem()])).not.toContain('store credit')
  })
})

describe('a cart item', () => {
  it('says what, for whom, when and where to', () => {
    const own = summary([selfItem('6-months')])
    expect(own).toContain('6 Months $357.00 For you, Maya Ellison $59.50 per month')
    expect(own).toContain('Belts Dress, Casual, size 36')
    expect(own).toContain('Ships to 418 Alder Street, Portland, OR 97209')
    expect(own).toContain('First box December drop, shipped by December 5')
    expect(own).toContain('Next charge May 21, 2027 at $357.00, until you cancel')
    expect(own).not.toMatch(/Item 1|Gift email/)
  })

  it('says “plus tax” on later charges where the renewal terms do', () => {
    expect(summary([toCalifornia(selfItem())])).toContain('at $69.50 plus tax, until you cancel')
    expect(summary([selfItem()])).toContain('at $69.50, until you cancel')
  })

  it('says when a gift’s email goes out, and that a gift never renews', () => {
    const gift = summary([selfItem(), giftItem()])
    expect(gift).toContain('Item 2 12 Months $594.00 Gift for Thomas Ellison')
    expect(gift).toContain('Gift email December 1, 2026, to thomas@example.com')
    expect(gift).toContain('Next charge Never renews, ends after 12 belts')
  })

  it('says that its price changed or its plan is gone before payment', () => {
    expect(summary([selfItem('monthly', { price: '$59.50' })])).toContain(
      'Monthly costs $69.50 per month now, $69.50 in all. It was $59.50 when you chose it. Accept the new price',
    )
    const gone = summary([selfItem('monthly', { planId: 'weekly', planName: 'Weekly' })])
    expect(gone).toContain('We don’t sell Weekly anymore.')
    expect(gone).not.toContain('Next charge')
    expect(summary([selfItem()])).not.toContain('when you chose it')
  })

  it('lists the answers to the shop’s own questions', () => {
    const extraAnswers = [{ question: 'Which colors?', answers: ['Brown', 'Tan'] }]
    expect(summary([selfItem('monthly', { extraAnswers })])).toContain('Which colors? Brown, Tan')
  })
})

describe('the cart before payment', () => {
  it('says what will be paid, where tax is due, and what renews', () => {
    expect(billing([selfItem()])).toContain(
      '$69.50 plus sales tax, which is due in California only. You’ll see the total before you pay. Your plan renews until you cancel, anytime.',
    )
    expect(billing([selfItem(), giftItem()])).toContain(
      'Your own plan renews until you cancel, anytime. Gifts never renew.',
    )
    expect(billing([giftItem()])).toContain('You pay for a gift once. It never renews.')
  })

  it('says that a card is needed later when nothing is due today', () => {
    const code = { code: 'FREE', applied: applied({ totalBeforeTaxCents: 0 }) }
    expect(billing([selfItem()], code)).toContain(
      'Nothing to pay today. Your own plan renews, so we need a card for then.',
    )
    expect(billing([selfItem()], { code: 'SPRING', applied: applied() })).toContain('$62.55 plus sales tax')
  })
})
