import { expect, it } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { PlansSection } from '../home/home-page.tsx'
import { NextSteps } from './success-page.tsx'
import ThankYouPage from './thank-you-page.tsx'

it('the thank-you page says that the club is active, what happens next in four steps, and where to go', () => {
  const { words, html } = renderPage(<ThankYouPage />)
  expect(words).toContain('Your club subscription is now active.')
  expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual([
    'Order confirmation',
    'First belt selection',
    'Shipping and delivery',
    'Monthly deliveries',
  ])
  expect(words).toContain('Your first belt ships within 3-5 business days and arrives in 5-7.')
  expect(words).toContain('Need help? Write to support@example.com')
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return Home<\/a>/)
  expect(html).toMatch(/<a[^>]*href="https:\/\/social\.example\/belts" target="_blank"/)
})

it('the success page gives the first belt 5-7 business days to ship', () => {
  const { words } = renderPage(<NextSteps paidOn="2026-11-21" gifts={[]} />)
  expect(words).toContain('The first belt takes 5-7 business days to ship.')
})

it('the success page and the home page name the days that the owner has set for a drop', () => {
  const moved = { cutOffDay: '2026-11-30', shipBy: '2026-12-05', movedTo: '2027-01' }
  const late = { cutOffDay: '2027-01-05', shipBy: '2027-01-12', movedTo: null }
  const calendar = { '2026-12': moved, '2027-01': late }
  const steps = renderPage(<NextSteps paidOn="2026-11-21" gifts={[]} />, calendar)
  expect(steps.words).toMatch(/January\s6 First belt selection.*By January\s12 Shipping/)
  const plans = renderPage(<PlansSection today="2026-11-21" />, calendar)
  expect(plans.words).toMatch(/that is the January drop, shipped by January\s12/)
  expect(plans.words).toMatch(/Next charge January\s21, 2027/)
})
