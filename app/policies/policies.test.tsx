import { expect, it } from 'vitest'
import { retention } from '../../domain/retention.ts'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage } from '../../test/render-page.tsx'
import AccessibilityPage from './accessibility-page.tsx'
import PrivacyPage from './privacy-page.tsx'
import { ReturnForm } from './return-form.tsx'
import ReturnsPage from './returns-page.tsx'
import TermsPage from './terms-page.tsx'

it('the returns page makes the policy’s promises', () => {
  const { words, html } = renderPage(<ReturnsPage />)
  for (const sentence of [
    'within 30 days of delivery',
    'original, unworn condition and with its packaging',
    'The return label is prepaid',
    'the full price goes back to the original payment method',
    'Another size or another style is free',
    'A new belt ships once the return is received.',
    'Refund or exchange arrives within 5-7 business days.',
    'We’ll replace a damaged or defective belt free. A photo of the damage helps',
    'Gifts get the same 30 days. We’ll refund the purchaser or give the recipient store credit',
    'Tell us your order number, the reason, and what you’d like instead',
    'We usually answer within 12 hours',
  ])
    expect(words).toContain(sentence)
  expect(html).toContain('href="mailto:support@example.com"')
})

it('the returns page has its sections in order, three steps, and a link home', () => {
  const { html, words } = renderPage(<ReturnsPage />)
  const places = [
    'Back to homepage',
    'If a belt isn’t right, send it back free.',
    'Easy returns',
    'Simple exchanges',
    'How it works',
    'Damaged items',
    'Gift returns',
    'Start Return/Exchange',
  ].map((part) => words.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(html.match(/<h3>/g)).toHaveLength(3)
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>(<svg.*?<\/svg>)?Back to homepage/s)
  expect(html).toMatch(
    /<a[^>]*href="mailto:support@example\.com\?subject=Return%20or%20Exchange%20Request&amp;body=[^"]+"[^>]*>Start Return\/Exchange/,
  )
})

it('the terms state every figure', () => {
  const { words } = renderPage(<TermsPage />)
  for (const sentence of [
    'Terms of Service',
    'Last updated January 2025',
    'at least 18 years old',
    'Monthly: $69.50 per month',
    '6 Months: $59.50 per month, billed $357.00 upfront for 6 months',
    '12 Months: $49.50 per month, billed $594.00 upfront for 12 months',
    'We announce a change of prices 30 days ahead',
    'You may cancel, pause or skip anytime',
    'Delivery takes 3-7 business days',
    'Shipping is free in the US and Canada',
    'return or exchange a belt within 30 days of delivery',
    'Return shipping is free',
    'A refund is paid in full and takes 5-10 business days',
    'a warranty of 1 year',
    'not get the same belt twice within 36 months',
    'governed by the law of Delaware',
  ])
    expect(words).toContain(sentence)
})

it('the privacy policy gives its date', () => {
  const { words, html } = renderPage(<PrivacyPage />)
  expect(words).toMatch(/^Privacy policy Last updated January 2025/)
  expect(html).not.toContain('<script')
})

it('the privacy policy’s retention periods match the jobs’', () => {
  const { words } = renderPage(<PrivacyPage />)
  const list = Object.values(retention)
  expect(words).toContain(`How long we keep it ${list.join(' ')} Orders, payments`)
})

it('the accessibility statement answers for Stripe’s fields only where there are some', async () => {
  const fields = 'The card fields, the wallets and the address suggestions come from our payment provider.'
  expect(renderPage(<AccessibilityPage />).words).not.toContain(fields)
  openBrowser()
  const page = await openPage(<AccessibilityPage />, { shop: { stripe: {} } })
  expect(page.words()).toContain(fields)
})

it('a link to a return can be asked for again after the shop didn’t answer', async () => {
  const replies: Parameters<typeof openBrowser>[0] = {}
  openBrowser(replies)
  const page = await openPage(<ReturnForm />)
  await page.fill('Order number', 'BC-7K3F-9QMT')
  await page.fill('Email', ' maya@example.com ')
  await page.press('Email me the link')
  expect(page.words()).toContain('We couldn’t reach the shop. Please try again.')
  replies['/api/account/returns'] = { status: 200, body: '{}' }
  await page.press('Email me the link')
  expect(page.words()).toContain('a link to its belts is on its way to maya@example.com.')
})
