import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { onToast, type Toast } from '../ui/toast-store.ts'
import { PaymentForm } from './payment-form.tsx'
import { type Confirmation, readKeptPayment, type StartedCheckout } from './start-payment.ts'
import { usePayment } from './use-payment.ts'

const started = {
  clientSecret: 'pi_1_secret_2',
  cart: [giftItem()],
  taxInfo: { hasTax: false, tax: 0, total: 59_400 },
} as unknown as StartedCheckout

let toasts: Toast[]
let stop: () => void
beforeEach(() => {
  toasts = []
  stop = onToast((toast) => toast && toasts.push(toast))
})
afterEach(() => stop())

/** A payment form of a provider that answers so, one after the other; whom each payment was made for. */
async function openForm(answers: Confirmation[], walletEmail?: string) {
  const { asked } = openBrowser()
  const payers: string[] = []
  const restarts: string[] = []
  const known: (string | undefined)[] = []
  const confirm = async (email: string) => {
    payers.push(email)
    known.push(readKeptPayment('pi_1_secret_2')?.email)
    return answers.shift()!
  }
  function Form() {
    const payment = usePayment({
      ...{ started, onOrdered: () => {}, confirm },
      onRestart: (why) => restarts.push(why),
    })
    const payByWallet = () => void payment.payByWallet(walletEmail, confirm)
    const wallet = (
      <button type="button" onClick={payByWallet}>
        Wallet
      </button>
    )
    return (
      <PaymentForm started={started} payment={payment} wallets={wallet}>
        Card
      </PaymentForm>
    )
  }
  const page = await openPage(<Form />)
  const alert = () => page.document.querySelector('.alert')?.textContent ?? null
  return { page, payers, restarts, known, alert, asked }
}

const declined: Confirmation = { outcome: 'failed', message: 'Your card was declined.' }
const incomplete: Confirmation = { outcome: 'incomplete', message: 'Your card number is incomplete.' }

describe('why a payment failed', () => {
  it('stands in the form until the next try, which says in the card’s own fields what they lack', async () => {
    const { page, alert } = await openForm([declined, incomplete])
    await page.fill('Email', 'maya@example.com')
    await page.press(/^Pay /)
    expect(alert()).toBe(
      'Your card was declined. You haven’t been charged, and your cart is safe. Check the details, or try another card.',
    )
    expect(page.button(/^Pay /).parentElement!.textContent, 'beside the button').toContain('declined')
    await page.press(/^Pay /)
    expect(alert()).toBeNull()
    expect(toasts.at(-1)).toMatchObject({ description: 'Your card number is incomplete.' })
  })

  it('is gone as well where nothing is tried because the email is missing', async () => {
    const { page, payers, alert } = await openForm([declined])
    await page.fill('Email', 'maya@example.com')
    await page.press(/^Pay /)
    await page.fill('Email', '')
    await page.press(/^Pay /)
    expect([alert(), payers]).toEqual([null, ['maya@example.com']])
    expect(page.field('Email').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a payment', () => {
  it('that can no longer be paid makes way for another, with the reason', async () => {
    const message = 'This payment was canceled.'
    const { page, restarts } = await openForm([declined, { outcome: 'expired', message }])
    await page.fill('Email', 'maya@example.com')
    await page.press(/^Pay /)
    expect(restarts).toEqual([])
    await page.press(/^Pay /)
    expect(restarts).toEqual([message])
  })

  it('without an email asks for it, and nothing is sent', async () => {
    const { page, payers, asked } = await openForm([declined])
    await page.fill('Email', '  ')
    await page.press(/^Pay /)
    const description = 'Please enter a valid email address to receive your order confirmation.'
    expect(toasts).toMatchObject([{ title: 'Email Required', description, destructive: true }])
    expect(page.described('Email')).toContain(description)
    expect(page.focused()).toBe(page.field('Email'))
    expect([payers, asked, readKeptPayment('pi_1_secret_2')]).toEqual([[], [], null])
  })

  it('is known in this tab before the bank can send the buyer to its own page', async () => {
    const { page, known } = await openForm([declined])
    await page.fill('Email', ' maya@example.com ')
    await page.press(/^Pay /)
    expect(known).toEqual(['maya@example.com'])
  })
})

describe('the receipt of who pays by wallet', () => {
  it('goes to the email that was typed, not to the wallet’s', async () => {
    const { page, payers } = await openForm([declined], 'wallet@example.com')
    await page.fill('Email', 'typed@example.com')
    await page.press('Wallet')
    expect(payers).toEqual(['typed@example.com'])
  })

  it('goes to the wallet’s where none was typed that could be one, and the form shows it', async () => {
    const { page, payers } = await openForm([declined], 'wallet@example.com')
    await page.fill('Email', 'typed@')
    await page.press('Wallet')
    expect(payers).toEqual(['wallet@example.com'])
    expect(page.field('Email').value).toBe('wallet@example.com')
  })

  it('needs an email: without any nothing is charged', async () => {
    const { page, payers } = await openForm([declined])
    await page.fill('Email', '')
    await page.press('Wallet')
    expect(payers).toEqual([])
    expect(page.field('Email').getAttribute('aria-invalid')).toBe('true')
  })
})
