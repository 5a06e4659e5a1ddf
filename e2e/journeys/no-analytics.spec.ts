import { watchOutside } from './analytics-test.ts'
import { fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

test('without analytics IDs, a whole purchase sends requests to the shop only', { tag: '@soak' }, async ({
  visitor,
  shop,
}) => {
  const { asked } = await watchOutside(visitor, shop.address)
  await fillCart(visitor, {
    recipient: 'Myself',
    gender: 'Men',
    styles: ['Dress'],
    size: '36',
    plan: 'Monthly',
  })
  await proceedToPayment(visitor)
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await visitor.goto('/contact', { waitUntil: 'networkidle' })
  expect(asked).toEqual([])
  expect(await visitor.evaluate(() => 'dataLayer' in window)).toBe(false)
})
