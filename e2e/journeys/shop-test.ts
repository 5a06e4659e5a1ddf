import { test as base, chromium, type Page } from '@playwright/test'
import { shellLaunch } from '../../test/chromium.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

/** Of the shop's first administrator, whose name is admin. */
export const adminPassword = 'twelve saddle stitches'

type Worker = { shop: ShopProcess; launched: Awaited<ReturnType<typeof chromium.launch>> }
type Each = { visitor: Page }

/** A page in a real browser, at a built shop of its own. A sentence in the console that is an error fails the journey. */
export const test = base.extend<Each, Worker>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const shop = await startShopProcess({
        env: { LOG_LEVEL: 'warn', ADMIN_PASSWORD: adminPassword, SOCIAL_URL: 'https://social.example/belts' },
      })
      await use(shop)
      await shop.stop()
      removeData(shop.dataDir)
    },
    { scope: 'worker' },
  ],
  launched: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const browser = await chromium.launch(await shellLaunch())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ shop, launched }, use, info) => {
    const isPhone = info.titlePath.some((title) => title.includes('phone'))
    const context = await launched.newContext({
      baseURL: shop.address,
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      hasTouch: isPhone,
    })
    const page = await context.newPage()
    waitForLife(page)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // Playwright's own script, where a frame of the desk runs none.
      if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
      // The browser itself reports answers such as 402 for a declined card; that is the answer's job, not a fault.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        problems.push(message.text())
      }
    })
    await use(page)
    await context.close()
    base.expect(problems, 'errors in the console').toEqual([])
  },
})

export const expect = test.expect

/**
 * React comes to a page with the first touch (app/early/early.ts); a journey is faster than a hand, so it waits for that.
 * With options it does not: then the journey is about the time before.
 */
export function waitForLife(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (!options) await comeAlive(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (!options) await comeAlive(page)
    return answer
  }
}

/** Brings React to the page that is there, as a first touch does, and waits until it has taken everything over. */
export async function comeAlive(page: Page) {
  await page.waitForFunction(() => {
    const { early } = window as { early?: { wake(): void } }
    early?.wake()
    return document.readyState !== 'loading' && !early
  })
}
