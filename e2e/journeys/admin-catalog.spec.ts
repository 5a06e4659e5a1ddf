import { openAdmin } from './admin-test.ts'
import { answerQuiz } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

test('an owner creates, reorders and deletes product types, by keyboard too', { tag: '@soak' }, async ({
  visitor: page,
}) => {
  await openAdmin(page, '/admin/product-types')
  const rows = page.getByRole('region', { name: 'Product types' }).locator('tbody tr')
  await expect(rows).toHaveCount(3)

  await page.getByRole('button', { name: 'New product type' }).click()
  await page.getByLabel('Name').fill('Dress')
  await expect(page.getByLabel('Slug')).toHaveValue('dress-2')
  await expect(page.getByLabel('Display order')).toHaveValue('3')
  // Closed by mistake: what was written is still there.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Finish the new type' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Dress')
  await page.getByLabel('Name').fill('Reversible belts')
  await page.getByLabel('Slug').fill('dress')
  await page.getByLabel('Description').fill('Black on one side, brown on the other.')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(
    /Dress belts already has the slug “dress”/,
  )
  await page.getByLabel('Slug').fill('reversible')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Product type created', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(4)

  await page.getByRole('button', { name: 'Edit Reversible belts' }).click()
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Product type updated', { exact: true })).toBeVisible()
  await expect(rows.nth(3)).toContainText('Inactive')

  await page.getByRole('button', { name: 'Move Reversible belts', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picked up. Reversible belts: place 4 of 4.')).toBeAttached()
  // The library hears the arrow keys a moment after it announces itself, later on a busy machine.
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    const third = page.getByText('Reversible belts: place 3 of 4.', { exact: true })
    await expect(third).toBeAttached({ timeout: 5_000 })
  }).toPass()
  // A new order shows at once, and is saved a moment later.
  const moved = page.waitForResponse('**/product-types/order')
  await page.keyboard.press('Space')
  await moved
  await expect(rows.nth(2)).toContainText('Reversible belts')
  const kept = page.waitForResponse('**/product-types/order')
  await page.getByRole('button', { name: 'Move Reversible belts up' }).click()
  await expect(rows.nth(1)).toContainText('Reversible belts')
  await kept
  await page.reload()
  await expect(rows.nth(1)).toContainText('Reversible belts')

  await page.getByRole('button', { name: 'Delete Reversible belts' }).click()
  await expect(page.getByRole('dialog')).toContainText('No belt is of this type')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Product type deleted', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(3)
})

test('visitors are asked the published quiz, and how far they get is counted', { tag: '@soak' }, async ({
  visitor: page,
}) => {
  await openAdmin(page, '/admin/quiz-questions')
  await page.getByRole('button', { name: 'Edit Which styles do you wear?' }).click()
  await page.getByLabel('Words').first().fill('Formal')
  await page.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(page.getByText('Version 2 is a draft')).toBeVisible()
  await page.getByRole('button', { name: 'New question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Which colors do you like?')
  await page.getByLabel('Words').nth(0).fill('Brown')
  await page.getByLabel('Words').nth(1).fill('Black')
  await page.getByRole('button', { name: 'Move Black up' }).click()
  await page.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(page.getByRole('list', { name: 'Options of Which colors do you like?' })).toHaveText(
    /Black\s*Brown/,
  )
  await page.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(page.getByText('Version 2 is public')).toBeVisible()

  await page.goto('/')
  await answerQuiz(page, {
    recipient: 'Myself',
    gender: 'Men',
    styles: ['Formal', 'Black'],
    size: '34',
    plan: 'Monthly',
  })
  await expect(page.getByText('Which colors do you like?')).toBeVisible()
  const item = await page.evaluate(() => JSON.parse(sessionStorage.getItem('cartItem') ?? '{}'))
  expect(item).toMatchObject({
    styles: ['dress'],
    colors: ['Surprise Me'],
    extraAnswers: [{ question: 'Which colors do you like?', answers: ['Black'] }],
  })

  // The page counts beside what it does, and the admin reads the counts once.
  await expect(async () => {
    await page.goto('/admin/quiz-questions')
    await expect(page.getByRole('row', { name: /^In the cart 1 0/ })).toBeVisible({ timeout: 2_000 })
  }).toPass()

  // Back to the words that the other journeys know, which were kept.
  await page.getByLabel('Version').selectOption('1')
  await page.getByRole('button', { name: 'Go back to these words' }).click()
  await page.getByRole('button', { name: 'Publish version 3' }).click()
  await expect(page.getByText('Version 3 is public')).toBeVisible()
})
