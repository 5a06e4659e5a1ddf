import { calendarDateIn } from '../../domain/calendar-date.ts'
import { newDataDir, startShopProcess } from '../../test/shop-process.ts'
import { saveBelt } from './admin-test.ts'
import { buy, gift, mails, post } from './buy-order.ts'
import { test as base, openShop } from './shop-test.ts'

const ownLabel = 'nine walnut buckles tonight'

/** For a process whose clock is a day behind. */
const aDayAgo = `const Real = Date
const now = () => Real.now() - 86400000
globalThis.Date = class extends Real {
  constructor(...parts) { super(...(parts.length > 0 ? parts : [now()])) }
  static now() { return now() }
}`

/** A shop that opened yesterday, sold a gift, and restarted today. Its admin password is the printed one. */
async function shopOfYesterday() {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(aDayAgo)}`
  const first = await startShopProcess({ dataDir: newDataDir(), env: { LOG_LEVEL: 'warn', NODE_OPTIONS } })
  const madePassword = /password (\S+) \(shown only now/.exec(first.output())?.[1] ?? ''
  const giftNumber = await buy(first, gift)
  await first.stop()
  const opened = await openShop({ dataDir: first.dataDir, env: { LOG_LEVEL: 'warn' } })
  return { ...opened, madePassword, giftNumber }
}

const test = base.extend<{ madePassword: string; giftNumber: string }>({
  shop: async ({ shops }, use) => use((await shops.open(shopOfYesterday)).shop),
  madePassword: async ({ shops }, use) => use((await shops.open(shopOfYesterday)).madePassword),
  giftNumber: async ({ shops }, use) => use((await shops.open(shopOfYesterday)).giftNumber),
})
const { expect } = test

// Half a minute: a whole day, a shop that starts twice, and a picture rendered into six files.
test('an owner’s first day, from the printed password to a new belt on the home page', {
  tag: '@soak',
}, async ({ visitor: page, shop, madePassword, giftNumber }) => {
  await post(shop, '/api/contact', {
    name: 'Lee Okafor',
    email: 'lee@example.com',
    subject: 'Which size?',
    category: 'sizing',
    message: 'I wear 34 jeans. Is 36 right?',
  })
  const { id: _self, giftDetails: _none, ...own } = gift
  await buy(shop, { ...own, id: 'cart-1790000000002', recipientType: 'self' })

  await test.step('signs in with the printed password and chooses another', async () => {
    await page.goto('/admin')
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill(madePassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
    await page.getByLabel('Current password').fill(madePassword)
    await page.getByLabel('New password').fill(ownLabel)
    await page.getByRole('button', { name: 'Continue to the admin' }).click()
    await expect(page.getByText('2 orders, 1 gift, newest first')).toBeVisible()
  })

  await test.step('finds yesterday’s gift and sends it on its way: the buyer gets the mail', async () => {
    // By its process’s clock; on the 25-hour day that may be today.
    const yesterday = calendarDateIn('America/New_York', new Date(Date.now() - 86_400_000))
    await page.getByLabel('For whom').selectOption('Gifts')
    await page.getByLabel('From').fill(yesterday)
    await page.getByLabel('To', { exact: true }).fill(yesterday)
    await expect(page.getByRole('link', { name: /^BC-/ })).toHaveText([giftNumber])
    await page.getByLabel(`Status of ${giftNumber}`).selectOption('shipped')
    await page.getByRole('button', { name: 'Set to shipped' }).click()
    await expect(page.getByText('Order status updated successfully', { exact: true })).toBeVisible()
    expect(mails(shop, 'order-shipped')).toEqual([])
    await page.getByRole('button', { name: `Set tracking of ${giftNumber}` }).click()
    await page.getByLabel('Tracking number').fill('1Z999AA10123456784')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Tracking Updated', { exact: true })).toBeVisible()
    await expect.poll(() => mails(shop, 'order-shipped')).toHaveLength(1)
    const [mail] = mails(shop, 'order-shipped')
    expect(mail).toMatchObject({
      to: 'maya@example.com',
      text: expect.stringContaining('1Z999AA10123456784'),
    })
  })

  await test.step('gives one box back: the sixth of what was paid', async () => {
    await page.getByRole('link', { name: giftNumber }).click()
    await page
      .getByRole('checkbox', { name: /^Box of/ })
      .last()
      .check()
    // As many people press every button.
    await page.getByRole('button', { name: 'Refund one box' }).dblclick()
    await page.getByRole('textbox', { name: /^Why/ }).fill('One belt too many')
    await page.getByRole('button', { name: 'Refund $59.50' }).click()
    await expect(page.getByText('Refund made', { exact: true })).toBeVisible()
    await expect(page.getByText('Refunded $59.50').first()).toBeVisible()
    await expect.poll(() => mails(shop, 'refund-made').map(({ to }) => to)).toEqual(['maya@example.com'])
  })

  await test.step('answers a message, and keeps the answer for the next one', async () => {
    await page.locator('summary', { hasText: 'People' }).click()
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('button', { name: 'Write one' }).click()
    await page.getByLabel('Title').fill('Sizing')
    await page.getByLabel('Answer', { exact: true }).fill('Pants size plus two inches.')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('link', { name: /Which size/ }).click()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByLabel('Begin with').selectOption('Sizing')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('No one’s waiting for an answer.')).toBeVisible()
    await expect.poll(() => mails(shop, 'contact-answer').length).toBe(1)
    expect(mails(shop, 'contact-answer')[0]).toMatchObject({
      to: 'lee@example.com',
      text: expect.stringContaining('Pants size plus two inches.'),
    })
  })

  await test.step('tells Maya where her belt is, with what the shop knows once it’s her', async () => {
    const asks = { name: 'Maya Ellison', email: 'maya@example.com', subject: 'Where is my belt?' }
    await post(shop, '/api/contact', { ...asks, category: 'sizing', message: 'It hasn’t come yet.' })
    await page.goto('/admin/inbox')
    await page.getByRole('link', { name: /Where is my belt/ }).click()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByLabel('Begin with').selectOption('Where’s my belt? It’s on its way')
    await page.getByLabel('Begin with').selectOption('Where’s my belt? It hasn’t left yet')
    await expect(page.getByText('We fill in what we know once you press “It’s them.”')).toBeVisible()
    await page.getByRole('button', { name: 'It’s them, show their orders' }).click()
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect.poll(() => mails(shop, 'contact-answer', asks.email).length).toBe(1)
    expect(mails(shop, 'contact-answer', asks.email)[0]!.text).toMatch(
      /^Hi Maya,\s+Your next belt is [A-Z][a-z]+’s\./,
    )
  })

  await test.step('writes down an order on the house, and says why last', async () => {
    await page.goto('/admin/orders/new')
    await page.getByText('Free', { exact: true }).click()
    await page.getByLabel('Buyer’s email').fill('nora@example.com')
    await page.getByLabel('Full name').fill('Nora Blake')
    await page.getByLabel('Address', { exact: true }).fill('12 Main St')
    await page.getByLabel('City').fill('Portland')
    await page.getByLabel('State').selectOption('OR')
    await page.getByLabel('ZIP code').fill('97209')
    await page.getByRole('button', { name: 'Preview it' }).click()
    await page.getByLabel(/^Why/).fill('A prize at the fair')
    await page.getByRole('button', { name: 'Order for free' }).click()
    await page.getByText('its confirmation is on its way').getByRole('link').click()
    await expect(page.getByText('Manual order: A prize at the fair')).toBeVisible()
    await expect(page.getByText('−$357.00')).toBeVisible()
  })

  await test.step('edits a question of the quiz and publishes it', async () => {
    await page.getByRole('link', { name: 'Quiz Questions' }).click()
    await page.getByRole('button', { name: 'Edit Who is it for?' }).click()
    await page.getByLabel('Question', { exact: true }).fill('Who will wear it?')
    await page.getByRole('button', { name: 'Save in the draft' }).click()
    await page.getByRole('button', { name: 'Publish version 2' }).click()
    await expect(page.getByText('Version 2 is public')).toBeVisible()
  })

  await test.step('adds a belt with a picture', async () => {
    await page.locator('summary', { hasText: 'Box' }).click()
    await page.getByRole('link', { name: 'Belts' }).click()
    await page.getByRole('link', { name: 'Add belt' }).click()
    await saveBelt(page)
  })

  await test.step('sees both on the home page', async () => {
    await page.getByRole('link', { name: 'Back to Site' }).click()
    await expect(page.getByRole('heading', { name: 'Who will wear it?' })).toBeVisible()
    await page.locator('#styles').getByRole('button', { name: 'See Examples of The Ashbury' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 of 4 examples')).toBeVisible()
    await dialog.getByRole('button', { name: 'Previous example' }).click()
    await expect(dialog.getByRole('heading', { name: 'The Foghorn' })).toBeVisible()
    const picture = dialog.getByAltText('The Foghorn: a coiled brown belt')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
})
