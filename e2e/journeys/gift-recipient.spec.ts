import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { sized } from '../../test/random.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { buy, gift } from './buy-order.ts'
import { expectPaper, lookAtScreen } from './look-at-screen.ts'
import { sameDay } from './same-day.ts'
import { expect, hydrateOnLoad, test } from './shop-test.ts'

const noticesOf = (dataDir: string) =>
  globSync('mail/*_gift-notice_*.txt', { cwd: dataDir }).map((file) =>
    readFileSync(path.join(dataDir, file), 'utf8'),
  )

/** All that a reader of the page can see or hear of it. */
async function saidOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [alt]')].map((each) =>
      ['aria-label', 'title', 'alt'].map((name) => each.getAttribute(name) ?? '').join(' '),
    )
    return [document.title, document.body.innerText, ...named].join('\n')
  })
}

async function expectNoPrice(page: Page) {
  const said = await saidOn(page)
  expect(said).not.toMatch(/[$€£¥]|\bUSD\b|\d[.,]\d\d\b/)
  expect(said).not.toMatch(/\b(price|paid|pays?|costs?|charged?|billed|tax|renews?|plans?)\b/i)
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  for (const link of links) expect(link).toMatch(/^(\/account|\/measuring-tape-|mailto:|#main)/)
}

/** In the soak, the choice is also changed; gift-page.test.tsx does that on happy-dom. */
const isLong = sized(false, true)

test('a recipient opens the notice on its day, picks style and size, and never sees a price', async ({
  launched,
}) => {
  const given = sameDay(new Date())
  const start = (zone: string, dataDir?: string) =>
    startShopProcess({ env: { LOG_LEVEL: 'debug', SHOP_TIME_ZONE: zone }, ...(dataDir ? { dataDir } : {}) })
  let shop: ShopProcess = await start(given.early)
  const { dataDir } = shop
  const emailDate = `${given.today}T00:00:00.000Z`
  await buy(shop, {
    ...gift,
    size: 'Let Recipient Choose',
    styles: ['Let Recipient Pick'],
    giftDetails: { ...gift.giftDetails, emailDate, giftMessage: 'Happy birthday, Dad.' },
  })
  await shop.stop()
  expect(noticesOf(dataDir), 'before nine in the morning').toEqual([])
  // The hours pass: the same day, past nine. At its start, the shop looks for what became due.
  shop = await start(given.late, dataDir)
  await expect(() => expect(noticesOf(dataDir)).toHaveLength(1)).toPass()
  const link = /http\S+(\/gift\/([\w-]{43}))/.exec(noticesOf(dataDir)[0]!)!
  const [, address, token] = link as unknown as [string, string, string]

  const context = await launched.newContext({
    baseURL: shop.address,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  hydrateOnLoad(page)
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  const answer = await page.goto(address)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(await answer!.text()).not.toContain(token)
  await expect(page.getByRole('heading', { name: 'Thomas, Maya is sending you belts.' })).toBeVisible()
  await expect(page.getByText('Happy birthday, Dad.')).toBeVisible()
  await expectNoPrice(page)

  // Nothing chosen: it says what is missing, and where.
  await page.getByRole('button', { name: 'Send me belts' }).click()
  await expect(page.getByText('Choose at least one style.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Dress' })).toBeFocused()

  await lookAtScreen(page, 'gift')
  await expectPaper(page, 'form.gift-form')
  await expectPaper(page, '.given-letter')

  await page.getByRole('checkbox', { name: 'Casual' }).check()
  await page.getByRole('radio', { name: 'belt 38' }).check()
  const understood = page.getByRole('checkbox', {
    name: 'I understand that belt size is my pants/waist size + 2 inches *',
  })
  await expect(page.getByText('Pants 36 → belt 38')).toBeVisible()
  await page.getByRole('button', { name: 'Send me belts' }).click()
  await expect(understood).toBeFocused()
  await understood.check()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Address', { exact: true }).fill('9 Oak Road')
  await expectNoPrice(page)
  await page.getByRole('button', { name: 'Send me belts' }).click()
  const thanks = page.getByRole('heading', { name: 'Thank you, Thomas. You’re all set.' })
  await expect(thanks).toBeFocused()
  await expect(page.getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('listitem').first()).toContainText('Ships by')
  await expectNoPrice(page)

  if (isLong) await lookAtScreen(page, 'gift, chosen', { part: 'main' })
  await expectPaper(page, '[aria-labelledby=gift-chosen]')

  // Later it shows what was chosen, and lets it be changed.
  await page.reload()
  await expect(page.getByText('Thomas Ellison, 9 Oak Road, Portland, OR 97209')).toBeVisible()
  if (isLong) {
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: 'Not sure' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('A measuring guide comes with it')).toBeVisible()
  }
  await expectNoPrice(page)

  await page.goto(`/gift/${token.slice(1)}x`)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectNoPrice(page)
  await page.getByRole('link', { name: 'Go to my page' }).click()
  await expect(page.getByRole('heading', { name: 'My membership' })).toBeVisible()

  expect(answers.join('')).not.toMatch(/[$€£¥]|cents|price|amount/i)
  await context.close()
  await shop.stop()
  expect(shop.output()).not.toContain(token)
  removeData(dataDir)
})
