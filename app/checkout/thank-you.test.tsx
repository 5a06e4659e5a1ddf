import { expect, it } from 'vitest'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { renderPage } from '../../test/render-page.tsx'
import { PlansSection } from '../home/home-page.tsx'
import { NextSteps, Ordered } from './success-page.tsx'
import ThankYouPage, { Thanks } from './thank-you-page.tsx'

it('the thank-you page says that the club is active, lists four next steps, and links onward', () => {
  const { words, html } = renderPage(<ThankYouPage />)
  expect(words).toContain('Your club subscription is now active.')
  expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual([
    'Order confirmation',
    'First belt selection',
    'Shipping and delivery',
    'Monthly deliveries',
  ])
  expect(words).toContain('Your first belt ships within 3-5 business days and arrives in 5-7')
  expect(words).toContain('Need help? Write to support@example.com')
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return Home<\/a>/)
  expect(html).toMatch(/<a[^>]*href="https:\/\/social\.example\/belts" target="_blank"/)
})

const order = (items: CartItem[]) => ({
  orderNumber: 'BC-7K3F-9QMT',
  email: 'maya@example.com',
  paidOn: '2026-11-21',
  items,
})

it('the success page says what each item cost and what was paid, and the other page repeats none of it', () => {
  const paid = { hasTax: true, tax: 900, total: 61_700, discount: 3_250 }
  const bought = { ...order([selfItem('12-months'), giftItem('monthly')]), paid }
  const { words } = renderPage(<Ordered order={bought} />)
  expect(words).toMatch(
    /12 Months \$594\.00 .*Monthly \$69\.50 .*Discount \u2212\$32\.50 Sales tax \$9\.00 Paid \$617\.00/,
  )
  const thanks = renderPage(<Thanks order={bought} />)
  expect(thanks.words).not.toMatch(/\$|12 Months/)
  expect(thanks.html).toContain('href="/checkout/success"')
})

it('both pages’ shipping sentences agree with the promised day', () => {
  const success = renderPage(<Ordered order={order([selfItem()])} />).words
  expect(success).toMatch(/ships by December\s5 and takes 5-7 business days to arrive/)
  expect(success).not.toContain('now active')
  const thanks = renderPage(<Thanks order={order([selfItem()])} />).words
  expect(thanks).toMatch(/arrives in 5-7, counted from the day we choose it. It leaves by December\s5/)
})

it('an order of only gifts mentions no renewing, skipping or pausing', () => {
  for (const page of [
    <Ordered key="success" order={order([giftItem()])} />,
    <Thanks key="thanks" order={order([giftItem()])} />,
  ]) {
    const { words, html } = renderPage(page)
    expect(words).not.toMatch(/skip|pause|cancel|subscription|membership/i)
    expect(words.replace('Never renews', '')).not.toMatch(/renew/i)
    expect(html).not.toContain('/account')
  }
  const { words, html } = renderPage(<Ordered order={order([giftItem(), selfItem()])} />)
  expect(words).toContain('Skip, pause or cancel')
  expect(words).toContain('Thomas Ellison will hear from us at 9 AM on the day you picked.')
  expect(words).toContain('Order BC-7K3F-9QMT. Your receipt is on its way to maya@example.com.')
  expect(words).toMatch(/November\s21 Order confirmation.*December\s1 First belt selection/)
  expect(html).toContain('href="/account"')
})

it('an order of gifts promises monthly belts only if there are several, and names everyone who hears from us', () => {
  const to = (fullName: string) => ({ shippingDetails: { ...giftItem().shippingDetails!, fullName } })
  const once = renderPage(<Ordered order={order([giftItem('monthly')])} />).words
  expect(once).not.toMatch(/Monthly deliveries|each month/)
  const gifts = ['Ana', 'Leo', 'Ines'].map((name) => giftItem('6-months', to(name)))
  const several = renderPage(<Ordered order={order(gifts)} />).words
  expect(several).toContain('Monthly deliveries A new belt each month')
  expect(several).toContain('Ana, Leo, and Ines will hear from us at 9 AM on the days you picked.')
})

it('the success and home pages use the owner’s days for a drop', () => {
  const moved = { cutOffDay: '2026-11-30', shipBy: '2026-12-05', movedTo: '2027-01' }
  const late = { cutOffDay: '2027-01-05', shipBy: '2027-01-12', movedTo: null }
  const calendar = { '2026-12': moved, '2027-01': late }
  const steps = renderPage(<NextSteps items={[]} paidOn="2026-11-21" renews />, calendar)
  expect(steps.words).toMatch(/January\s6 First belt selection.*By January\s12 Shipping/)
  const plans = renderPage(<PlansSection today="2026-11-21" />, calendar)
  expect(plans.words).toMatch(/that is the January drop, shipped by January\s12/)
  expect(plans.words).toMatch(/Next charge January\s21, 2027/)
})
