import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sized } from '../../test/random.ts'
import { confirmSelf, openAdmin, saveBelt } from './admin-test.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { adminPassword, expect } from './shop-test.ts'
import { drop, testWithBoxes } from './shop-with-boxes.ts'

/** Three of whom need the owner. */
const members = sized(16, 300)

const test = testWithBoxes(members)

test('an owner curates a drop, resolves the exceptions, prints, imports tracking, and every member gets the email', async ({
  visitor,
  shop,
}) => {
  await openAdmin(visitor, `/admin/drops/${drop}/curate`)
  await visitor.getByRole('button', { name: 'Curate', exact: true }).click()
  await expect(visitor.getByText(`${members - 3} boxes have a belt, and 3 need you`)).toBeVisible()
  const waiting = visitor.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByText('No size is chosen yet.')).toBeVisible()
  // A list that scrolls within the page does not make the page as long as itself.
  await expect(visitor.getByRole('button', { name: /^Change / }).first()).toBeVisible()
  const blank = () =>
    visitor.evaluate(() => document.documentElement.scrollHeight - document.body.offsetHeight)
  await expect.poll(blank).toBe(0)
  await lookAtScreen(visitor, 'exceptions', { part: '[aria-labelledby=exceptions]' })
  await visitor.setViewportSize({ width: 1440, height: 900 })

  await waiting.getByRole('combobox').selectOption('38')
  await expect(waiting.getByText('No size is chosen yet.')).toBeHidden()
  await waiting.getByRole('button', { name: /Complete the address/ }).click()
  const address = visitor.getByRole('dialog')
  await address.getByLabel('City').fill('Salem')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(waiting.getByText('The address is incomplete.')).toBeHidden()
  await waiting.getByRole('button', { name: /See belts/ }).click()
  const belts = visitor.getByRole('dialog')
  await belts.getByText('may not, and why').click()
  await expect(belts.getByText('None left in size 44.').first()).toBeVisible()
  await belts.getByRole('radio').first().check()
  await belts.getByRole('button', { name: 'Send this belt' }).click()
  await visitor.getByRole('button', { name: 'Curate again' }).click()
  await expect(waiting.getByText('Nothing. Every curated box has its belt.')).toBeVisible()

  await visitor.getByRole('link', { name: 'Pack', exact: true }).click()
  const pack = `Pack ${members} boxes`
  await visitor.getByRole('button', { name: pack }).click()
  await visitor.getByRole('dialog').getByRole('button', { name: pack }).click()
  await expect(visitor.getByRole('heading', { name: `${members} boxes are packed` })).toBeVisible()
  const downloaded = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'Labels CSV' }).click()
  // Whoever isn't a packer: the file has everyone's address.
  await confirmSelf(visitor, adminPassword)
  const labels = await downloaded
  const rows = readFileSync(await labels.path(), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  expect(rows).toHaveLength(members)

  await visitor.getByRole('link', { name: 'Pick list' }).click()
  await expect(visitor.getByRole('heading', { name: `${members} pieces` })).toBeVisible()
  await visitor.goBack()
  await visitor.getByRole('link', { name: 'Packing slips' }).click()
  await expect(visitor.getByText('Happy birthday.').first()).toBeVisible()
  await expect(visitor.locator('.slip')).toHaveCount(Math.min(members, 200))
  expect(await visitor.locator('.slips').textContent()).not.toMatch(/[$€]|\d\.\d\d/)
  if (sized(false, true)) expect((await visitor.pdf()).length).toBeGreaterThan(10_000)
  await visitor.goBack()

  await visitor.getByRole('link', { name: 'Ship', exact: true }).click()
  const tracked = rows.map((row, index) => `${row.split(',')[1]},1Z999AA1${1_000_000_000 + index}`)
  const csv = ['Reference,Tracking Number', ...tracked, 'AAAA-BBBB-CCCC,1Z999AA101234567'].join('\n')
  const file = visitor.getByRole('region', { name: 'Tracking numbers' })
  await file
    .getByLabel('CSV file')
    .setInputFiles({ name: 'tracking.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(file.getByText(`${members} boxes found.`)).toBeVisible()
  await expect(file.getByText(`Line ${members + 2}: no box of this drop has this reference.`)).toBeVisible()
  await file.getByRole('button', { name: `Ship ${members} boxes and email the members` }).click()
  const done = `${members} boxes shipped, and we’re emailing the tracking numbers.`
  await expect(file.getByText(done)).toBeVisible()
  await visitor.getByRole('button', { name: `Shipped ${members}` }).click()
  await expect(visitor.getByRole('link', { name: /^1Z999AA1/ }).first()).toBeVisible()

  const told = () =>
    globSync('mail/*_box-shipped_*.json', { cwd: shop.dataDir }).map(
      (name) => JSON.parse(readFileSync(path.join(shop.dataDir, name), 'utf8')).to as string,
    )
  await expect(() => expect(told()).toHaveLength(members)).toPass({ timeout: 60_000 })
  expect(new Set(told()).size).toBe(members)
})

// In this shop, because in the usual one other journeys count the belts.
test('an owner adds a belt with a picture, and the home page shows both', { tag: '@soak' }, async ({
  visitor: page,
}) => {
  await openAdmin(page, '/admin/belts/new')
  await saveBelt(page)

  await page.goto('/')
  await page.locator('#styles').getByRole('button', { name: 'See Examples of The Ashbury' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Previous example' }).click()
  await expect(dialog.getByRole('heading', { name: 'The Foghorn' })).toBeVisible()
  const picture = dialog.getByAltText('The Foghorn: a coiled brown belt')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})
