import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumLaunch } from '../../test/chromium.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { gift } from '../journeys/buy-order.ts'

// Forty looks: ten screens at two widths in two themes, compared with the approved pictures in e2e/looks (decision 113).
// `npm run soak -- looks` compares; `APPROVE=1 npm run soak -- looks` approves what the screens look like now. A screen
// that differs is left in .cache/looks.

const approved = path.resolve('e2e/looks')
const differing = path.resolve('.cache/looks')
const isApproving = process.env.APPROVE === '1'

/** Pixels across an approved picture: surfaces and lines are recognized, and the repository stays small. */
const across = 320
/** Pixels on a side of the squares that are compared by their mean color. */
const side = 8
/** How far, of 255, a square may be off before it counts, and how many of a thousand may count. */
const [mostOff, mostOfThousand] = [7, 12]

type Screen = {
  path: string
  /** what is pictured */
  part: string
  /** the tab's storage before the page opens */
  kept?: Record<string, unknown>
  /** what is pressed once it is open */
  press?: string
}

const answers = {
  recipientType: 'myself',
  gender: 'male',
  styles: ['dress'],
  size: '36',
  sizeConfirmed: true,
}
const quizAt = (step: number): Screen => ({
  ...{ path: '/', part: 'form.quiz:not(.quiz-second)' },
  kept: { quizAnswers: { step, answers } },
})
const cart = { path: '/cart', part: 'main', kept: { cartItems: [gift] } }

const screens: Record<string, Screen> = {
  'quiz-styles': quizAt(3),
  'quiz-size': quizAt(4),
  'quiz-address': quizAt(5),
  cart,
  payment: { ...cart, part: '.pay', press: 'Proceed to Payment' },
  contact: { path: '/contact', part: 'main' },
  returns: { path: '/returns', part: 'main' },
  'sign-in': { path: '/account', part: 'main' },
  'email-link': { path: '/mail/stop/link', part: 'body' },
  'not-found': { path: '/no-such-page', part: 'body' },
}

let shop: ShopProcess
let browser: Browser
beforeAll(async () => {
  shop = await startShopProcess({ env: { LOG_LEVEL: 'warn' } })
  // The installed browser where there is one: the headless shell draws letters and shadows differently.
  browser = await chromium.launch(await chromiumLaunch())
  rmSync(differing, { recursive: true, force: true })
  for (const folder of [approved, differing]) mkdirSync(folder, { recursive: true })
})
afterAll(async () => {
  await browser.close()
  await shop.stop()
  removeData(shop.dataDir)
})

describe.each(Object.entries(screens))('%s', (name, screen) => {
  it.each(
    [390, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [width, theme] as const)),
  )('looks as approved at %i px, %s', async (width, theme) => {
    const file = `${name}-${width}-${theme}.webp`
    const now = await smallOf(await pictureOf(screen, width, theme))
    if (isApproving) return void (await sharp(now).toFile(path.join(approved, file)))
    const before = path.join(approved, file)
    expect(existsSync(before), `${file} was never approved: APPROVE=1 npm run soak -- looks`).toBe(true)
    const off = await differenceOf(before, now)
    if (off > mostOfThousand) await sharp(now).toFile(path.join(differing, file))
    expect(off, `squares of a thousand in .cache/looks/${file}`).toBeLessThanOrEqual(mostOfThousand)
  })
})

async function pictureOf(
  { path: address, part, kept, press }: Screen,
  width: number,
  theme: 'light' | 'dark',
) {
  const context = await browser.newContext({
    ...{ baseURL: shop.address, viewport: { width, height: 900 } },
    ...{ colorScheme: theme, reducedMotion: 'reduce' },
  })
  try {
    const page = await context.newPage()
    // A page of the shop that runs no script.
    await page.goto('/robots.txt')
    await page.evaluate((all) => {
      for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, JSON.stringify(value))
    }, kept ?? {})
    await page.goto(address)
    if (press) await page.getByRole('button', { name: press }).click()
    if (press) await page.getByLabel('Card number').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    await maskDays(page)
    return await page.locator(part).first().screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** Hides what changes from day to day: dates, months and calendars. */
function maskDays(page: Page) {
  return page.evaluate(() => {
    const daily =
      /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b|\b20\d\d\b/
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (daily.test(text.textContent ?? '')) text.parentElement!.style.color = 'transparent'
    for (const each of document.querySelectorAll<HTMLElement>('.run, .cal, [type=date]'))
      each.style.visibility = 'hidden'
  })
}

const smallOf = (picture: Buffer) => sharp(picture).resize({ width: across }).webp({ quality: 70 }).toBuffer()

/** How many squares of a thousand differ, where the pictures overlap; a changed height counts by what it adds or takes. */
async function differenceOf(before: string, now: Buffer): Promise<number> {
  const grids = await Promise.all([before, now].map((each) => gridOf(each)))
  const [one, other] = grids as [Grid, Grid]
  const rows = Math.max(one.rows, other.rows)
  let off = 0
  for (let at = 0; at < rows * one.columns; at++) {
    const [left, right] = [one.means[at], other.means[at]]
    if (!left || !right || left.some((mean, channel) => Math.abs(mean - right[channel]!) > mostOff)) off++
  }
  return (off / (rows * one.columns)) * 1000
}

type Grid = { columns: number; rows: number; means: number[][] }

async function gridOf(picture: string | Buffer): Promise<Grid> {
  const { width, height } = await sharp(picture).metadata()
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const pixels = await sharp(picture)
    .removeAlpha()
    .resize(columns, rows, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  const means = Array.from({ length: columns * rows }, (_, at) => [...pixels.subarray(at * 3, at * 3 + 3)])
  return { columns, rows, means }
}
