import { test as base, chromium, type Page } from '@playwright/test'
import { shellLaunch } from '../../test/chromium.ts'
import { freePort } from '../../test/free-port.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

/** The password of the shop's first administrator, whose name is admin. */
export const adminPassword = 'twelve saddle stitches'

/** A shop of some kind, and how to close it; a kind is the function that opens it. */
type Opened = { shop: ShopProcess; close(): Promise<void> }
type Launched = Awaited<ReturnType<typeof chromium.launch>>
type Context = Awaited<ReturnType<Launched['newContext']>>
type Tab = {
  page: Page
  context: Context
  address: string
  /** whether a journey left scripts of its own in the page, or a clock in the context, which stay */
  isPageUsedUp: boolean
  isUsedUp: boolean
}

/** How a visitor sees the page. */
type Seen = { viewport: { width: number; height: number }; reducedMotion: 'no-preference' | 'reduce' }

type Worker = { launched: Launched; shops: ShopsOfWorker; tabs: Map<string, Tab> }
type Each = { shop: ShopProcess; visitor: Page; isFirstVisit: boolean }

/** Starts the built shop, by default on prepared data, which closing removes. */
export async function openShop(options: Parameters<typeof startShopProcess>[0]) {
  const shop = await startShopProcess(options)
  const close = async () => {
    await shop.stop()
    removeData(shop.dataDir)
  }
  return { shop, close }
}

/** It knows its own address, to which passkeys belong. */
async function usualShop() {
  const port = String(await freePort())
  const { shop, close } = await openShop({
    env: {
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: adminPassword,
      SOCIAL_URL: 'https://social.example/belts',
      PORT: port,
    },
  })
  return { shop: { ...shop, address: `http://localhost:${port}` }, close }
}

/**
 * The usual shop stays open as long as its worker; of the other kinds, only one is open at a time. A worker, a browser
 * and the usual shop for each kind would cost 5 s of CPU.
 */
class ShopsOfWorker {
  private usual: ReturnType<typeof usualShop> | undefined
  private other: { kind: () => Promise<Opened>; opened: Promise<Opened> } | undefined

  openUsual() {
    this.usual ??= usualShop()
    return this.usual
  }

  async open<T extends Opened>(kind: () => Promise<T>): Promise<T> {
    if (this.other?.kind !== kind) {
      await this.closeOther()
      this.other = { kind, opened: kind() }
    }
    return (await this.other!.opened) as T
  }

  async close() {
    await this.closeOther()
    await (await this.usual)?.close()
  }

  private async closeOther() {
    const closing = this.other
    this.other = undefined
    await (await closing?.opened.catch(() => undefined))?.close()
  }
}

/** A page in a real browser at a built shop: a phone's for a journey tagged `@phone`. A console error fails the journey. */
export const test = base.extend<Each, Worker>({
  shops: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const shops = new ShopsOfWorker()
      await use(shops)
      await shops.close()
    },
    { scope: 'worker' },
  ],
  shop: async ({ shops }, use) => use((await shops.openUsual()).shop),
  launched: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const browser = await chromium.launch(await shellLaunch())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  tabs: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  /**
   * For journeys about a browser that has nothing of the shop cached: scripts, pictures or pages come late or not at all.
   */
  isFirstVisit: [false, { option: true }],
  visitor: async ({ shop, launched, tabs, isFirstVisit }, use, info) => {
    const isPhone = info.tags.includes('@phone')
    if (!isPhone && info.title.includes('on a phone')) throw new Error('the tag @phone is missing')
    const kind = isPhone ? 'phone' : 'desktop'
    const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
    // Pages move for one kind of visitor, not for both: there's less to draw and to wait for.
    const reducedMotion = isPhone ? 'no-preference' : 'reduce'
    let tab = isFirstVisit ? undefined : tabs.get(kind)
    if (tab && tab.address !== shop.address) {
      await tab.context.close()
      tab = undefined
    }
    tab ??= await openTab(launched, shop.address, { viewport, hasTouch: isPhone, reducedMotion })
    if (!isFirstVisit) tabs.set(kind, tab)
    const { page } = tab
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // Playwright’s own script is blocked when an admin frame allows none.
      if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
      // The browser logs replies such as 402 for a declined card; that is expected.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        problems.push(message.text())
      }
    })
    await use(page)
    if (isFirstVisit) await tab.context.close()
    else if (tab.isUsedUp || info.status !== info.expectedStatus) {
      tabs.delete(kind)
      await tab.context.close()
    } else await forgetVisit(tab, { viewport, reducedMotion })
    base.expect(problems, 'errors in the console').toEqual([])
  },
})

async function openTab(
  launched: Launched,
  address: string,
  options: Parameters<Launched['newContext']>[0],
): Promise<Tab> {
  const context = await launched.newContext({ baseURL: address, ...options })
  const tab = { page: await context.newPage(), context, address, isPageUsedUp: false, isUsedUp: false }
  watchPage(tab)
  return tab
}

/** What a journey sets up behind the page lasts only as long as the page, so that it doesn't affect other journeys. */
function watchPage(tab: Tab) {
  const { page } = tab
  hydrateOnLoad(page)
  const { clock } = page
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = (...all) => {
    tab.isPageUsedUp = true
    return addInitScript(...all)
  }
  const useClock = () => {
    tab.isUsedUp = true
    return clock
  }
  Object.defineProperty(page, 'clock', { get: useClock })
}

/**
 * Leaves a fresh tab for the next journey: no cookies, nothing stored, nothing intercepted. The browser keeps its
 * compiled code, which saves a third of a short journey’s time.
 */
async function forgetVisit(tab: Tab, { viewport, reducedMotion }: Seen) {
  const { page, context } = tab
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A file of the shop that runs no script, so that nothing can store anything again.
  await page.goto('/site.webmanifest', { waitUntil: 'commit' })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  if (tab.isPageUsedUp) {
    Object.assign(tab, { page: await context.newPage(), isPageUsedUp: false })
    watchPage(tab)
    await page.close()
    return
  }
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion, forcedColors: null })
  await page.setViewportSize(viewport)
}

export const expect = test.expect

/**
 * Pages hydrate on the first touch (app/before-hydration/inline-script.ts). A journey is faster than a hand, so
 * navigation waits for hydration, except when called with options: then the journey is about the time before it.
 */
export function hydrateOnLoad(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (!options) await hydrate(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (!options) await hydrate(page)
    return answer
  }
}

/** Goes to another page as a link of this one does, which takes a fifth of loading it. */
export async function follow(page: Page, path: string) {
  await page.evaluate((path) => {
    type Router = { navigate(path: string): Promise<void> }
    return (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(path)
  }, path)
}

/** Hydrates the current page, as the first touch does, and waits until React has taken over. */
export async function hydrate(page: Page) {
  await page.waitForFunction(() => {
    const { beforeHydration } = window as { beforeHydration?: { loadReact(): void } }
    beforeHydration?.loadReact()
    return document.readyState !== 'loading' && !beforeHydration
  })
}
