import { expect, it } from 'vitest'
import type { CartItem } from '../../domain/cart.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import type { TaxRule } from '../../domain/tax.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { isTaxedAsOn } from './quote-tax.ts'
import { cartHash, chargeItems, priceCart, type SnapshotItem, untaxed } from './snapshot.ts'

const item = selfItem('6-months', { id: 'cart-1' })
const { shippingDetails } = item

it.each<[string, Partial<CartItem>]>([
  ['styles in another order', { styles: ['casual', 'dress'] }],
  ['a field left empty', { shippingDetails: { ...shippingDetails!, address2: '' } }],
  [
    'fields in another order',
    { shippingDetails: Object.fromEntries(Object.entries(shippingDetails!).reverse()) as never },
  ],
  ['leftover giver text after switching from a gift', { giftDetails: giftItem().giftDetails }],
  ['another price label', { price: '$1.00' }],
])('a cart is the same with %s', (_, changes) => {
  expect(cartHash([{ ...item, ...changes }])).toBe(cartHash([item]))
})

it.each<[string, Partial<CartItem>]>([
  ['another size', { size: '38' }],
  ['another style', { styles: ['dress'] }],
  ['another door', { shippingDetails: { ...shippingDetails!, address2: 'Apt 5' } }],
  ['an extra answer', { extraAnswers: [{ question: 'What is it for?', answers: ['Work'] }] }],
])('a cart is different with %s', (_, changes) => {
  expect(cartHash([{ ...item, ...changes }])).not.toBe(cartHash([item]))
})

it('an order names its plan as the shop does, whatever the browser sent', () => {
  const [priced] = priceCart([{ ...item, planName: 'Free forever', period: 'once' }], firstPlans).items
  const { planName, price, period } = item
  expect(priced!.cart).toMatchObject({ planName, price, period })
})

it('a gift with another message is another cart', () => {
  const gift = giftItem()
  const other = { ...gift, giftDetails: { ...gift.giftDetails!, giftMessage: 'Enjoy!' } }
  expect(cartHash([other])).not.toBe(cartHash([gift]))
})

it('the provider gets the whole address', () => {
  const cart = [{ ...item, shippingDetails: { ...shippingDetails!, address2: 'Apt 5' } }]
  expect(chargeItems(priceCart(cart, firstPlans))[0]!.destination).toEqual({
    name: 'Maya Ellison',
    ...{ line1: '418 Alder Street', line2: 'Apt 5', city: 'Portland', state: 'OR', zipCode: '97209' },
  })
})

it.each<[string, Partial<SnapshotItem>, boolean]>([
  ['at that day’s rate', { tax: { ...untaxed, ratePercent: '8.25' } }, true],
  ['at another rate', { tax: { ...untaxed, ratePercent: '8' } }, false],
  ['by the provider', { tax: { ...untaxed, ratePercent: '8.25', calculationId: 'taxcalc_1' } }, false],
  ['not at all', {}, false],
  ['not at all, because it costs nothing', { discountCents: 35_700 }, true],
])('an open payment with tax computed %s may continue: %s', (_, changes, may) => {
  const rule = { state: 'TX', from: '2026-11-01', way: 'rate', ratePercent: '8.25' } as TaxRule
  const [priced] = priceCart(
    [{ ...item, shippingDetails: { ...shippingDetails!, state: 'TX' } }],
    firstPlans,
  ).items
  expect(isTaxedAsOn([rule], { ...priced!, ...changes }, '2026-11-21')).toBe(may)
})
