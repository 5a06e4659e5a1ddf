import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopProcess } from '../../test/shop-process.ts'
import { expect, test } from './shop-test.ts'

/** The path of a link in the newsletter email to this address, once it has arrived. */
async function linkTo(shop: ShopProcess, to: string, pattern: RegExp) {
  const find = () =>
    globSync('mail/*_newsletter-confirmation_*.json', { cwd: shop.dataDir })
      .map((file) => JSON.parse(readFileSync(path.join(shop.dataDir, file), 'utf8')))
      .find((mail) => mail.to === to)
  await expect.poll(find).toBeDefined()
  return new URL(pattern.exec(find().text)![0]).pathname
}

test('on a phone, a sign-up on the contact page is confirmed by email and ended with one button', {
  tag: '@phone',
}, async ({ visitor, shop, launched }) => {
  await visitor.goto('/contact')
  const card = visitor.getByRole('main')
  await expect(card.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await card.getByLabel('First name (optional)').fill(' Ada ')
  await card.getByLabel('Where we send it').fill('ada@example.com')
  const asked = visitor.waitForRequest('**/api/newsletter/subscribe')
  await card.getByRole('button', { name: 'Subscribe' }).click()
  expect((await asked).postDataJSON()).toEqual({ email: 'ada@example.com', name: 'Ada', source: 'contact' })
  await expect(card.getByText('Welcome aboard! Check your email for a confirmation message.')).toBeVisible()
  await visitor.goto(await linkTo(shop, 'ada@example.com', /\S+\/confirm\/\S+/))
  await visitor.getByRole('button', { name: 'Yes, send me the letter' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await visitor.goto(await linkTo(shop, 'ada@example.com', /\S+\/unsubscribe\/\S+/))
  await visitor.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed')
  await visitor.goto(await linkTo(shop, 'ada@example.com', /\S+\/confirm\/\S+/))
  await visitor.getByRole('button', { name: 'Yes, send me the letter' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

  // Without scripts, the browser posts both forms, and the server answers with pages.
  const context = await launched.newContext({ baseURL: shop.address, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/contact')
  const message = page.getByRole('form', { name: 'Contact Support' })
  await message.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await message.getByLabel('Email', { exact: true }).fill('ada')
  await message.getByLabel('Message', { exact: true }).fill('It sings whenever I bow.')
  await message.getByRole('button', { name: 'Send' }).click()
  await expect(message.getByText('Valid email is required')).toBeVisible()
  await expect(message.getByLabel('Message', { exact: true })).toHaveValue('It sings whenever I bow.')
  await message.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await message.getByLabel('Subject', { exact: true }).fill('My buckle')
  await message.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Newsletter').fill('ada@example.com')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome aboard!')
  await context.close()
})
