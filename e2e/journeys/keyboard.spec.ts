import type { Page } from '@playwright/test'
import { expectFocusIsKept, press, tabTo, type } from './by-keyboard.ts'
import { ownerCommand } from './make-code.ts'
import { daysAhead, fillCart } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

/** Goes on from a step; the next question has the focus then. */
async function goOn(page: Page) {
  await press(page, page.getByRole('button', { name: 'Next', exact: true }))
  await expect(page.locator('#quiz-question')).toBeFocused()
}

async function typeAddress(page: Page) {
  await type(page, 'Address', '418 Alder Street')
  await type(page, 'City', 'Somewhere')
  await type(page, 'State', 'OR')
  await type(page, 'ZIP code', '97201')
}

async function proceed(page: Page) {
  await press(page, button(page, 'Proceed to Payment'))
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
}

async function typeCard(page: Page, number: string) {
  await type(page, 'Card number', number)
  await type(page, 'Expiration date', '1230')
  await type(page, 'Security code', '123')
}

async function expectOrderNumber(page: Page) {
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page.getByText(/BC-\w{4}-\w{4}/).first()).toBeVisible()
  await expectFocusIsKept(page)
}

/** From the cart: what is missing has the focus, and the bank’s question is declined and then confirmed. */
async function payByKeyboard(visitor: Page) {
  await proceed(visitor)
  await typeCard(visitor, '4000002500003155')
  await press(visitor, visitor.getByRole('button', { name: /^Pay / }))
  // What is missing has the focus, and says so.
  await expect(visitor.getByRole('checkbox', { name: /renews/ })).toBeFocused()
  await visitor.keyboard.press('Space')
  await press(visitor, visitor.getByRole('button', { name: /^Pay / }))
  await expect(visitor.getByRole('dialog')).toBeVisible()
  await press(visitor, visitor.getByRole('dialog').getByRole('button', { name: 'Decline' }))
  await expect(visitor.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await expect(visitor.getByRole('button', { name: /^Pay / })).toBeFocused()
  await visitor.keyboard.press('Enter')
  await press(visitor, visitor.getByRole('dialog').getByRole('button', { name: 'Confirm' }))
}

test('a payment by keyboard alone, from the cart to the order number', async ({ visitor }) => {
  await fillCart(visitor, {
    recipient: 'Myself',
    gender: 'Men',
    styles: ['Dress'],
    size: '36',
    plan: 'Monthly',
  })
  await press(visitor, visitor.getByRole('link', { name: 'Skip to content' }))
  await expect(visitor.getByRole('main')).toBeFocused()
  await payByKeyboard(visitor)
  await expectOrderNumber(visitor)
})

test('a purchase by keyboard alone, from the first link to the order number', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.goto('/')
  await press(visitor, visitor.getByRole('link', { name: 'Skip to content' }))
  await expect(visitor.getByRole('main')).toBeFocused()
  await press(visitor, visitor.getByRole('main').getByRole('link', { name: 'Start My Style Quiz' }))
  await expect(visitor.locator('#build-your-profile')).toBeFocused()
  await press(visitor, radio(visitor, 'Myself'), 'Space')
  await goOn(visitor)
  // Back and forth: what was chosen stays, and the question has the focus each time.
  await press(visitor, button(visitor, 'Previous'))
  await expect(visitor.locator('#quiz-question')).toBeFocused()
  await tabTo(visitor, radio(visitor, 'Myself'))
  await goOn(visitor)
  await press(visitor, visitor.getByRole('group', { name: /wear/ }).getByRole('radio').first(), 'Space')
  await goOn(visitor)
  await press(visitor, visitor.getByRole('checkbox', { name: 'Dress' }), 'Space')
  await press(visitor, visitor.getByRole('checkbox', { name: 'Stretch' }), 'Space')
  await goOn(visitor)
  await tabTo(visitor, radio(visitor, 'Pants 30, belt 32'))
  await visitor.keyboard.press('ArrowRight')
  await visitor.keyboard.press('ArrowRight')
  await expect(radio(visitor, 'Pants 34, belt 36')).toBeChecked()
  await press(visitor, button(visitor, 'Open the sizing guide'))
  await expect(visitor.getByRole('dialog', { name: 'Sizing Guide' })).toBeVisible()
  await expect(visitor.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await visitor.keyboard.press('Escape')
  await expect(button(visitor, 'Open the sizing guide')).toBeFocused()
  await press(visitor, visitor.getByRole('checkbox', { name: /^I understand/ }), 'Space')
  await goOn(visitor)
  await type(visitor, 'Full name', 'Maya Ellison')
  await type(visitor, 'Email', 'maya@example')
  await visitor.keyboard.press('Tab')
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    /Please enter a valid email address/,
  )
  await visitor.keyboard.press('Shift+Tab')
  await visitor.keyboard.press('End')
  await visitor.keyboard.type('.com')
  await typeAddress(visitor)
  await goOn(visitor)
  await expect(visitor.getByRole('progressbar', { name: 'Style quiz' })).toHaveAttribute(
    'aria-valuetext',
    'Step 6 of 6',
  )
  await press(visitor, radio(visitor, 'Monthly'), 'Space')
  await visitor.keyboard.press('ArrowDown')
  await expect(radio(visitor, '6 Months')).toBeChecked()
  await press(visitor, button(visitor, 'Add to Cart'))
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Complete Your Order')
  await expect(visitor.getByRole('main')).toBeFocused()
  await press(visitor, visitor.getByText('Add a promotion code'))
  await type(visitor, 'Promotion code', 'NOBODY-KNOWS')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByLabel('Promotion code')).toHaveAccessibleDescription(/^We don’t know the code/)
  await expect(visitor.getByLabel('Promotion code')).toBeFocused()
  await payByKeyboard(visitor)
  await expectOrderNumber(visitor)
})

