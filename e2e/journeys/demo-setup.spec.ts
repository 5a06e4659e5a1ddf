import { makeFreeCode } from './make-code.ts'
import { fillCart, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

test('in the demo, too, an order with nothing due saves the card', { tag: '@soak' }, async ({
  visitor,
  shop,
}) => {
  await makeFreeCode(shop.dataDir, 'DEMO-FREE')
  await fillCart(visitor, {
    recipient: 'Myself',
    gender: 'Men',
    styles: ['Dress'],
    size: '36',
    plan: 'Monthly',
  })
  await visitor.route('**/api/create-payment-intent', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), promotionCode: 'DEMO-FREE' } }),
  )
  await proceedToPayment(visitor)
  await expect(visitor.getByRole('button', { name: 'Pay nothing today and save my card' })).toBeVisible()
  await payWith(visitor, '4000 0000 0000 0002')
  await expect(visitor.getByText('Setup Failed').first()).toBeVisible()
  await payWith(visitor, '4242 4242 4242 4242')
  await expect(visitor.locator('.order-number')).toBeVisible()
})
