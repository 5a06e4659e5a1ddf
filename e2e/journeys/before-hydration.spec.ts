import type { Locator, Page, Route } from '@playwright/test'
import { expect, hydrate, test } from './shop-test.ts'

test.use({ isFirstVisit: true })

// On a slow phone the page shows seconds before its framework, which loads on the first touch. Earlier taps work at once
// or are kept.

/** Opens a page whose framework does not come; lets it come when it is called. */
async function openBeforeScript(page: Page, path: string) {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/assets/*.js', (route) => (isHeld ? void held.push(route) : route.continue()))
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return async () => {
    isHeld = false
    for (const route of held) await route.continue()
    await hydrate(page)
  }
}

test('on a phone, sizes and belts for women work before the script loads, and stay', {
  tag: ['@phone', '@soak'],
}, async ({ visitor }) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  const styles = visitor.locator('#styles')
  const sizing = visitor.locator('#sizing-guide')
  const belts = styles.locator('.belts').getByRole('heading', { level: 3 })
  const menFirst = await belts.first().innerText()
  await styles.getByText('Women', { exact: true }).tap()
  await sizing.getByText('Women', { exact: true }).tap()
  const expectWomen = async () => {
    await expect(belts).toHaveCount(3)
    await expect(belts.first()).not.toHaveText(menFirst)
    await expect(sizing.getByRole('row')).toHaveText([/^Waist/, /^Belt/])
  }
  await expectWomen()
  await letScriptCome()
  await expectWomen()
  await styles
    .getByRole('button', { name: /See Examples/ })
    .first()
    .tap()
  await expect(visitor.getByRole('dialog', { name: 'Women, Dress' })).toBeVisible()
})

test('on a phone, See Examples opens once the script has loaded', { tag: ['@phone', '@soak'] }, async ({
  visitor,
}) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  const examples = visitor.locator('#styles').getByRole('button', { name: /See Examples/ })
  await examples.nth(1).tap()
  await examples.nth(1).tap()
  await letScriptCome()
  await expect(visitor.getByRole('dialog', { name: 'Men, Casual' })).toBeVisible()
})

test('on a phone, theme and menu work before the script loads, and stay', {
  tag: ['@phone', '@soak'],
}, async ({ visitor }) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  await visitor.getByRole('button', { name: 'Switch to dark theme' }).tap()
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark')
  const menu = visitor.getByRole('dialog', { name: /menu/ })
  await visitor.getByRole('button', { name: 'Open menu' }).tap()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menu).toBeHidden()
  await visitor.getByRole('button', { name: 'Open menu' }).tap()
  await menu.getByRole('link', { name: 'Plans' }).tap()
  await expect(menu).toBeHidden()
  await expect(visitor).toHaveURL(/#plans$/)
  await visitor.getByRole('button', { name: 'Open menu' }).tap()
  await letScriptCome()
  await expect(menu).toBeVisible()
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menu).toBeHidden()
  await visitor.getByRole('button', { name: 'Switch to light theme' }).tap()
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('on a phone, Next shows the second step before the script loads, and its answer is kept', {
  tag: '@phone',
}, async ({ visitor }) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  const second = visitor.getByRole('group', { name: 'Do they wear men’s or women’s belts?' })
  await visitor.getByText('Myself', { exact: true }).tap()
  await visitor.getByText('A gift', { exact: true }).tap()
  await visitor.getByRole('button', { name: 'Next', exact: true }).tap()
  await expect(second).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Do they wear men’s or women’s belts?' })).toBeFocused()
  await visitor.getByRole('button', { name: 'Previous' }).tap()
  await expect(second).toBeHidden()
  await visitor.getByText('Myself', { exact: true }).tap()
  await visitor.getByRole('button', { name: 'Next', exact: true }).tap()
  const mine = visitor.getByRole('group', { name: 'Do you wear men’s or women’s belts?' })
  await mine.getByText('Women', { exact: true }).tap()
  const women = mine.getByRole('radio', { name: 'Women' })
  await expect(women).toBeFocused()
  await letScriptCome()
  await expect(mine).toBeVisible()
  await expect(women).toBeChecked()
  await expect(women).toBeFocused()
  await visitor.getByRole('button', { name: 'Next', exact: true }).tap()
  await expect(visitor.getByText('Step 3 of 6')).toBeVisible()
  await visitor.getByRole('button', { name: 'Previous' }).tap()
  await visitor.getByRole('button', { name: 'Previous' }).tap()
  await expect(visitor.getByRole('radio', { name: 'Myself' })).toBeChecked()
})

test('on a phone, two quiz steps are answered before the script loads, and the third follows', {
  tag: ['@phone', '@soak'],
}, async ({ visitor }) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  await visitor.getByText('A gift', { exact: true }).tap()
  await visitor.getByRole('button', { name: 'Next', exact: true }).tap()
  const second = visitor.getByRole('group', { name: 'Do they wear men’s or women’s belts?' })
  await second.getByText('Men', { exact: true }).tap()
  await visitor.getByRole('button', { name: 'Next', exact: true }).tap()
  await letScriptCome()
  await expect(visitor.getByText('Step 3 of 6')).toBeVisible()
  await expect(visitor.getByRole('group', { name: /styles/i })).toBeVisible()
})

// A tap used to be lost when a press ended on a different element than it began on, or when React missed the tap before.
test('on a phone, a press that spans hydration counts once', { tag: '@phone' }, async ({ visitor }) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  const next = visitor.getByRole('button', { name: 'Next', exact: true })
  await visitor.getByText('Myself', { exact: true }).tap()
  await next.tap()
  await visitor
    .getByRole('group', { name: 'Do you wear men’s or women’s belts?' })
    .getByText('Men', { exact: true })
    .tap()
  await next.hover()
  await visitor.mouse.down()
  const alive = letScriptCome()
  await visitor.waitForTimeout(1_000)
  await visitor.mouse.up()
  await alive
  await expect(visitor.getByText('Step 3 of 6')).toBeVisible()
  await expect(visitor.getByRole('checkbox', { name: 'Dress' })).not.toBeChecked()
})

/** Milliseconds before the first hit, and between two. */
const handsOf = {
  phone: [
    [0, 0],
    [0, 300],
    [3_000, 50],
  ],
  desktop: [[800, 0]],
} satisfies Record<string, number[][]>

for (const device of ['phone', 'desktop'] as const)
  test(`on a ${device}, fast taps lose nothing, whenever React hydrates`, {
    tag: ['@soak', ...(device === 'phone' ? ['@phone'] : [])],
  }, async ({ visitor }) => {
    const hit = (what: Locator) => (device === 'phone' ? what.tap() : what.click())
    const session = await visitor.context().newCDPSession(visitor)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (const [wait = 0, pause = 0] of handsOf[device]) {
      await visitor.goto('/', { waitUntil: 'commit' })
      await visitor.waitForTimeout(wait)
      await hit(visitor.getByText('Myself', { exact: true }))
      await visitor.waitForTimeout(pause)
      await hit(visitor.getByRole('button', { name: 'Next', exact: true }))
      await expect(visitor.getByText('Step 2 of 6').filter({ visible: true })).toBeVisible()
      await hit(visitor.getByRole('button', { name: /^Switch to/ }))
      await hydrate(visitor)
      await expect(visitor.getByText('Step 2 of 6')).toBeVisible()
      await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark')
      await visitor.evaluate(() => [sessionStorage.clear(), localStorage.clear()])
    }
  })

test('on a phone, the script loads by itself for a visitor who stays at the quiz', { tag: '@phone' }, async ({
  visitor,
}) => {
  await visitor.goto('/#build-your-profile', { waitUntil: 'load' })
  await expect.poll(() => visitor.evaluate(() => 'beforeHydration' in window)).toBe(false)
})

test('on a phone, Gift a Friend on another page presets the quiz', { tag: ['@phone', '@soak'] }, async ({
  visitor,
}) => {
  const letScriptCome = await openBeforeScript(visitor, '/returns')
  await visitor.getByRole('button', { name: 'Open menu' }).tap()
  await visitor.getByRole('dialog').getByRole('link', { name: 'Gift a Friend' }).tap()
  await letScriptCome()
  await expect(visitor).toHaveURL(/#build-your-profile$/)
  await expect(visitor.getByRole('radio', { name: 'A gift' })).toBeChecked()
})

test('on a phone, choosing a gift or a plan presets the quiz', { tag: ['@phone', '@soak'] }, async ({
  visitor,
}) => {
  let letScriptCome = await openBeforeScript(visitor, '/')
  const gift = visitor.getByRole('radio', { name: 'A gift' })
  const next = visitor.getByRole('button', { name: 'Next', exact: true })
  await expect(next).toBeDisabled()
  await visitor.locator('#hero').getByRole('link', { name: 'Gift a Friend' }).tap()
  await expect(gift, 'shown before the script has loaded').toBeChecked()
  await expect(next).toBeEnabled()
  await letScriptCome()
  await expect(gift).toBeChecked()
  await visitor.evaluate(() => sessionStorage.clear())
  letScriptCome = await openBeforeScript(visitor, '/contact')
  letScriptCome = await openBeforeScript(visitor, '/')
  await expect(gift).not.toBeChecked()
  await visitor.locator('#plans').getByRole('link', { name: 'Give as Gift' }).last().tap()
  await expect(visitor.locator('#build-your-profile')).toBeInViewport()
  await expect(gift).toBeChecked()
  await letScriptCome()
  await expect(gift).toBeChecked()
  await expect
    .poll(() => visitor.evaluate(() => JSON.parse(sessionStorage.getItem('quizAnswers') ?? '{}').answers))
    .toMatchObject({ selectedPlan: '12-months', recipientType: 'gift' })
})

test('on a phone, a newsletter sign-up and a support message are sent even if the script loads late', {
  tag: '@phone',
}, async ({ visitor }) => {
  let letScriptCome = await openBeforeScript(visitor, '/')
  await visitor.getByLabel('Newsletter').fill('early@example.com')
  await visitor.getByRole('button', { name: 'Subscribe' }).tap()
  await letScriptCome()
  await expect(visitor.getByText(/^Welcome aboard/)).toBeVisible()
  letScriptCome = await openBeforeScript(visitor, '/contact')
  await visitor.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await visitor.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('My buckle')
  const send = visitor.getByRole('button', { name: 'Send' })
  await expect(send, 'the message is missing').toBeDisabled()
  await visitor.getByLabel('Message', { exact: true }).fill('It sings whenever I bow.')
  await visitor.getByLabel('Message', { exact: true }).fill(' ')
  await expect(send).toBeDisabled()
  await visitor.getByLabel('Message', { exact: true }).fill('It sings whenever I bow.')
  await send.tap()
  await letScriptCome()
  await expect(visitor.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
})
