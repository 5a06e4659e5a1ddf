import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { emptyAnswers, type RecipientType } from '../../domain/quiz.ts'
import { renderPage } from '../../test/render-page.tsx'
import { DemoCardForm } from '../checkout/demo-payment.tsx'
import ContactPage from '../contact/contact-page.tsx'
import { ShippingStep } from '../quiz/later-steps.tsx'

/** Label → autocomplete, for every input field. */
function purposes(page: React.ReactNode): Record<string, string | undefined> {
  const { html } = renderPage(<Suspense>{page}</Suspense>)
  const labels = new Map<string, string>()
  for (const [, id, words] of html.matchAll(/<label[^>]*for="([^"]+)"[^>]*>([^<]+)/g)) {
    labels.set(id!, words!.trim())
  }
  const fields = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const typed = fields.filter((tag) => !/type="(radio|checkbox|date)"/.test(tag))
  return Object.fromEntries(
    typed.map((tag) => [
      labels.get(/id="([^"]*)"/.exec(tag)?.[1] ?? '') ?? tag,
      /autocomplete="([^"]*)"/i.exec(tag)?.[1],
    ]),
  )
}

const shipping = (recipientType: RecipientType) => (
  <ShippingStep answers={{ ...emptyAnswers, recipientType }} answer={() => {}} today="2026-11-21" />
)

// WCAG 1.3.5 covers the visitor’s own data; fields about someone else must not be filled with it.
it('a field about the visitor lets the browser fill it in', () => {
  expect(purposes(shipping('myself'))).toEqual({
    'Full name': 'name',
    Email: 'email',
    Address: 'shipping address-line1',
    'Address line 2': 'shipping address-line2',
    City: 'shipping address-level2',
    State: 'shipping address-level1',
    'ZIP code': 'shipping postal-code',
  })
  expect(purposes(<ContactPage />)).toMatchObject({
    Name: 'name',
    Email: 'email',
    'First name': 'given-name',
    'Where we send it': 'email',
  })
  const card = { number: '', expiration: '', securityCode: '' }
  expect(purposes(<DemoCardForm values={card} onChange={() => {}} errors={{}} />)).toEqual({
    'Card number': 'cc-number',
    'Expiration date': 'cc-exp',
    'Security code': 'cc-csc',
  })
})

it('only the giver’s fields autofill for a gift', () => {
  const { 'Your name': name, 'Your email': email, ...others } = purposes(shipping('gift'))
  expect([name, email]).toEqual(['name', 'email'])
  expect(new Set(Object.values(others))).toEqual(new Set(['off']))
})
