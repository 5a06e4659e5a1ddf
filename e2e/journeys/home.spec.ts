import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'

const section = (page: Page, id: string) => page.locator(`#${id}`)

test('header and footer links lead to their sections, from the home page and from other pages', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.goto('/')
  const header = visitor.getByRole('navigation', { name: 'Main' })
  for (const [name, id] of [
    ['How It Works', 'how-it-works'],
    ['Styles', 'styles'],
    ['Plans', 'plans'],
    ['Sizing Guide', 'sizing-guide'],
    ['Style Quiz', 'build-your-profile'],
  ] as const) {
    await header.getByRole('link', { name, exact: true }).click()
    await expect(visitor).toHaveURL(new RegExp(`#${id}$`))
    await expect(section(visitor, id)).toBeInViewport()
  }
  await expect(visitor.locator('header.head')).toBeInViewport()
  await header.getByRole('link', { name: 'Gift a Friend' }).click()
  await expect(visitor.getByRole('radio', { name: 'A gift', exact: true })).toBeChecked()
  await visitor.goto('/terms')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Plans' }).click()
  await expect(visitor).toHaveURL(/\/#plans$/)
  await expect(section(visitor, 'plans')).toBeInViewport()
})

test('links scroll to their sections below the header, and a page opened from the bottom of another starts at its top', async ({
  visitor,
}) => {
  await visitor.goto('/')
  const header = visitor.getByRole('navigation', { name: 'Main' })
  await header.getByRole('link', { name: 'Sizing Guide' }).click()
  await expect(section(visitor, 'sizing-guide')).toBeInViewport()
  await expect(visitor.locator('header.head')).toBeInViewport()
  await header.getByRole('link', { name: 'Styles', exact: true }).click()
  const styles = section(visitor, 'styles')
  await expect(styles).toBeInViewport()
  // The stylesheet alone hides what is for men.
  await styles.getByRole('radio', { name: 'Women' }).check()
  await expect(styles.getByRole('article')).toHaveCount(3)
  await section(visitor, 'plans').getByRole('link', { name: 'Get Started' }).first().click()
  await expect(section(visitor, 'build-your-profile')).toBeInViewport()
  const terms = visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true })
  await terms.scrollIntoViewIfNeeded()
  const seenFrom = visitor.evaluate(
    () =>
      new Promise<number>((seen) => {
        const look = () =>
          document.querySelector('h1')?.textContent?.startsWith('Terms')
            ? seen(window.scrollY)
            : requestAnimationFrame(look)
        requestAnimationFrame(look)
      }),
  )
  await terms.click()
  expect(await seenFrom).toBe(0)
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Plans' }).click()
  await expect(visitor).toHaveURL(/\/#plans$/)
  await expect(section(visitor, 'plans')).toBeInViewport()
})

test('on a phone, the menu has the header’s links, the social profile and the cart', {
  tag: ['@phone', '@soak'],
}, async ({ visitor }) => {
  await visitor.goto('/terms')
  const opener = visitor.getByRole('button', { name: 'Open menu' })
  await opener.click()
  await expect(visitor.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await visitor.keyboard.press('Escape')
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  const menu = visitor.getByRole('dialog').getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('listitem')).toHaveText([
    'How It Works',
    'Style Quiz',
    'Styles',
    'Gift a Friend',
    'Plans',
    'Sizing Guide',
    /^Social profile/,
    'Cart',
    'Account',
  ])
  await expect(menu.getByRole('link', { name: /Social profile/ })).toHaveAttribute('target', '_blank')
  await menu.getByRole('link', { name: 'Gift a Friend' }).click()
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  await expect(section(visitor, 'build-your-profile')).toBeInViewport()
  await expect(visitor.getByRole('radio', { name: 'A gift', exact: true })).toBeChecked()
})

