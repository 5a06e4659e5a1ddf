import type { Locator, Page } from '@playwright/test'
import { tabTo } from './by-keyboard.ts'
import { fillCart, proceedToPayment, quizStepsToSizes } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

/** How an element is drawn with the system's few colors; `part` is of its pseudo-elements. */
function drawing(target: Locator, part?: string) {
  return target.evaluate((element, part) => {
    const style = getComputedStyle(element, part)
    const ground = getComputedStyle(document.body).backgroundColor
    const width = Number.parseFloat(style.borderTopWidth)
    return {
      edge: style.borderTopStyle === 'none' || style.borderTopColor === ground ? 0 : width,
      isFilled: style.backgroundColor !== ground && !style.backgroundColor.endsWith(', 0)'),
      isDrawn: style.stroke !== ground && style.color !== ground,
      hasOutline: style.outlineStyle !== 'none' && style.outlineColor !== ground,
    }
  }, part)
}

async function expectEdge(target: Locator) {
  await expect(target).toBeVisible()
  expect((await drawing(target)).edge, `an edge around ${target}`).toBeGreaterThan(0)
}

/** A choice is marked by more than the shop’s colors, which are gone here. */
async function expectChosen(page: Page, faces: string) {
  const chosen = await drawing(page.locator(`${faces}:has(:checked)`).first())
  const other = await drawing(page.locator(`${faces}:not(:has(:checked))`).first())
  expect(chosen.edge > other.edge || (chosen.isFilled && !other.isFilled), `the chosen ${faces}`).toBe(true)
}

test('with forced colors, choices, progress, edges, icons and the focus stay visible', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.emulateMedia({ forcedColors: 'active' })
  await visitor.goto('/')
  for (const sign of await visitor.getByRole('banner').locator('svg:visible').all()) {
    expect((await drawing(sign)).isDrawn, 'a sign of the header').toBe(true)
  }
  await expectEdge(visitor.locator('.hero').getByRole('link', { name: 'Gift a Friend' }))
  await expectChosen(visitor, '.toggle label')
  await visitor
    .getByRole('button', { name: /See Examples/ })
    .first()
    .click()
  const dialog = visitor.getByRole('dialog')
  await expectEdge(dialog)
  const dots = dialog.getByRole('button', { name: /^Example \d/ })
  expect((await drawing(dots.nth(0), '::before')).isFilled).toBe(true)
  expect((await drawing(dots.nth(1), '::before')).isFilled).toBe(false)
  expect((await drawing(dots.nth(1), '::before')).edge).toBeGreaterThan(0)
  await visitor.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await visitor.getByRole('radio', { name: 'Myself' }).check()
  await expectChosen(visitor, '.choice')
  await quizStepsToSizes(visitor)
  await expectEdge(visitor.locator('.prog'))
  expect((await drawing(visitor.locator('.prog-fill'))).isFilled, 'how far the quiz is').toBe(true)
  await visitor.getByRole('radio', { name: 'belt 36' }).check()
  await expectChosen(visitor, '.size')
  const guide = visitor.getByRole('button', { name: 'Open the sizing guide' })
  await expectEdge(guide)
  await tabTo(visitor, guide)
  expect((await drawing(guide)).hasOutline, 'where the keyboard is').toBe(true)
  await expectEdge(visitor.getByRole('button', { name: 'Next', exact: true }))

  await visitor.evaluate(() => sessionStorage.clear())
  await fillCart(visitor, {
    recipient: 'A gift',
    gender: 'Women',
    styles: ['Dress'],
    size: 'Unsure',
    plan: '6 Months',
  })
  await proceedToPayment(visitor)
  await visitor.getByLabel('Email', { exact: true }).fill('')
  await visitor.getByRole('button', { name: /^Pay / }).click()
  await expectEdge(visitor.locator('.toast'))
  await expectEdge(visitor.getByRole('button', { name: /^Pay / }))
  const right = await drawing(visitor.getByLabel('Promotion code', { exact: true }))
  const wrong = await drawing(visitor.getByLabel('Card number'))
  expect(wrong.edge, 'the edge of a field that is wrong').toBeGreaterThan(right.edge)
})
