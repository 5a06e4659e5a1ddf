import type { Stripe } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import CartPage from '../cart/cart-page.tsx'
import type { CardStepProps } from '../handover/card-sheet.tsx'
import { StripeCard } from '../handover/stripe-card.tsx'
import { onToast, type Toast } from '../ui/toast-store.ts'
import type { NewOrder } from './last-order.ts'
import type { StartedCheckout } from './start-payment.ts'
import { paymentOptions, StripeForm } from './stripe-form.tsx'
import { walletOptions } from './stripe-wallets.tsx'

type Field = { onReady: (event: object) => void; onLoadError?: (event: object) => void }
type Group = { options: { clientSecret: string }; children: ReactNode }

/** What Stripe.js was asked to do: it has no wallet. */
const asked: string[] = []
/** What the card's field lacks, if anything. */
let lacking: object | undefined
/** The secrets of the card forms, in order. */
const secrets: string[] = []
/** The payment that its fields don't load for, as Stripe knows it; null: they load. */
let known: { status: string } | null = null
const retrievePaymentIntent = async () => ({
  paymentIntent: { id: 'pi_1', payment_method: null, last_payment_error: null, ...known },
})
async function confirm() {
  asked.push('confirm')
  const intent = { id: 'intent_1', status: 'succeeded', payment_method: 'pm_1' }
  return { paymentIntent: intent, setupIntent: intent }
}
async function submit() {
  asked.push('submit')
  return { error: lacking }
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

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const startedAs = (clientSecret: string, total: number) =>
  ({
    ...{ clientSecret, type: 'subscription', promotion: null, startedOn: '2026-11-21', customerId: 'cus_1' },
    ...{ cart: [selfItem()], taxInfo: { hasTax: false, tax: 0, total } },
  }) as unknown as StartedCheckout

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

function openForm() {
  const started = startedAs('pi_1_secret_2', 6950)
  return openPage(
    <StripeForm stripe={{} as Stripe} started={started} onOrdered={() => {}} onRestart={() => {}} />,
  )
}

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
  expect(unpaid.words()).toContain('We couldn’t show the card form: It’s over. You haven’t been charged')
})

it('an incomplete card isn’t sent; without consent or email Stripe isn’t called', async () => {
  const toasts: Toast[] = []
  onTestFinished(onToast((toast) => toast && toasts.push(toast)))
  lacking = { type: 'validation_error', message: 'Your card number is incomplete.' }
  onTestFinished(() => {
    lacking = undefined
  })
  asked.length = 0
  openBrowser({ '/api/consent': ok({}) })
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

it('with Stripe’s script blocked, the page says what to do, keeps the cart, and offers a retry', async () => {
  // Loaded on demand, which takes longer than the page waits on a busy machine.
  await Promise.all([import('./payment-panel.tsx'), import('@stripe/stripe-js/pure')])
  const { cart: _, startedOn: __, ...begun } = startedAs('pi_1_secret_2', 6950)
  openBrowser({ '/api/create-payment-intent': ok(begun) })
  addToCart(selfItem())
  const stripe = { mode: 'test', publishableKeyTest: 'pk_1', productionHost: 'belts.example' }
  const page = await openPage(<CartPage />, {
    at: '/cart',
    shop: { stripe: { ...stripe, previewHostSuffix: null, googleMapsKey: null } },
  })
  /** The library asks twice for a script that doesn't come. */
  async function answerScript(event: 'load' | 'error') {
    for (let times = 0; times < 2; times++) {
      const script = page.document.querySelector('script[src^="https://js.stripe.com"]')
      await act(async () => void script?.dispatchEvent(new Event(event)))
      await page.settle()
    }
  }
  await page.press('Proceed to Payment')
  await answerScript('error')
  expect(page.document.querySelector('[role="alert"]')?.textContent).toContain(
    'We couldn’t load the card form from js.stripe.com.',
  )
  expect(page.words()).not.toContain('Pay $69.50')
  expect(readCart()).toHaveLength(1)
  await page.press('Try again')
  Object.assign(window, { Stripe: () => ({}) })
  await answerScript('load')
  expect(page.words()).not.toContain('js.stripe.com')
  expect(page.button('Pay $69.50').disabled).toBe(false)
})

it.each([
  ['payment', 'pi_1_secret_2', '/api/orders/guest'],
  ['set-up', 'seti_1_secret_2', '/api/create-subscription-order'],
])(
  'an order that fails after a %s says so, and the next try makes it without asking Stripe again',
  async (kind, clientSecret, path) => {
    const toasts: Toast[] = []
    onTestFinished(onToast((toast) => toast && toasts.push(toast)))
    asked.length = 0
    const answers: Parameters<typeof openBrowser>[0] = { '/api/consent': ok({}) }
    const { asked: calls } = openBrowser(answers)
    const ordered: NewOrder[] = []
    const started = startedAs(clientSecret, kind === 'payment' ? 6950 : 0)
    const page = await openPage(
      <StripeForm
        stripe={{} as Stripe}
        started={started}
        onOrdered={(order) => ordered.push(order)}
        onRestart={() => {}}
      />,
    )
    await page.check(/renew/)
    await page.press(/^Pay /)
    const [title, description] =
      kind === 'payment'
        ? [
            'Order Creation Failed',
            'Payment succeeded but there was an issue creating your order. Please contact support.',
          ]
        : [
            'Subscription Creation Failed',
            'Setup succeeded but there was an issue creating your subscription. Please contact support.',
          ]
    expect(toasts).toMatchObject([{ title, description, destructive: true }])
    expect(page.words()).toContain(description)
    expect(ordered).toEqual([])
    answers[path] = ok({ orderNumber: 'BC-7K3F-9QMT' })
    await page.press('Try again')
    expect(ordered).toMatchObject([{ orderNumber: 'BC-7K3F-9QMT', cart: started.cart }])
    expect(asked).toEqual(['submit', 'confirm'])
    expect(calls.filter((each) => each.path === path)).toHaveLength(2)
  },
)
