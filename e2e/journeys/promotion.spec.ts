import type { Page } from '@playwright/test'
import { gift } from './buy-order.ts'
import { expectPaper } from './look-at-screen.ts'
import { ownerCommand } from './make-code.ts'
import { fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const self = {
  recipient: 'Myself',
  gender: 'Men',
  styles: ['Dress'],
  size: '36',
  plan: 'Monthly',
} as const
const make = (dataDir: string, code: string, args: Record<string, string | true>) =>
  ownerCommand(dataDir, 'promotion:create', { code, ...args })

async function apply(page: Page, code: string) {
  const field = page.getByLabel('Promotion code')
  if (!(await field.isVisible())) await page.getByText('Add a promotion code').click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}
const row = (page: Page, name: string) => page.locator('.sum > div', { hasText: name })

test('a promotion code applies, survives a reload, is charged, renews as agreed, and ends with the order', {
  tag: '@soak',
}, async ({ visitor, shop }) => {
  await make(shop.dataDir, 'TENTH', { percent: '10', forever: true })
  await fillCart(visitor, self)
  await apply(visitor, ' tenth')
  await expect(row(visitor, 'Promotion TENTH')).toContainText('10% off every payment')
  await expect(row(visitor, 'Promotion TENTH')).toContainText('\u2212$6.95')
  await expect(visitor.getByRole('button', { name: 'Remove promotion TENTH' })).toBeFocused()
  await expect(row(visitor, 'Total before tax')).toContainText('$62.55')
  await expect(visitor.getByText(/ at \$62\.55, until you cancel/)).toBeVisible()
  await visitor.reload()
  await expect(row(visitor, 'Total before tax')).toContainText('$62.55')
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Total today')).toContainText('$62.55')
  await expect(visitor.getByText(/renews at \$62\.55 every month/)).toBeVisible()
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await visitor.evaluate(() => sessionStorage.getItem('promotionCode'))).toBeNull()
})

test('a refused code says why next to the field, and the cart stays as it was', { tag: '@soak' }, async ({
  visitor,
  shop,
}) => {
  await make(shop.dataDir, 'YEARLY', { amount: '50.00', plans: '12-months' })
  await fillCart(visitor, self)
  await apply(visitor, '')
  await expect(visitor.getByText('Type your code first.')).toBeVisible()
  await apply(visitor, 'nobody')
  await expect(visitor.getByText('We don’t know the code NOBODY. Check the spelling.')).toBeVisible()
  await expect(visitor.getByLabel('Promotion code')).toHaveValue('nobody')
  await apply(visitor, 'yearly')
  await expect(visitor.getByText('The code YEARLY is for the 12 Months plan only.')).toBeVisible()
  await expect(row(visitor, 'Total before tax')).toContainText('$69.50')
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Total today')).toContainText('$69.50')
})

test('changing or removing the code starts another payment', { tag: '@soak' }, async ({ visitor, shop }) => {
  await make(shop.dataDir, 'FIVER', { amount: '5.00' })
  await fillCart(visitor, self)
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Total today')).toContainText('$69.50')
  await apply(visitor, 'fiver')
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Total today')).toContainText('$64.50')
  await visitor.getByRole('button', { name: 'Remove promotion FIVER' }).click()
  await expect(visitor.getByText('Add a promotion code')).toBeFocused()
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Total today')).toContainText('$69.50')
  await expect(row(visitor, 'Promotion')).toHaveCount(0)
})

test('a code that expires before payment is removed with the reason, and checkout goes on without it', {
  tag: '@soak',
}, async ({ visitor, shop }) => {
  await make(shop.dataDir, 'BRIEF', { percent: '20' })
  await fillCart(visitor, self)
  await apply(visitor, 'brief')
  await expect(row(visitor, 'Total before tax')).toContainText('$55.60')
  await ownerCommand(shop.dataDir, 'promotion:end', { code: 'BRIEF' })
  await visitor.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(
    visitor.getByRole('main').getByText('The code BRIEF isn’t available anymore.', { exact: true }),
  ).toBeVisible()
  await expect(visitor.getByLabel('Promotion code')).toHaveValue('BRIEF')
  await expect(row(visitor, 'Total before tax')).toContainText('$69.50')
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Total today')).toContainText('$69.50')
})

test('with a code for the full amount, nothing is due today', { tag: '@soak' }, async ({ visitor, shop }) => {
  await make(shop.dataDir, 'ALL-FREE', { percent: '100' })
  await fillCart(visitor, self)
  await apply(visitor, 'all-free')
  await expect(row(visitor, 'Nothing to pay today')).toContainText('$0.00')
  await expect(
    visitor.getByText('Nothing to pay today. Your own plan renews, so we need a card'),
  ).toBeVisible()
  await proceedToPayment(visitor)
  await expect(row(visitor, 'Nothing to pay today')).toContainText('$0.00')
  await expect(visitor.getByText(/renews at \$69\.50 every month/)).toBeVisible()
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.locator('.order-number')).toBeVisible()
})

test('when nothing is charged, now or later, a gift needs no card and one button', async ({
  visitor,
  shop,
}) => {
  await make(shop.dataDir, 'ON-US', { percent: '100' })
  await visitor.goto('/cart')
  await visitor.evaluate((item) => sessionStorage.setItem('cartItems', JSON.stringify([item])), gift)
  await visitor.reload()
  await apply(visitor, 'on-us')
  await expect(row(visitor, 'Taxes')).toContainText('$0.00')
  await expect(visitor.getByText('You don’t need a card.')).toBeVisible()
  await expectPaper(visitor, '[aria-labelledby=free-title]')
  await expect(visitor.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0)
  await visitor.getByLabel('Email', { exact: true }).fill('nobody')
  await visitor.getByRole('button', { name: 'Place my order' }).click()
  await expect(visitor.getByLabel('Email', { exact: true })).toBeFocused()
  await visitor.getByLabel('Email', { exact: true }).fill('sam@example.com')
  await visitor.getByRole('button', { name: 'Place my order' }).dblclick()
  await expect(visitor.locator('.order-number')).toBeVisible()
  await expect(visitor.getByText('sam@example.com')).toBeVisible()
})
