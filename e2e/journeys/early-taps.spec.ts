import type { Page, Route } from '@playwright/test'
import { comeAlive, expect, test } from './shop-test.ts'

// On a slow phone the page is seen seconds before its script is there. What is tapped until then works, or is kept.

/** Opens a page whose script is on its way; lets it come when it is called. */
async function openBeforeScript(page: Page, path: string) {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/assets/*.js', (route) => (isHeld ? void held.push(route) : route.continue()))
  await page.goto(path, { waitUntil: 'commit' })
  await expect.poll(() => held.length).toBeGreaterThan(0)
  return async () => {
    isHeld = false
    for (const route of held) await route.continue()
    await comeAlive(page)
  }
}

test('on a phone, the sizes and belts for women are there before the script, and stay', async ({
  visitor,
}) => {
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

test('on a phone, See Examples and the menu open when the script comes', async ({ visitor }) => {
  let letScriptCome = await openBeforeScript(visitor, '/')
  const examples = visitor.locator('#styles').getByRole('button', { name: /See Examples/ })
  await examples.nth(1).tap()
  await examples.nth(1).tap()
  await letScriptCome()
  await expect(visitor.getByRole('dialog', { name: 'Men, Casual' })).toBeVisible()
  letScriptCome = await openBeforeScript(visitor, '/')
  await visitor.getByRole('button', { name: 'Open menu' }).tap()
  await letScriptCome()
  await expect(visitor.getByRole('dialog', { name: /menu/ })).toBeVisible()
})

test('on a phone, the theme and the quiz’s first answer and Next are taken up', async ({ visitor }) => {
  const letScriptCome = await openBeforeScript(visitor, '/')
  const theme = await visitor.locator('html').getAttribute('data-theme')
  await visitor.getByRole('button', { name: /theme$/ }).tap()
  await visitor.getByText('Myself', { exact: true }).tap()
  await visitor.getByText('A gift', { exact: true }).tap()
  await visitor.getByRole('button', { name: 'Next', exact: true }).tap()
  await letScriptCome()
  await expect(visitor.getByRole('group', { name: 'Which belts do they wear?' })).toBeVisible()
  await expect(visitor.locator('html')).not.toHaveAttribute('data-theme', theme!)
  await expect(visitor).toHaveURL(/\/$/)
})

test('on a phone, a gift or a plan that is asked for is pre-set in the quiz', async ({ visitor }) => {
  let letScriptCome = await openBeforeScript(visitor, '/')
  await visitor.locator('#hero').getByRole('link', { name: 'Gift a Friend' }).tap()
  await letScriptCome()
  const gift = visitor.getByRole('radio', { name: 'A gift' })
  await expect(gift).toBeChecked()
  await visitor.evaluate(() => sessionStorage.clear())
  letScriptCome = await openBeforeScript(visitor, '/contact')
  letScriptCome = await openBeforeScript(visitor, '/')
  await expect(gift).not.toBeChecked()
  await visitor.locator('#plans').getByRole('button', { name: 'Give as Gift' }).last().tap()
  await letScriptCome()
  await expect(gift).toBeChecked()
  await expect
    .poll(() => visitor.evaluate(() => JSON.parse(sessionStorage.getItem('quizAnswers') ?? '{}').answers))
    .toMatchObject({ selectedPlan: '12-months', recipientType: 'gift' })
})

test('on a phone, a newsletter address and a message to support are sent though the script was late', async ({
  visitor,
}) => {
  let letScriptCome = await openBeforeScript(visitor, '/')
  await visitor.getByLabel('Newsletter').fill('early@example.com')
  await visitor.getByRole('button', { name: 'Subscribe' }).tap()
  await letScriptCome()
  await expect(visitor.getByText(/^Welcome aboard/)).toBeVisible()
  letScriptCome = await openBeforeScript(visitor, '/contact')
  await visitor.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await visitor.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await visitor.getByLabel('Subject', { exact: true }).fill('My buckle')
  await visitor.getByLabel('Message', { exact: true }).fill('It sings whenever I bow.')
  await visitor.getByRole('button', { name: 'Send' }).tap()
  await letScriptCome()
  await expect(visitor.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
})
