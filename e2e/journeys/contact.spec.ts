import { expect, test } from './shop-test.ts'

test('a message to support is sent, said so for three seconds, and the form is empty again', async ({
  visitor,
}) => {
  await visitor.goto('/contact')
  const send = visitor.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
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
  await send.click()
  await expect(visitor.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await expect(visitor.getByLabel('Subject', { exact: true })).toHaveValue('')
})

test('a message that could not be sent says so and keeps what was typed', async ({ visitor }) => {
  await visitor.goto('/contact')
  await visitor.route('**/api/contact', (route) => route.abort())
  await visitor.getByLabel('Name', { exact: true }).fill('Maya Ellison')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('A question')
  await visitor.getByLabel('Message', { exact: true }).fill('How long is a belt of size 36?')
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.getByText('Failed to send message').first()).toBeVisible()
  await expect(visitor.getByLabel('Subject', { exact: true })).toHaveValue('A question')
})

test('who has no network is told so, and loses nothing that was typed', async ({ visitor }) => {
  await visitor.goto('/contact')
  await visitor.getByLabel('Name', { exact: true }).fill('Maya Ellison')
  await visitor.getByLabel('Email', { exact: true }).fill('maya@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('A question')
  await visitor.getByLabel('Message', { exact: true }).fill('How long is a belt of size 36?')
  await visitor.context().setOffline(true)
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.getByText('Failed to send message').first()).toBeVisible()
  await expect(visitor.getByText(/You are offline\./).first()).toBeVisible()
  await visitor.context().setOffline(false)
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
})
