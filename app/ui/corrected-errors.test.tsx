import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { openAccount, own } from '../../test/open-account.tsx'
import { no, ok } from '../../test/open-admin.tsx'
import { openPage } from '../../test/open-page.tsx'
import { addToCart } from '../browser/cart-storage.ts'
import CartPage from '../cart/cart-page.tsx'
import { MyDataForm } from '../policies/my-data-form.tsx'
import { ReturnForm } from '../policies/return-form.tsx'
import { EmailField } from '../quiz/address-entry.tsx'
import ReviewPage from '../review/review-page.tsx'

// Loaded now, as the cart does once something is in it.
beforeAll(() => import('../checkout/payment-panel.tsx'))

type Page = Awaited<ReturnType<typeof openPage>>

async function cart() {
  const taxInfo = { hasTax: false, tax: 0, total: 6950, discount: 0 }
  const begun = { clientSecret: 'pi_1_secret_2', type: 'subscription', subscriptionId: 's', customerId: 'c' }
  openBrowser({ '/api/create-payment-intent': ok({ ...begun, taxInfo }) })
  addToCart(selfItem())
  return openPage(<CartPage />, { at: '/cart' })
}
async function review() {
  const belt = { name: 'The Ashbury', imageUrl: null, nightImageUrl: null, imageAlt: '' }
  openBrowser({ '/api/account/review': ok({ belt, signature: 'Maya', fit: null, written: null }) })
  const page = await openPage(<ReviewPage />, { at: '/review/tok', path: '/review/:token' })
  await page.press('Send my review')
  return page
}
async function returns() {
  openBrowser()
  const page = await openPage(<ReturnForm />)
  await page.press('Email me the link')
  return page
}

it.each<[string, string, () => Promise<Page>, (page: Page) => Promise<void>]>([
  [
    'a code is typed anew',
    'Type your code first.',
    async () => {
      const page = await cart()
      await page.press('Add a promotion code')
      await page.press('Apply')
      return page
    },
    (page) => page.fill('Promotion code', 'SPRING'),
  ],
  [
    'the card number is whole',
    'Enter your card number.',
    async () => {
      const page = await cart()
      await page.press('Proceed to Payment')
      await page.press(/^Pay /)
      return page
    },
    (page) => page.fill('Card number', '4242424242424242'),
  ],
  ['the stars are tapped', 'Tap the stars.', review, (page) => page.check(/^5 stars/)],
  ['the fit is told', 'Tell us how it fits.', review, (page) => page.check('Loose')],
  ['the review may be shown', 'Tell us if we can show it.', review, (page) => page.check(/^No, keep/)],
  [
    'the order number is typed',
    'Enter your order number.',
    returns,
    (page) => page.fill('Order number', 'BC-7K3F-9QMT'),
  ],
  [
    'the email of a return is typed',
    'Please enter a valid email address.',
    returns,
    (page) => page.fill('Email', 'maya@example.com'),
  ],
  [
    'the email for one’s data is typed',
    'Please enter a valid email address.',
    async () => {
      openBrowser()
      const page = await openPage(<MyDataForm />)
      await page.press('Email me my data')
      return page
    },
    (page) => page.fill('Email', 'maya@example.com'),
  ],
  [
    'the email to sign in with is typed',
    'Please enter a valid email address.',
    async () => {
      const { page } = await openAccount([], { '/api/account': no({}, 401) })
      await page.press('Email me a link')
      return page
    },
    (page) => page.fill('Email', 'maya@example.com'),
  ],
  [
    'a style is chosen',
    'Choose at least one style.',
    async () => {
      const { page } = await openAccount([own])
      await page.press('Change size or style')
      await page.check('Dress', false)
      await page.press('Save size and styles')
      return page
    },
    (page) => page.check('Stretch'),
  ],
])('an error is gone once %s', async (_, error, fail, correct) => {
  const page = await fail()
  expect(page.words()).toContain(error)
  await correct(page)
  expect(page.words()).not.toContain(error)
})

it('an email is called wrong once something was typed and left, never an empty one', async () => {
  function Field() {
    const [value, setValue] = useState('')
    return <EmailField label="Email" name="email" value={value} onChange={setValue} />
  }
  openBrowser()
  const page = await openPage(<Field />)
  await page.leave('Email')
  expect(page.words()).toBe('Email')
  await page.fill('Email', 'maya@')
  await page.leave('Email')
  expect(page.words()).toBe('Email Please enter a valid email address')
  await page.fill('Email', '')
  await page.leave('Email')
  expect(page.words()).toBe('Email')
})
