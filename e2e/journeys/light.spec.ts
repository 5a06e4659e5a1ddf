import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { ownerCommand } from './make-code.ts'
import { answerQuiz, payWith, proceedToPayment } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Bytes of script as they travel, brotli: issue and design §4. */
const scriptBudget = 115 * 1000
const self = { recipient: 'Myself', gender: 'Men', styles: ['Dress'], size: '36', plan: '6 Months' } as const

/** What axe finds on the page as it is now, in both themes. */
async function expectNothingFound(page: Page, where: string) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    // Colours change within 120 ms; axe must not measure half-way.
    await page.waitForTimeout(300)
    await page.evaluate(axe)
    const found = await page.evaluate(async () => {
      // @ts-expect-error axe comes with the line above
      const { violations } = await window.axe.run(document)
      return violations.map(
        (each: { id: string; nodes: { html: string }[] }) =>
          `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`,
      )
    })
    expect(found, `${where}, ${theme}`).toEqual([])
  }
}

for (const device of ['phone', 'desk']) {
  test(`the home page on a ${device} loads at most 115 kB of script and does not shift`, async ({
    visitor,
  }) => {
    let script = 0
    const session = await visitor.context().newCDPSession(visitor)
    await session.send('Network.enable')
    const scripts = new Set<string>()
    session.on('Network.responseReceived', (event) => {
      if (event.type === 'Script') scripts.add(event.requestId)
    })
    session.on('Network.loadingFinished', (event) => {
      if (scripts.has(event.requestId)) script += event.encodedDataLength
    })
    await visitor.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput)
            Object.assign(window, { shift: (window as unknown as { shift: number }).shift + value })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await visitor.goto('/', { waitUntil: 'networkidle' })
    for (let y = 0; y < 9_000; y += 600) {
      await visitor.mouse.wheel(0, 600)
      await visitor.waitForTimeout(60)
    }
    expect(script).toBeGreaterThan(50_000)
    expect(script).toBeLessThanOrEqual(scriptBudget)
    const shift = await visitor.evaluate(() => (window as unknown as { shift: number }).shift)
    // To three decimals, as the measure is reported: less is a font's rounding, which nobody sees.
    expect(Number(shift.toFixed(3))).toBe(0)
  })

  test(`axe finds nothing on a ${device}: home, dialogs, quiz, cart, payment, success`, async ({
    visitor,
    shop,
  }) => {
    test.setTimeout(120_000)
    await visitor.goto('/')
    await expectNothingFound(visitor, 'home')
    await visitor
      .getByRole('button', { name: /See Examples/ })
      .first()
      .click()
    await expect(visitor.getByRole('dialog')).toBeVisible()
    await expectNothingFound(visitor, 'examples')
    await visitor.keyboard.press('Escape')
    await answerQuiz(visitor, self)
    await expectNothingFound(visitor, 'cart')
    await visitor.getByText('Add a promotion code').click()
    await visitor.getByLabel('Promotion code').fill(`WELCOME-${device}`)
    await visitor.getByRole('button', { name: 'Apply' }).click()
    await expect(visitor.getByText(/^We do not know the code/)).toBeVisible()
    await expectNothingFound(visitor, 'refused promotion code')
    ownerCommand(shop.dataDir, 'promotion:create', '--code', `WELCOME-${device}`, '--percent', '10')
    await visitor.getByRole('button', { name: 'Apply' }).click()
    await expect(visitor.getByText('10% off the first payment')).toBeVisible()
    await expectNothingFound(visitor, 'applied promotion code')
    await proceedToPayment(visitor)
    await expectNothingFound(visitor, 'payment')
    await payWith(visitor, '4242 4242 4242 4242')
    await expect(visitor.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await expectNothingFound(visitor, 'success')
    for (const path of [
      '/thank-you',
      '/checkout-success',
      '/no-such-page',
      '/cart',
      '/contact',
      '/returns',
      '/privacy',
      '/newsletter/confirmed',
      '/newsletter/unsubscribe',
      '/newsletter/unsubscribed',
      '/newsletter/old-link',
      '/terms',
      '/accessibility',
    ]) {
      await visitor.goto(path)
      await expectNothingFound(visitor, path)
    }
  })
}

test('axe finds nothing on any step of the quiz, for oneself and as a gift', async ({ visitor }) => {
  test.setTimeout(120_000)
  for (const recipient of ['Myself', 'A gift']) {
    await visitor.goto('/')
    await visitor.evaluate(() => sessionStorage.clear())
    await visitor.reload()
    const next = visitor.getByRole('button', { name: 'Next', exact: true })
    await visitor.getByRole('radio', { name: recipient }).check()
    await expectNothingFound(visitor, `${recipient} 1`)
    await next.click()
    await visitor.getByRole('group', { name: /wear/ }).getByRole('radio').first().check()
    await expectNothingFound(visitor, `${recipient} 2`)
    await next.click()
    await visitor.getByRole('checkbox', { name: 'Dress' }).check()
    await expectNothingFound(visitor, `${recipient} 3`)
    await next.click()
    await visitor.getByRole('radio', { name: 'Unsure' }).check()
    await visitor.getByRole('checkbox', { name: /^I understand/ }).check()
    await expectNothingFound(visitor, `${recipient} 4`)
    await next.click()
    await expectNothingFound(visitor, `${recipient} 5`)
  }
})
