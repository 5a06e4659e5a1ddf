import type { Stripe } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import type { CardStepProps } from '../handover/card-sheet.tsx'
import { StripeCard } from '../handover/stripe-card.tsx'
import { onToast, type Toast } from '../ui/toast-store.ts'
import type { StartedCheckout } from './start-payment.ts'
import { paymentOptions, StripeForm } from './stripe-form.tsx'
import { walletOptions } from './stripe-wallets.tsx'

type Field = { onReady: (event: object) => void; onLoadError?: (event: object) => void }
type Group = { options: { clientSecret: string }; children: ReactNode }

/** What Stripe.js was asked to do: it has no wallet, and the card's field lacks its number. */
const asked: string[] = []
/** The secrets of the card forms, in order. */
const secrets: string[] = []
const confirm = async () => void asked.push('confirm')
/** The payment that its fields don't load for, as Stripe knows it; null: they load. */
let known: { status: string } | null = null
const retrievePaymentIntent = async () => ({
  paymentIntent: { id: 'pi_1', payment_method: null, last_payment_error: null, ...known },
})
async function submit() {
  asked.push('submit')
  return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
}

// Loaded in a process without a window, the library never draws a field.
vi.mock('@stripe/react-stripe-js', () => {
  function Frame({ onReady, onLoadError }: Field) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: ready once
    useEffect(() => {
      if (known) onLoadError?.({ error: { message: 'It’s over.' } })
      else onReady({})
    }, [])
    return null
  }
  /** Its secret stays the one it began with. */
  function Elements({ options, children }: Group) {
    useState(() => secrets.push(options.clientSecret))
    return children
  }
  return {
    Elements,
    useStripe: () => ({ confirmPayment: confirm, confirmSetup: confirm, retrievePaymentIntent }),
    useElements: () => ({ submit }),
    PaymentElement: Frame,
    ExpressCheckoutElement: Frame,
  }
})

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

const started = {
  ...{ clientSecret: 'pi_1_secret_2', type: 'subscription', promotion: null, startedOn: '2026-11-21' },
  ...{ cart: [selfItem()], taxInfo: { hasTax: false, tax: 0, total: 6950 } },
} as unknown as StartedCheckout
const openForm = () =>
  openPage(<StripeForm stripe={{} as Stripe} started={started} onOrdered={() => {}} onRestart={() => {}} />)

it('a payment that the bank has asks nobody to pay again, though its fields don’t load', async () => {
  openBrowser()
  onTestFinished(() => {
    known = null
  })
  known = { status: 'processing' }
  const page = await openForm()
  expect(page.words()).toContain('Your bank has the payment but hasn’t decided yet. Please don’t pay again.')
  known = { status: 'requires_payment_method' }
  const unpaid = await openForm()
  expect(unpaid.words()).toContain('We couldn’t show the card form: It’s over. Please try again')
})

it('an incomplete card isn’t sent; without consent or email Stripe isn’t called', async () => {
  const toasts: Toast[] = []
  onTestFinished(onToast((toast) => toast && toasts.push(toast)))
  openBrowser({ '/api/consent': { status: 200, body: '{}' } })
  const page = await openForm()
  await page.fill('Email', '')
  await page.press('Pay $69.50')
  expect(toasts.splice(0)).toMatchObject([{ title: 'Email Required', destructive: true }])
  await page.fill('Email', 'maya@example.com')
  await page.press('Pay $69.50')
  expect(page.words()).toContain('Please confirm that you know how your plan renews.')
  await page.check(/renew/)
  expect(asked).toEqual([])
  await page.press('Pay $69.50')
  expect(toasts).toMatchObject([{ description: 'Your card number is incomplete.', destructive: true }])
  // The card's own field says so, too.
  expect(page.document.querySelector('.alert')).toBeNull()
  expect(asked).toEqual(['submit'])
})

it('a card for terms that changed is taken by a new form, with the new secret', async () => {
  openBrowser()
  function Handover() {
    const [clientSecret, setSecret] = useState('seti_1_secret_2')
    const card = {
      amountCents: 6950,
      on: '2026-12-21',
      terms: 'My plan renews.',
      clientSecret,
      isGiven: false,
    }
    const props = { view: { card }, token: 't', onChange() {}, onBack() {} } as unknown as CardStepProps
    return (
      <>
        <StripeCard {...props} stripe={{} as Stripe} />
        <button type="button" onClick={() => setSecret('seti_3_secret_4')}>
          Later
        </button>
      </>
    )
  }
  const page = await openPage(<Handover />)
  secrets.length = 0
  await page.press('Later')
  expect(secrets).toEqual(['seti_3_secret_4'])
})