test('a gift by keyboard alone, from the header to the order number', { tag: '@soak' }, async ({
  visitor,
  shop,
}) => {
  await ownerCommand(shop.dataDir, 'promotion:create', { code: 'BY-KEYS', percent: '10' })
  await visitor.goto('/')
  await press(
    visitor,
    visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gift a Friend' }),
  )
  await expect(visitor.locator('#build-your-profile')).toBeFocused()
  await tabTo(visitor, radio(visitor, 'A gift'))
  await visitor.keyboard.press('ArrowUp')
  await expect(radio(visitor, 'Myself')).toBeChecked()
  await visitor.keyboard.press('ArrowDown')
  await goOn(visitor)
  await press(visitor, visitor.getByRole('group', { name: /wear/ }).getByRole('radio').first(), 'Space')
  await visitor.keyboard.press('ArrowDown')
  await goOn(visitor)
  await press(visitor, visitor.getByRole('checkbox', { name: 'Let Recipient Pick' }), 'Space')
  await goOn(visitor)
  await tabTo(visitor, radio(visitor, /belt 26/))
  await visitor.keyboard.press('ArrowUp')
  await expect(radio(visitor, 'Let Recipient Choose')).toBeChecked()
  await press(visitor, visitor.getByRole('checkbox', { name: /^I understand/ }), 'Space')
  await goOn(visitor)
  await type(visitor, 'Your name', 'Maya Ellison')
  await type(visitor, 'Your email', 'maya@example.com')
  await type(visitor, 'Recipient email', 'thomas@example.com')
  const [year, month, day] = daysAhead(20).split('-')
  await type(visitor, 'Send date', `${month}${day}${year}`)
  await expect(visitor.getByLabel('Send date', { exact: true })).toHaveValue(daysAhead(20))
  await type(visitor, 'Personal message', 'Happy birthday, Dad.')
  await type(visitor, 'Full name', 'Thomas Ellison')
  await typeAddress(visitor)
  await goOn(visitor)
  await press(visitor, radio(visitor, 'Monthly'), 'Space')
  await press(visitor, button(visitor, 'Add to Cart'))
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Complete Your Gift Order')
  await press(visitor, visitor.getByText('Add a promotion code'))
  await type(visitor, 'Promotion code', 'BY-KEYS')
  await visitor.keyboard.press('Enter')
  await expect(button(visitor, 'Remove promotion BY-KEYS')).toBeFocused()
  await proceed(visitor)
  await typeCard(visitor, '4000000000000002')
  await press(visitor, visitor.getByRole('button', { name: /^Pay / }))
  await expect(visitor.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: /^Pay / })).toBeFocused()
  // Three fields back, to another card.
  for (const field of ['Security code', 'Expiration date', 'Card number']) {
    await visitor.keyboard.press('Shift+Tab')
    await expect(visitor.getByLabel(field)).toBeFocused()
  }
  await visitor.keyboard.type('4242424242424242')
  await press(visitor, visitor.getByRole('button', { name: /^Pay / }))
  await expectOrderNumber(visitor)
})
