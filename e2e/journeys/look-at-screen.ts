import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { findFocusProblems, findReflowProblems, findSmallTargets } from './measure-screen.ts'
import { expect } from './shop-test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
// 1280 × 1024 at 200 % and at 400 % zoom (WCAG 1.4.4, 1.4.10).
const twice = { width: 640, height: 512 }
const fourTimes = { width: 320, height: 256 }
/** a small notebook without its browser's toolbars */
const low = { width: 1280, height: 600 }

/**
 * In `npm run soak`: every theme at every size. `npm test` skips some combinations, whose colors differ only in a few
 * headings.
 */
const isLong = process.env.SOAK === '1'

type Look = {
  /** what is new on screen since the last check; only that is measured */
  part?: string
  /** for what exists on small screens only */
  isSmallOnly?: boolean
}

/**
 * Measures a screen as it is. On a phone: every axe rule in the light theme, target sizes, and text with the spacing of
 * WCAG 1.4.12. At 400 %: nothing is cut off, and the focus is visible at each of its stops. On a notebook: contrast in
 * the dark theme, and nothing is cut off. The soak measures every rule in both themes, spacing and focus on wide screens
 * too, and also a desktop and 200 %. The visitor asks for reduced motion, so the only thing to wait for is loading.
 */
export async function lookAtScreen(
  page: Page,
  name: string,
  { part = 'html', isSmallOnly = false }: Look = {},
) {
  // What is still loading is drawn paler, or not at all.
  const busy = page.locator('[aria-busy="true"], .list-wait[role="status"]').filter({ visible: true })
  await expect(busy).toHaveCount(0)
  // Largest last: a chart that has the focus shows figures that don't shrink with it.
  const wide = isSmallOnly ? [] : isLong ? [low, desktop] : [low]
  for (const size of [phone, fourTimes, ...(isLong ? [twice] : []), ...wide]) {
    await page.setViewportSize(size)
    const where = `${name}, ${size.width} px`
    const isPhone = size === phone
    if (isPhone || wide.includes(size)) await expectNoViolations(page, part, where, isPhone)
    if (isPhone || (isLong && wide.includes(size))) await expectRoomForSpacing(page, part, where)
    if (isPhone) expect.soft(await page.evaluate(findSmallTargets, part), `targets: ${name}`).toEqual([])
    else await expectReflow(page, part, where)
    if (size === fourTimes || isLong) await expectFocusIsSeen(page, part, where)
  }
  await page.setViewportSize(phone)
}

async function expectNoViolations(page: Page, part: string, where: string, isPhone: boolean) {
  for (const theme of isLong ? ['dark', 'light'] : [isPhone ? 'light' : 'dark']) {
    const rules = isLong || isPhone ? undefined : ['color-contrast']
    expect.soft(await violations(page, theme, part, rules), `axe: ${where}, ${theme}`).toEqual([])
  }
}

async function expectRoomForSpacing(page: Page, part: string, where: string) {
  await page.evaluate(spaceText, true)
  await expectReflow(page, part, `text spaced: ${where}`)
  await page.evaluate(spaceText, false)
}

// A chart follows a resize a few frames late.
async function expectReflow(page: Page, part: string, where: string) {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findReflowProblems, part), where)
    .toEqual([])
}

async function expectFocusIsSeen(page: Page, part: string, where: string) {
  // Act as a keyboard user: focus that comes from a click doesn't have to be visible.
  await page.keyboard.press('Tab')
  expect.soft(await page.evaluate(findFocusProblems, part), `focus: ${where}`).toEqual([])
}

async function violations(page: Page, theme: string, part: string, rules?: string[]): Promise<string[]> {
  // axe is half a megabyte, which takes longer to parse than most screens take to measure.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([theme, part, rules]) => {
      document.documentElement.dataset.theme = theme
      // Colors settle after a frame or two: under reduced motion nothing moves for longer.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await Promise.allSettled(
        document.getAnimations().map((each) => each instanceof CSSTransition && each.finished),
      )
      const context = [...document.querySelectorAll('dialog:modal')].at(-1) ?? part
      // @ts-expect-error the line above defines axe
      const { violations } = await window.axe.run(context, {
        ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
        // Skips details of what passed, and loading stylesheets again for rules that are off.
        resultTypes: ['violations'],
        preload: false,
      })
      return violations.map(
        (each: { id: string; nodes: { html: string }[] }) =>
          `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`,
      )
    },
    [theme, part, rules] as const,
  )
}

/** The reader's own text spacing of WCAG 1.4.12. Uses a constructed stylesheet, because the page's CSP allows no other. */
function spaceText(isSpaced: boolean) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = isSpaced ? [sheet] : []
}