test('the chosen theme is stored under theme and survives a reload', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.goto('/')
  const root = visitor.locator('html')
  await visitor.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  expect(await visitor.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await visitor.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await visitor.getByRole('button', { name: 'Switch to light theme' }).click()
  expect(await visitor.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('belts are shown for women, too, each style with three examples, their details and full-screen pictures', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.goto('/')
  const styles = section(visitor, 'styles')
  const men = await styles.getByRole('heading', { level: 3 }).allInnerTexts()
  await styles.getByRole('radio', { name: 'Women' }).check()
  await expect(styles.getByRole('article')).toHaveCount(3)
  await expect.poll(() => styles.getByRole('heading', { level: 3 }).allInnerTexts()).not.toEqual(men)
  // The card itself, not its button.
  await styles.getByRole('article').nth(1).locator('.shot').click()
  const dialog = visitor.getByRole('dialog', { name: 'Women, Casual' })
  await expect(dialog.getByText('1 of 3 examples')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /show fullscreen/ })).toHaveCount(2)
  await expect(dialog.getByRole('term')).toHaveText(['Materials', 'Buckle', 'Available colors', 'Width'])
  const name = dialog.getByRole('heading', { level: 3 })
  const first = await name.innerText()
  await dialog.getByRole('button', { name: 'Next example' }).click()
  await expect(dialog.getByText('2 of 3 examples')).toBeVisible()
  await expect(name).not.toHaveText(first)
  await dialog.getByRole('button', { name: 'Example 3' }).click()
  await expect(dialog.getByText('3 of 3 examples')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous example' }).click()
  await expect(dialog.getByText('2 of 3 examples')).toBeVisible()
  await dialog
    .getByRole('button', { name: /show fullscreen/ })
    .first()
    .click()
  const picture = visitor.locator('dialog.fullscreen')
  await expect(picture).toBeVisible()
  await visitor.mouse.click(5, 5)
  await expect(picture).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await styles
    .getByRole('button', { name: /See Examples/ })
    .first()
    .click()
  await expect(visitor.getByRole('dialog', { name: 'Women, Dress' })).toBeVisible()
})

test('a plan’s buttons open the quiz with the plan, or the plan and a gift, already chosen', {
  tag: '@soak',
}, async ({ visitor }) => {
  const kept = () => visitor.evaluate(() => JSON.parse(sessionStorage.getItem('quizAnswers') ?? '{}').answers)
  await visitor.goto('/')
  const plan = (name: string) => section(visitor, 'plans').getByRole('article', { name })
  await plan('12 Months').getByRole('link', { name: 'Get Started' }).click()
  await expect(section(visitor, 'build-your-profile')).toBeInViewport()
  await expect.poll(kept).toMatchObject({ selectedPlan: '12-months', recipientType: null })
  await plan('6 Months').getByRole('link', { name: 'Give as Gift' }).click()
  await expect(visitor.getByRole('radio', { name: 'A gift', exact: true })).toBeChecked()
  await expect.poll(kept).toMatchObject({ selectedPlan: '6-months', recipientType: 'gift' })
})

test('sizes are explained for women and men, on the page and in the quiz; Previous scrolls the step into view', {
  tag: '@soak',
}, async ({ visitor }) => {
  await visitor.goto('/')
  const sizing = section(visitor, 'sizing-guide')
  await sizing.getByRole('radio', { name: 'Women' }).check()
  await expect(sizing.getByRole('table').getByRole('row')).toHaveText([
    /^Waist\s*24\s*26\s*28\s*30\s*32\s*34\s*36$/,
    /^Belt\s*26\s*28\s*30\s*32\s*34\s*36\s*38$/,
  ])
  const quiz = section(visitor, 'build-your-profile')
  const next = quiz.getByRole('button', { name: 'Next', exact: true })
  const previous = quiz.getByRole('button', { name: 'Previous' })
  await expect(previous).toBeDisabled()
  await quiz.getByRole('radio', { name: 'Myself' }).check()
  await next.click()
  await expect(quiz.locator('form')).toBeInViewport()
  await quiz.getByRole('radio', { name: 'Men', exact: true }).check()
  await next.click()
  await quiz.getByRole('checkbox', { name: 'Dress' }).check()
  await next.click()
  await quiz.getByRole('button', { name: 'Open the sizing guide' }).click()
  const guide = visitor.getByRole('dialog', { name: 'Sizing Guide' })
  await expect(guide.getByRole('table').getByRole('row').nth(1)).toHaveText(
    /^Belt\s*32\s*34\s*36\s*38\s*40\s*42\s*44$/,
  )
  await expect(guide.getByText('Still Not Sure?')).toBeVisible()
  await guide.getByRole('button', { name: 'Close' }).click()
  const confirmed = quiz.getByRole('checkbox', { name: /^I understand/ })
  await quiz.getByRole('radio', { name: 'belt 36' }).check()
  await confirmed.check()
  await quiz.getByRole('radio', { name: 'belt 38' }).check()
  await expect(confirmed).not.toBeChecked()
  await confirmed.check()
  await previous.click()
  await next.click()
  await expect(confirmed).not.toBeChecked()
  await expect(quiz.getByRole('radio', { name: 'belt 38' })).toBeChecked()
})
