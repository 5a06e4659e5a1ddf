import { expect, test } from './shop-test.ts'

test('a support message is sent, confirmed for three seconds, and the form is empty again', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.goto('/contact')
  const send = visitor.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  // An empty or invalid field says what it needs.
  await visitor.getByLabel('Name', { exact: true }).focus()
  await visitor.getByLabel('Email', { exact: true }).fill('maya')
  await visitor.getByLabel('Email', { exact: true }).blur()
  await expect(visitor.getByText('Name is required')).toBeVisible()
  await expect(visitor.getByText('Valid email is required')).toBeVisible()
  await visitor.getByLabel('Name', { exact: true }).fill('Maya Ellison')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('A question')
  await visitor.getByLabel('Message', { exact: true }).fill('too short')
  await visitor.getByLabel('Category', { exact: true }).selectOption('order')
  await expect(send).toBeDisabled()
  await visitor.getByLabel('Order number', { exact: true }).fill('BC-7K3F-9QMT')
  await send.click()
  await expect(visitor.getByText('Message must be at least 10 characters')).toBeVisible()
  await visitor.getByLabel('Message', { exact: true }).fill('How long is a belt of size 36?')
  await visitor.clock.pauseAt(Date.now() + 60_000)
  await send.click()
  const sent = visitor.getByRole('heading', { name: 'Message Sent' })
  await expect(sent).toBeVisible()
  // Its three seconds have begun when the notice, which is fetched, is there too.
  await expect(
    visitor.getByText("Message sent successfully! We'll get back to you within 24 hours.").first(),
  ).toBeVisible()
  await visitor.clock.runFor(2900)
  await expect(sent).toBeVisible()
  await visitor.clock.runFor(100)
  await expect(sent).toHaveCount(0)
  await expect(visitor.getByLabel('Subject', { exact: true })).toHaveValue('')
})

test('a message that fails to send says so and keeps what was typed', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.goto('/contact')
  await visitor.route('**/api/contact', (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitor.getByLabel('Name', { exact: true }).fill('Maya Ellison')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('A question')
  await visitor.getByLabel('Message', { exact: true }).fill('How long is a belt of size 36?')
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  const notice = visitor.locator('.toasts .toast')
  await expect(notice).toContainText('Failed to send message')
  await expect(notice).toContainText('Please try again or email us directly')
  await visitor.unroute('**/api/contact')
  await visitor.route('**/api/contact', (route) =>
    route.fulfill({ status: 503, body: '{"message":"The post is closed today."}' }),
  )
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice).toContainText('The post is closed today.')
  await visitor.unroute('**/api/contact')
  await visitor.route('**/api/contact', (route) =>
    route.fulfill({ json: { success: false, message: 'The box is full.' } }),
  )
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice).toContainText('The box is full.')
  await expect(visitor.getByRole('heading', { name: 'Message Sent' })).toHaveCount(0)
  await visitor.unroute('**/api/contact')
  await visitor.route('**/api/contact', (route) => route.abort())
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(notice.locator('.toast-title')).toHaveText('Error')
  await expect(visitor.getByLabel('Subject', { exact: true })).toHaveValue('A question')
})

test('an offline visitor is told so and loses nothing typed', { tag: '@soak' }, async ({ visitor }) => {
  await visitor.goto('/contact')
  await visitor.getByLabel('Name', { exact: true }).fill('Maya Ellison')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('A question')
  await visitor.getByLabel('Message', { exact: true }).fill('How long is a belt of size 36?')
  await visitor.context().setOffline(true)
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.getByText('Failed to send message').first()).toBeVisible()
  await expect(visitor.getByText(/You’re offline\./).first()).toBeVisible()
  await visitor.context().setOffline(false)
  const [answer] = await Promise.all([
    visitor.waitForResponse('**/api/contact'),
    visitor.getByRole('button', { name: 'Send', exact: true }).click(),
  ])
  expect(answer.request().postDataJSON()).toMatchObject({ subject: 'A question' })
  expect(answer.status()).toBe(200)
})
