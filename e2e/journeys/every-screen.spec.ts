import type { Locator, Page } from '@playwright/test'
import { sized } from '../../test/random.ts'
import { expectPaper, lookAtScreen } from './look-at-screen.ts'
import { ownerCommand } from './make-code.ts'
import { daysAhead, fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, follow, test } from './shop-test.ts'

// Every screen of the shop, once, each measured by look-at-screen.ts: some take a second.

/** In the soak, also what differs in a line. */
const isLong = sized(false, true)

const self = { recipient: 'Myself', gender: 'Men', styles: ['Dress'], size: '36', plan: '6 Months' } as const
const gift = {
  recipient: 'A gift',
  gender: 'Women',
  styles: ['Let Recipient Pick'],
  size: 'Unsure',
  plan: '12 Months',
} as const

/** Longer than a phone is wide. */
const longName = 'Hubert Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'

test.beforeEach(async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 })
})

/** Esc sends a notice away, wherever the focus is. What draws the first one is fetched, so it may come after the page's own words. */
async function expectNoToast(page: Page) {
  await expect(page.locator('.toasts')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.locator('.toast')).toHaveCount(0)
}

/** A notice stands for seconds; with the focus on it, it waits. */
async function lookAtToast(page: Page, name: string) {
  await page.keyboard.press('F8')
  await lookAtScreen(page, name, { part: '.toasts' })
  await expectNoToast(page)
}

/** The name that a button with an icon shows, if it does, and how long it waits. */
const tooltipOf = (button: Locator) =>
  button.evaluate((element) => {
    const { content, display, animationDelay } = getComputedStyle(element, '::after')
    const isNamed = content.includes(`"${element.getAttribute('aria-label')}"`)
    return isNamed && display !== 'none' ? animationDelay : null
  })

test('the home page, its dialogs, tooltips, toasts and footer are accessible, and Esc returns the focus', async ({
  visitor,
}) => {
  await visitor.goto('/')
  await visitor.keyboard.press('Tab')
  await lookAtScreen(visitor, 'home')
  const dialog = visitor.getByRole('dialog')
  const menu = visitor.getByRole('button', { name: 'Open menu' })
  expect(await tooltipOf(menu)).toBeNull()
  await menu.hover()
  expect(await tooltipOf(menu)).toBe('0.7s')
  await menu.click()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await lookAtScreen(visitor, 'menu', { isSmallOnly: true })
  await visitor.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
  expect(await tooltipOf(menu)).toBe('0s')
  await visitor.keyboard.press('Escape')
  expect(await tooltipOf(menu)).toBeNull()
  await expect(menu).toBeFocused()
  const examples = visitor.getByRole('button', { name: /See Examples/ }).first()
  await examples.click()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await lookAtScreen(visitor, 'examples')
  const picture = visitor.getByRole('button', { name: /show fullscreen/ }).first()
  await picture.click()
  await expect(dialog).toHaveCount(2)
  await lookAtScreen(visitor, 'fullscreen picture')
  await visitor.keyboard.press('Escape')
  await expect(picture).toBeFocused()
  await visitor.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(examples).toBeFocused()
  await visitor.getByRole('button', { name: /^Do not sell/ }).click()
  await visitor.route('**/api/newsletter/subscribe', (route) => route.abort())
  await visitor.getByLabel('Newsletter').fill('maya@example.com')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.getByText('Subscription failed', { exact: true })).toBeVisible()
  await lookAtToast(visitor, 'notice')
  await lookAtScreen(visitor, 'newsletter refused, nothing sold', { part: '.foot' })
  await visitor.unroute('**/api/newsletter/subscribe')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.getByText(/^Welcome aboard/)).toBeVisible()
  await lookAtScreen(visitor, 'newsletter done', { part: '.foot' })
})

