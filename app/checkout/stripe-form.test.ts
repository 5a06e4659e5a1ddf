import { expect, it } from 'vitest'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { paymentOptions } from './stripe-form.tsx'
import { walletOptions } from './stripe-wallets.tsx'

it('wallets come before the card: Apple’s, then Google’s', () => {
  expect(paymentOptions('Belt Club', [toCalifornia(giftItem()), selfItem()], false)).toMatchObject({
    paymentMethodOrder: ['apple_pay', 'google_pay', 'card'],
    fields: { billingDetails: { email: 'never' } },
    defaultValues: { billingDetails: { address: { country: 'US', postal_code: '97209' } } },
  })
  expect(walletOptions('Belt Club', [selfItem()], false).paymentMethodOrder).toEqual([
    'apple_pay',
    'google_pay',
  ])
})

it('a wallet asks for nothing the cart has, and appears once', () => {
  expect(walletOptions('Belt Club', [selfItem()], false)).toMatchObject({
    emailRequired: false,
    shippingAddressRequired: false,
    phoneNumberRequired: false,
    buttonType: { applePay: 'subscribe', googlePay: 'subscribe' },
  })
  expect(walletOptions('Belt Club', [giftItem()], true)).toMatchObject({
    emailRequired: true,
    buttonType: { applePay: 'buy', googlePay: 'buy' },
  })
  expect(paymentOptions('Belt Club', [selfItem()], true).wallets).toEqual({
    applePay: 'never',
    googlePay: 'never',
  })
})
