import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { onToast } from '../ui/toast-store.ts'
import SuccessPage from './success-page.tsx'

/** What the provider says about the payment or setup, one answer after the other. */
let answers: object[] = []
const answer = async () => answers.shift()
vi.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: async () => ({ retrievePaymentIntent: answer, retrieveSetupIntent: answer }),
}))

const stripe = {
  ...{ mode: 'test', publishableKeyLive: null, publishableKeyTest: 'pk_test_1', productionHost: null },
  ...{ previewHostSuffix: null, googleMapsKey: null },
}

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => Promise.all([import('./confirm-stripe-payment.ts'), import('@stripe/stripe-js/pure')]))

/** The page after a visit to the bank with this payment or setup. */
async function comeBack(kind: 'payment' | 'setup', replies = {}, status = 'pending') {
  const clientSecret = kind === 'payment' ? 'pi_1_secret_2' : 'seti_1_secret_2'
  const { asked } = openBrowser({ '/api/first-six': { status: 200, body: '{"belts":[]}' }, ...replies })
  const taxInfo = { hasTax: false, tax: 0, total: 6950 }
  const started = { clientSecret, type: 'payment-intent', promotion: null, cart: [selfItem()], taxInfo }
  sessionStorage.setItem('startedPayment', JSON.stringify({ started, email: 'maya@example.com' }))
  const at = `/checkout/success?${kind}_intent_client_secret=${clientSecret}&redirect_status=${status}`
  return { page: await openPage(<SuccessPage />, { at, shop: { stripe } }), asked }
}

describe('Try again', () => {
  it('shows the order once it was made', async () => {
    const orders = '/api/orders/guest'
    const replies = { [orders]: { status: 503, body: '{}' } }
    const { page } = await comeBack('payment', replies, 'succeeded')
    expect(page.words()).toContain('Almost there')
    expect(page.words()).toContain('You won’t be charged again. We’ll keep working on your order')
    vi.stubGlobal('fetch', async () => new Response('{"orderNumber":"BC-7K3F-9QMT","belts":[]}'))
    await page.press('Try again')
    expect(page.words()).toContain('Payment Successful Order BC-7K3F-9QMT')
  })

  it('says that a saved card wasn’t charged', async () => {
    answers = [{ setupIntent: { id: 'seti_1', status: 'succeeded', payment_method: 'pm_1' } }]
    const replies = { '/api/create-subscription-order': { status: 503, body: '{}' } }
    const { page } = await comeBack('setup', replies, 'succeeded')
    expect(page.words()).toContain('Your card is saved and you haven’t been charged.')
    expect(page.words()).not.toContain('charged again')
  })
})

describe('Look again', () => {
  it('returns to the cart with the reason once the bank has said no', async () => {
    const toasts: unknown[] = []
    const stop = onToast((toast) => toast && toasts.push(toast))
    const refused = { message: 'Your bank declined the payment.' }
    answers = [
      { paymentIntent: { id: 'pi_1', status: 'processing', payment_method: 'pm_1' } },
      { paymentIntent: { id: 'pi_1', status: 'processing', payment_method: 'pm_1' } },
      { paymentIntent: { id: 'pi_1', status: 'requires_payment_method', last_payment_error: refused } },
    ]
    const { page } = await comeBack('payment')
    expect(page.words()).toContain('Your bank is still deciding')
    await page.press('Look again')
    expect(page.place()).toMatch(/^\/checkout\/success/)
    expect(toasts).toMatchObject([{ title: 'Not decided yet' }])
    await page.press('Look again')
    stop()
    expect(page.place()).toBe('/cart')
    expect(toasts.at(-1)).toMatchObject({ title: 'Payment Failed', description: refused.message })
  })

  it('orders with the saved card that the provider couldn’t name before', async () => {
    answers = [
      { error: { type: 'api_connection_error' } },
      { setupIntent: { id: 'seti_1', status: 'succeeded', payment_method: 'pm_1' } },
    ]
    const number = 'BC-7K3F-9QMT'
    const { page, asked } = await comeBack('setup', {
      '/api/create-subscription-order': { status: 200, body: JSON.stringify({ orderNumber: number }) },
    })
    await page.press('Look again')
    expect(page.words()).toContain(`Order ${number}`)
    const sent = asked.filter(({ path }) => path === '/api/create-subscription-order')
    expect(sent.map(({ body }) => body)).toMatchObject([{ setupIntentId: 'seti_1', paymentMethodId: 'pm_1' }])
  })
})