// The steps of a gift have every field of a plan for oneself, and more.
for (const recipient of isLong ? ['Myself', 'A gift'] : ['A gift']) {
  test(`each step of the quiz, ${recipient}, is accessible`, async ({ visitor }) => {
    const look = (name: string) => lookAtScreen(visitor, `${recipient}, ${name}`, { part: '.quiz' })
    const next = visitor.getByRole('button', { name: 'Next', exact: true })
    await visitor.goto('/')
    await visitor.getByRole('radio', { name: recipient }).check()
    await look('step 1')
    await expectPaper(visitor, '.quiz')
    await next.click()
    await visitor.getByRole('group', { name: /wear/ }).getByRole('radio').first().check()
    await look('step 2')
    await next.click()
    await visitor.getByRole('checkbox', { name: 'Dress' }).check()
    await look('step 3')
    await next.click()
    await visitor.getByRole('radio', { name: 'Pants 34, belt 36' }).check()
    await visitor.getByRole('checkbox', { name: /^I understand/ }).check()
    await look('step 4')
    await visitor.getByRole('button', { name: 'Open the sizing guide' }).click()
    await expect(visitor.getByRole('dialog')).toBeVisible()
    await look('sizing guide')
    await visitor.keyboard.press('Escape')
    await next.click()
    await visitor.getByLabel(recipient === 'Myself' ? 'Email' : 'Your email', { exact: true }).fill('maya')
    if (recipient === 'A gift') {
      await visitor.getByLabel('Recipient email', { exact: true }).fill('thomas@')
      await visitor.getByLabel('Send date', { exact: true }).fill(daysAhead(-3))
    }
    await visitor.getByLabel('City', { exact: true }).fill('Somewhere')
    await expect(visitor.getByText('Please enter a valid email address').first()).toBeVisible()
    await look('step 5 with errors')
    await fill(visitor, {
      'Full name': 'Maya Ellison',
      Email: 'maya@example.com',
      'Your name': 'Maya Ellison',
      'Your email': 'maya@example.com',
      'Recipient email': 'thomas@example.com',
      'Send date': daysAhead(20),
      Address: '418 Alder Street',
      State: 'OR',
      'ZIP code': '97201',
    })
    await next.click()
    await visitor.getByRole('radio', { name: '6 Months' }).check()
    await look('step 6')
  })
}

/** Fills those of the named fields that exist. */
async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true })
    if ((await field.count()) > 0) await field.fill(value)
  }
}

