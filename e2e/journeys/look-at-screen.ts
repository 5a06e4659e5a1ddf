import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import {
  findFaintText,
  findFocusProblems,
  findLostPaper,
  findReflowProblems,
  findSmallTargets,
} from './measure-screen.ts'
import { expect } from './shop-test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
// 1280 × 1024 at 200 % and at 400 % zoom (WCAG 1.4.4, 1.4.10).
const twice = { width: 640, height: 512 }
const fourTimes = { width: 320, height: 256 }
/** a small notebook without its browser's toolbars */
const low = { width: 1280, height: 600 }

/** In `npm run soak`: every rule of axe in both themes at every size. */
const isLong = process.env.SOAK === '1'

type Look = {
  /** what is new on screen since the last check; only that is measured */
  part?: string
  /** for what exists on small screens only */
  isSmallOnly?: boolean
}

/**
 * Measures a screen as it is. On a phone: axe in the light theme, contrast in both, target sizes, and text with the
 * spacing of WCAG 1.4.12. At 400 %: nothing is cut off, and the focus is visible at each of its stops. On a notebook, if
 * the whole screen is looked at: nothing is cut off. The soak measures every rule of axe in both themes, spacing and focus on wide screens too, and also
 * a desktop and 200 %. The visitor asks for reduced motion, so the only thing to wait for is loading.
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
  const wide = isSmallOnly ? [] : isLong ? [low, desktop] : part === 'html' ? [low] : []
  for (const size of [phone, fourTimes, ...(isLong ? [twice] : []), ...wide]) {
    await page.setViewportSize(size)
    const where = `${name}, ${size.width} px`
    const isPhone = size === phone
    if (isPhone || (isLong && wide.includes(size))) await expectNoViolations(page, part, where)
    if (isPhone) await expectContrast(page, part, where)
    if (isPhone || (isLong && wide.includes(size))) await expectRoomForSpacing(page, part, where)
    if (isPhone) expect.soft(await page.evaluate(findSmallTargets, part), `targets: ${name}`).toEqual([])
    else await expectReflow(page, part, where)
    if (size === fourTimes || isLong) await expectFocusIsSeen(page, part, where)
  }
  await page.setViewportSize(phone)
}

// Contrast and target sizes take axe most of its time, and are measured without it.
const measuredElsewhere = { 'color-contrast': { enabled: false } }
const everyRule = { 'target-size': { enabled: true } }

/**
 * Expects what a selector finds, and that is at least one element, to be a sheet of paper on the page's ground in both
 * themes, as wide screens show it: on phones some reach from edge to edge.
 */
export async function expectPaper(page: Page, selector: string) {
  await expect(page.locator(selector).first()).toBeVisible()
  const { width = 390, height = 844 } = page.viewportSize() ?? {}
  await page.setViewportSize(desktop)
  for (const theme of ['dark', 'light']) {
    await page.evaluate(changeTheme, theme)
    expect.soft(await page.evaluate(findLostPaper, selector), `paper of ${selector}, ${theme}`).toEqual([])
  }
  await page.setViewportSize({ width, height })
}

async function expectNoViolations(page: Page, part: string, where: string) {
  for (const theme of isLong ? ['dark', 'light'] : ['light']) {
    const found = await violations(page, theme, part, isLong ? everyRule : measuredElsewhere)
    expect.soft(found, `axe: ${where}, ${theme}`).toEqual([])
  }
}

async function expectContrast(page: Page, part: string, where: string) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate(changeTheme, theme)
    expect.soft(await page.evaluate(findFaintText, part), `contrast: ${where}, ${theme}`).toEqual([])
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

async function violations(page: Page, theme: string, part: string, rules: object): Promise<string[]> {
  // axe is half a megabyte, which takes longer to parse than most screens take to measure.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  await page.evaluate(changeTheme, theme)
  return page.evaluate(
    async ([part, rules]) => {
      const context = [...document.querySelectorAll('dialog:modal')].at(-1) ?? part
      // @ts-expect-error defined above, by what was evaluated
      const { violations } = await window.axe.run(context, {
        rules,
        // Skips details of what passed, and loading stylesheets again for rules that are off.
        resultTypes: ['violations'],
        preload: false,
      })
      return violations.map(
        (each: { id: string; nodes: { html: string }[] }) =>
          `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`,
      )
    },
    [part, rules] as const,
  )
}

async function changeTheme(theme: string) {
  document.documentElement.dataset.theme = theme
  // Colors settle after a frame or two: under reduced motion nothing moves for longer.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await Promise.allSettled(
    document.getAnimations().map((each) => each instanceof CSSTransition && each.finished),
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
