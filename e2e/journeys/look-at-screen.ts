import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { findFocusProblems, findReflowProblems, findSmallTargets } from './measure-screen.ts'
import { expect } from './shop-test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
// 1280 × 1024 at 200 % and at 400 % (WCAG 1.4.4, 1.4.10).
const twice = { width: 640, height: 512 }
const fourTimes = { width: 320, height: 256 }
/** a small notebook, its browser's bars taken off */
const low = { width: 1280, height: 600 }

/** `npm run soak`: each theme on each size, whose colors are the same but for a few headings. */
const isLong = process.env.SOAK === '1'

type Look = {
  /** what is new on the screen since the last look; only that is measured */
  part?: string
  /** what exists on small screens only */
  isSmallOnly?: boolean
}

/**
 * Measures a screen as it stands: on a phone, every rule of axe in light, targets, and text with the spacing of WCAG 1.4.12;
 * at 400 %, that nothing is cut off and the focus is seen on each of its stops; on a notebook, its contrast in dark and that
 * nothing is cut off. The soak measures every rule in both themes, spacing and focus on wide screens too, a desktop and 200 %. The
 * visitor asks for reduced motion, so nothing is waited for but what is being read.
 */
export async function lookAtScreen(
  page: Page,
  name: string,
  { part = 'html', isSmallOnly = false }: Look = {},
) {
  // What is being read is drawn paler, or not at all yet.
  const busy = page.locator('[aria-busy="true"], .list-wait[role="status"]').filter({ visible: true })
  await expect(busy).toHaveCount(0)
  // Largest last: a chart that has the focus shows figures that do not shrink with it.
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

// A chart follows a resize a few frames later.
async function expectReflow(page: Page, part: string, where: string) {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findReflowProblems, part), where)
    .toEqual([])
}

async function expectFocusIsSeen(page: Page, part: string, where: string) {
  // Who uses the keyboard: focus that comes from a click need not be seen.
  await page.keyboard.press('Tab')
  expect.soft(await page.evaluate(findFocusProblems, part), `focus: ${where}`).toEqual([])
}

async function violations(page: Page, theme: string, part: string, rules?: string[]): Promise<string[]> {
  // Half a megabyte, which takes longer to read than most screens to measure.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([theme, part, rules]) => {
      document.documentElement.dataset.theme = theme
      // Its colors stand after a frame or two: nothing moves for longer under reduced motion.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await Promise.allSettled(
        document.getAnimations().map((each) => each instanceof CSSTransition && each.finished),
      )
      const context = [...document.querySelectorAll('dialog:modal')].at(-1) ?? part
      // @ts-expect-error axe comes with the line above
      const { violations } = await window.axe.run(context, {
        ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
        // What is in order is not described.
        resultTypes: ['violations'],
      })
      return violations.map(
        (each: { id: string; nodes: { html: string }[] }) =>
          `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`,
      )
    },
    [theme, part, rules] as const,
  )
}

/** The reader's own spacing of WCAG 1.4.12. A sheet of the document's, because its policy lets no other in. */
function spaceText(isSpaced: boolean) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = isSpaced ? [sheet] : []
}
