import { openAdmin } from './admin-test.ts'
import { buy, gift, mails } from './buy-order.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { expect, follow, test } from './shop-test.ts'

// Each screen is measured at several sizes and in both themes.
test('an order is found, shipped with tracking, confirmed and noted', async ({ visitor, shop }) => {
  const number = await buy(shop, gift)
  await buy(shop, {
    ...gift,
    ...{ id: 'cart-1790000000002', planId: 'monthly', planName: 'Monthly', price: '$69.50' },
    ...{ recipientType: 'self', giftDetails: undefined },
  })
  await openAdmin(visitor)
  await expect(visitor.getByText('2 orders, 1 gift, newest first')).toBeVisible()
  await lookAtScreen(visitor, 'orders', { part: 'main' })

  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.getByLabel('For whom').selectOption('Gifts')
  await visitor.getByLabel('Find an order').fill('ellison thom')
  await expect(visitor).toHaveURL(/search=ellison\+thom/)
  await expect(visitor.getByRole('link', { name: /^BC-/ })).toHaveText([number])
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: /^BC-/ })).toHaveText([number])
  await expect(visitor.getByText('Guest Order')).toBeVisible()

  // Nothing is sent when nothing was entered (spec §5).
  const sent: string[] = []
  visitor.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await visitor.getByRole('button', { name: `Set tracking of ${number}` }).click()
  await visitor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  expect(sent).toEqual([])

  // Well before the request: a browser begins to intercept a moment after it was asked to.
  await visitor.route('**/tracking', (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitor.getByRole('button', { name: `Set tracking of ${number}` }).click()
  await lookAtScreen(visitor, 'tracking', { part: '.dialog' })
  await visitor.getByLabel('Tracking number').fill('1Z999AA10123456784')
  const notice = visitor.locator('.toasts .toast')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('No box of this order is packed yet.')).toBeVisible()
  await visitor.keyboard.press('Enter')
  await expect(notice).toContainText(/Error\s*Failed to update tracking/)
  await visitor.unroute('**/tracking')
  await visitor.getByLabel('Tracking number').press('Enter')
  await expect(visitor.getByText('Tracking Updated', { exact: true })).toBeVisible()
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.route('**/status', (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitor.getByLabel(`Status of ${number}`).selectOption('shipped')
  await expect(notice).toContainText(/Error\s*Failed to update status/)
  await visitor.unroute('**/status')
  sent.length = 1
  await visitor.getByLabel(`Status of ${number}`).selectOption('shipped')
  await expect(visitor.getByText('Order status updated successfully', { exact: true })).toBeVisible()
  await expect.poll(() => mails(shop, 'order-shipped').map(({ to }) => to)).toEqual(['maya@example.com'])

  // Odd, so it is asked about; left as it is, nothing changes.
  await visitor.getByLabel(`Status of ${number}`).selectOption('pending')
  await visitor.getByRole('button', { name: 'Never mind' }).click()
  await expect(visitor.getByLabel(`Status of ${number}`)).toHaveValue('shipped')
  expect(sent).toHaveLength(2)

  await visitor.getByRole('link', { name: number }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(visitor.getByText('Status set by hand, from pending to shipped')).toBeVisible()
  await lookAtScreen(visitor, 'one order', { part: 'main' })
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.getByLabel(/^New note/).fill('Called about the last box.')
  await visitor.getByRole('button', { name: 'Save note' }).click()
  await expect(visitor.getByText('Called about the last box.')).toBeVisible()

  await follow(visitor, '/admin?search=nobody+of+this+name')
  await expect(visitor.getByText('No orders match.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Show all' }).first().click()
  await expect(visitor.getByRole('link', { name: /^BC-/ })).toHaveCount(2)
})