test('the cart, the payment and its outcomes are accessible', async ({ visitor, shop }) => {
  await visitor.goto('/cart')
  await expect(visitor.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await lookAtScreen(visitor, 'empty cart', { part: 'main' })
  await fillCart(visitor, { ...self, name: longName }, gift)
  await visitor.getByText('Add a promotion code').click()
  await visitor.getByLabel('Promotion code').fill('TEN-OFF')
  await visitor.getByRole('button', { name: 'Apply' }).click()
  await expect(visitor.getByText(/^We don’t know the code/)).toBeVisible()
  await lookAtScreen(visitor, 'cart of two, code refused', { part: 'main' })
  await expectPaper(visitor, '[aria-labelledby=billing-title]')
  await ownerCommand(shop.dataDir, 'promotion:create', { code: 'TEN-OFF', percent: '10' })
  await visitor.getByRole('button', { name: 'Apply' }).click()
  await expect(visitor.getByText('10% off the first payment')).toBeVisible()
  if (isLong) await lookAtScreen(visitor, 'code applied', { part: '.checkout' })
  await visitor.getByRole('button', { name: /^Remove .*12 Months/ }).click()
  if (isLong) await lookAtScreen(visitor, 'cart of one', { part: '.checkout' })
  await proceedToPayment(visitor)
  await visitor.getByLabel('Email', { exact: true }).fill('')
  await visitor.getByRole('button', { name: /^Pay / }).click()
  await expect(visitor.getByText('Email Required', { exact: true })).toBeVisible()
  await lookAtToast(visitor, 'email required')
  await lookAtScreen(visitor, 'payment with errors', { part: 'main' })
  await expectPaper(visitor, 'section[aria-labelledby=payment-title]')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await payWith(visitor, '4000 0000 0000 0002')
  await expect(visitor.getByText('Your card was declined.').first()).toBeVisible()
  await expectNoToast(visitor)
  await lookAtScreen(visitor, 'card declined', { part: '.pay' })
  await payWith(visitor, '4000 0025 0000 3155')
  await expect(visitor.getByRole('dialog')).toBeVisible()
  await lookAtScreen(visitor, 'bank asks')
  await visitor.route('**/api/orders/guest', (route) => route.abort())
  await visitor.route('**/api/create-subscription-order', (route) => route.abort())
  await visitor.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(visitor.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNoToast(visitor)
  await lookAtScreen(visitor, 'paid, order not made', { part: '.pay' })
  await visitor.unrouteAll()
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expectNoToast(visitor)
  await lookAtScreen(visitor, 'success', { part: 'main' })
  await visitor.route('**/api/checkout-session-complete', () => {})
  if (isLong) {
    await visitor.goto('/checkout/success?session_id=cs_1')
    await expect(visitor.getByText('Processing your order')).toBeVisible()
    await lookAtScreen(visitor, 'success, waiting', { part: 'main' })
  }
  // Back from a bank that has not decided, in a browser that does not know the cart.
  await visitor.goto(
    '/checkout/success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=processing',
  )
  await expect(visitor.getByRole('heading', { name: 'Your bank is still deciding' })).toBeVisible()
  await expect(visitor.getByRole('main')).toBeFocused()
  await lookAtScreen(visitor, 'success, undecided', { part: 'main' })
})

test('the shop’s other pages are accessible', async ({ visitor }) => {
  await visitor.goto('/terms')
  for (const path of [
    '/terms',
    '/thank-you',
    '/returns',
    '/privacy',
    '/accessibility',
    '/newsletter/confirmed',
    '/newsletter/unsubscribe',
    '/newsletter/unsubscribed',
    '/newsletter/old-link',
    '/no-such-page',
  ]) {
    await follow(visitor, path)
    // The frame is every page's, and was looked at around the home page.
    await lookAtScreen(visitor, path, { part: 'main' })
  }
  await follow(visitor, '/contact')
  await lookAtScreen(visitor, 'contact', { part: 'main' })
  await expectPaper(visitor, '.contact-sheet')
  await expectPaper(visitor, '.news-card')
  await fill(visitor, { Name: 'Maya', Email: 'maya', Subject: 'Size', Message: 'Short' })
  await visitor.getByLabel('Category').selectOption('order')
  await visitor.getByLabel('Order number').fill('BC-2222-3333')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByText('Valid email is required')).toBeVisible()
  await lookAtScreen(visitor, 'contact with errors', { part: 'main' })
  await fill(visitor, { Email: 'maya@example.com', Message: 'Which size shall I take?' })
  await visitor.evaluate(() => {
    // "Message Sent" gives way after 3 s; here it waits to be looked at.
    const later = window.setTimeout
    Object.assign(window, {
      setTimeout: (what: () => void, ms: number) => later(what, ms === 3000 ? 600_000 : ms),
    })
  })
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await expectNoToast(visitor)
  await lookAtScreen(visitor, 'message sent', { part: 'main' })
  await expectPaper(visitor, '.contact-sent')
  await visitor.route('**/api/account/handover', (route) => route.fulfill({ json: takenOver }))
  await follow(visitor, '/handover/link')
  await expectPaper(visitor, '.handover-card')
  await visitor.route('**/api/account/review', (route) => route.fulfill({ json: reviewed }))
  await follow(visitor, '/review/link')
  await expectPaper(visitor, '.review-sheet')
})

/** What the shop answers about a membership to take over, and about a belt to review. */
const takenOver = {
  ...{
    toName: 'Thomas',
    toEmail: 'thomas@example.com',
    fromName: 'Maya',
    planName: 'Monthly',
    gender: 'male',
  },
  ...{ belts: 1, nextDrop: '2027-01', until: '2027-01-31', step: 'card', chosen: null },
  card: { amountCents: 6950, on: '2027-01-28', terms: 'Renews monthly.', clientSecret: 's', isGiven: true },
}
const reviewed = {
  belt: { name: 'The Ashbury', imageUrl: null, nightImageUrl: null, imageAlt: '' },
  ...{ signature: 'Maya, Portland, OR', fit: 'right' },
  written: { stars: 5, text: 'Good belt.', shows: 'name', state: 'waiting', declinedBecause: null },
}

test('an error page says so and takes the keyboard focus', async ({ visitor }) => {
  await visitor.goto('/contact')
  await visitor.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).press('Enter')
  await expect(visitor.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
  await expect(visitor.getByRole('main')).toBeFocused()
  await lookAtScreen(visitor, 'a page that did not load')
})
