import { expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { paymentOptions } from './stripe-form.tsx'

it('the wallets come before the card: the phone maker’s, then the search provider’s', () => {
  expect(paymentOptions('Belt Club', [selfItem()])).toMatchObject({
    paymentMethodOrder: ['apple_pay', 'google_pay', 'card'],
    fields: { billingDetails: { email: 'never' } },
    defaultValues: { billingDetails: { address: { country: 'US' } } },
  })
})
