import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** Presses Tab until the target has the focus; every stop on the way must show its focus (WCAG 2.4.7). */
export async function tabTo(page: Page, target: Locator) {
  const way: string[] = []
  // Tab skips what isn't there or enabled yet, and doesn't come back to it.
  await expect(target).toBeEnabled()
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    const all = await target.elementHandles()
    const { name, isSeen, isThere } = await page.evaluate(focused, all)
    expect(isSeen, `focus to see on ${name}`).toBe(true)
    way.push(name)
    if (isThere) return
  }
  throw new Error(`Tab does not lead to ${target}, but to ${way.join(', ')}`)
}

/** Tabs to the target, then presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Tabs to a field, then types. */
export async function type(page: Page, label: string, words: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(words)
}

/** After any navigation, the keyboard continues from the new place, not from the top of the page. */
export async function expectFocusIsKept(page: Page) {
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
}

function focused(wanted: Node[]) {
  const element = document.activeElement ?? document.body
  const marked = [element, element.parentElement, element.parentElement?.parentElement]
  const isSeen = marked.some((each) => {
    const style = each && getComputedStyle(each)
    return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
  })
  // After the last stop the browser's own toolbar has the focus, and shows it.
  const isThere = wanted.length === 1 && wanted[0] === element
  return { name: element.outerHTML.slice(0, 80), isSeen: isSeen || element === document.body, isThere }
}
