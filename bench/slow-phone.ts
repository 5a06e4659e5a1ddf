import { type Browser, chromium, devices } from '@playwright/test'
import { chromiumLaunch } from '../test/chromium.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import { atMost, type Row } from './row.ts'

const runs = 3
const slower = 4
/** "Slow 4G" of Chrome's developer tools: milliseconds, and bytes per second each way. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** How soon *Next* works in the quiz on a slow phone, for someone who chooses and presses as soon as possible. */
export async function benchSlowPhone(): Promise<Row[]> {
  const shop = await startShopProcess({ env: { LOG_LEVEL: 'silent' } })
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    // Puts the page in the cache, as it is for any visitor.
    await (await fetch(shop.address)).text()
    const all: number[] = []
    while (all.length < runs) all.push(await secondsUntilNext(browser, shop.address))
    const median = all.toSorted((one, other) => one - other)[Math.floor(runs / 2)]!
    const what = `Next in the quiz works, ${slower}x slower processor and slow 4G, s`
    return [
      atMost(
        what,
        median,
        1.5,
        `round trips of ${slow4G.latency} ms: the connection is one, the page another`,
      ),
    ]
  } finally {
    await browser.close()
    await shop.stop()
    removeData(shop.dataDir)
  }
}

/** Seconds from requesting the page until the second step is shown, by the browser's own clock. */
async function secondsUntilNext(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(devices['Pixel 7'])
  const page = await context.newPage()
  const phone = await context.newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', slow4G)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(pressNextAsSoonAsItIsThere)
  await page.goto(address, { waitUntil: 'commit' })
  const worked = await page.waitForFunction(() => (window as { nextWorked?: number }).nextWorked)
  const milliseconds = (await worked.jsonValue())!
  await context.close()
  return milliseconds / 1_000
}

/** Runs in the page: Playwright's own taps take a second at this speed. */
function pressNextAsSoonAsItIsThere() {
  const isSecondShown = () =>
    [...document.querySelectorAll('form.quiz')].some(
      (form) => form.checkVisibility() && form.textContent?.includes('Step 2 of 6'),
    )
  const timer = setInterval(() => {
    const mine = document.querySelector<HTMLInputElement>('form.quiz input[value=myself]')
    const next = document.querySelector<HTMLButtonElement>('form.quiz button[type=submit]')
    if (!mine || !next) return
    if (!mine.checked) mine.click()
    if (!isSecondShown()) return next.click()
    clearInterval(timer)
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { nextWorked: performance.now() })))
  }, 10)
}
