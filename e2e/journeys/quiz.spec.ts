import type { Page } from '@playwright/test'
import { tabTo } from './by-keyboard.ts'
import { openQuizAtAddress } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const address = { Address: '418 Alder Street', City: 'Portland', State: 'OR', 'ZIP code': '97205' }

async function expectStep(page: Page, step: number) {
  const strap = page.getByRole('progressbar', { name: 'Style quiz' })
  await expect(strap).toHaveAttribute('aria-valuenow', String(step))
  await expect(page.getByText(`Step ${step} of 6`)).toBeVisible()
}

test('the quiz is answered on a phone by keyboard alone', { tag: '@phone' }, async ({ visitor }) => {
  await visitor.goto('/')
  const press = async (...keys: string[]) => {
    for (const key of keys) await visitor.keyboard.press(key)
  }
  const arriveAt = async (step: number) => {
    await expectStep(visitor, step)
    await expect(visitor.locator('#quiz-question')).toBeFocused()
    await expect(visitor.locator('.step-wait')).toHaveCount(0)
  }
  await visitor.locator('#quiz-question').focus()
  await press('Tab', 'Space', 'Enter')
  await arriveAt(2)
  await press('Tab', 'ArrowDown', 'Enter')
  await arriveAt(3)
  await press('Tab', 'Space', 'Tab', 'Space', 'Enter')
  await arriveAt(4)
  await press('Tab', 'ArrowRight', 'Enter')
  // The size is not confirmed yet.
  await expectStep(visitor, 4)
  // Past the sizing guide, the belt on the screen, and the printed tapes.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Space', 'Enter')
  await arriveAt(5)
  for (const typed of [
    'Maya Ellison',
    'maya@example.com',
    '418 Alder Street',
    '',
    'Portland',
    'OR',
    '97205',
  ]) {
    await press('Tab')
    await visitor.keyboard.type(typed)
  }
  await press('Enter')
  await arriveAt(6)
  // Past the belts of the reveal, which open.
  await tabTo(visitor, visitor.getByRole('radio', { name: /^Monthly/ }))
  await press('ArrowDown', 'Enter')
  await expect(visitor).toHaveURL(/\/cart$/)
})

test('on a phone, a field that takes the focus stands still at once, so the next press lands', {
  tag: '@phone',
}, async ({ visitor }) => {
  await openQuizAtAddress(visitor, 'gift')
  const [jumped, moved] = await field(visitor, 'ZIP code').evaluate(async (zip) => {
    scrollTo({ top: 0, behavior: 'instant' })
    zip.focus()
    const at = scrollY
    await new Promise((done) => setTimeout(done, 300))
    return [at, scrollY - at]
  })
  expect(jumped).toBeGreaterThan(0)
  expect(moved).toBe(0)
})

test('a reload on a phone comes back to the same step, and nothing moves', { tag: '@phone' }, async ({
  visitor,
}) => {
  await openQuizAtAddress(visitor, 'gift')
  await field(visitor, 'Your name').fill('Maya Ellison')
  await field(visitor, 'City').fill('Portland')
  await visitor.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      const seen = window as unknown as { shift: number }
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visitor.reload({ waitUntil: 'networkidle' })
  await expectStep(visitor, 5)
  await expect(field(visitor, 'Your name')).toHaveValue('Maya Ellison')
  await expect(field(visitor, 'City')).toHaveValue('Portland')
  const shift = await visitor.evaluate(() => (window as unknown as { shift: number }).shift)
  expect(Number(shift.toFixed(3))).toBe(0)
})

test('on a phone where pictures load late, nothing pressable moves when they do', {
  tag: ['@phone', '@soak'],
}, async ({ visitor }) => {
  let come = () => {}
  const comes = new Promise<void>((resolve) => {
    come = resolve
  })
  await visitor.route(/lifestyle/, async (route) => {
    await comes
    await route.continue()
  })
  await visitor.goto('/')
  await visitor.getByRole('radio', { name: 'Myself', exact: true }).check()
  const top = async () =>
    (await next(visitor).boundingBox())!.y + (await visitor.evaluate(() => window.scrollY))
  const before = await top()
  const pictures = visitor.locator('.quiz .choice-pic img')
  const haveCome = async () =>
    pictures.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0))
  expect(await haveCome()).toBe(false)
  come()
  await expect.poll(haveCome).toBe(true)
  expect(await top()).toBe(before)
})

test('a choice made before the script loads counts', { tag: '@soak' }, async ({ visitor }) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await visitor.route(/\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await visitor.goto('/', { waitUntil: 'commit' })
  await visitor.getByRole('radio', { name: 'A gift', exact: true }).check()
  arrive()
  await expect(next(visitor)).toBeEnabled()
  await expect(visitor.getByRole('radio', { name: 'A gift', exact: true })).toBeChecked()
})

test('an invalid email and a past date show an error and keep the step', { tag: '@soak' }, async ({
  visitor,
}) => {
  await openQuizAtAddress(visitor, 'gift')
  for (const [label, value] of Object.entries(address)) await field(visitor, label).fill(value)
  for (const label of ['Full name', 'Your name']) await field(visitor, label).fill('Maya Ellison')
  await field(visitor, 'Your email').fill('maya@example.com')
  await field(visitor, 'Recipient email').fill('thomas@example')
  await field(visitor, 'Send date').fill('2020-01-01')
  await expect(field(visitor, 'Recipient email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await expect(field(visitor, 'Send date')).toHaveAccessibleDescription(/Choose today or a later day\.$/)
  await expect(next(visitor)).toBeDisabled()
  await field(visitor, 'Recipient email').fill('thomas@example.com')
  await expect(next(visitor)).toBeDisabled()
  await field(visitor, 'Send date').fill('2099-12-01')
  await expect(next(visitor)).toBeEnabled()
  await expect(visitor.getByText('Please enter a valid email address')).toHaveCount(0)
})

test('asking for a gift at the last step asks for its size and where to send it', { tag: '@soak' }, async ({
  visitor,
}) => {
  await openQuizAtAddress(visitor, 'myself')
  await field(visitor, 'Full name').fill('Maya Ellison')
  await field(visitor, 'Email').fill('maya@example.com')
  for (const [label, value] of Object.entries(address)) await field(visitor, label).fill(value)
  await next(visitor).click()
  await expectStep(visitor, 6)
  const plan = visitor.getByRole('article', { name: '12 Months' })
  await plan.getByRole('link', { name: 'Give as Gift' }).click()
  for (const step of [2, 3]) {
    await expectStep(visitor, step)
    await next(visitor).click()
  }
  await expectStep(visitor, 4)
  await visitor.getByRole('radio', { name: 'belt 38' }).check()
  await visitor.getByRole('checkbox', { name: /belt size is/ }).check()
  await next(visitor).click()
  await expectStep(visitor, 5)
  await expect(next(visitor)).toBeDisabled()
  // The gift doesn't go to its giver.
  await expect(field(visitor, 'Your name')).toHaveValue('Maya Ellison')
  for (const label of ['Full name', 'Address', 'City', 'ZIP code'])
    await expect(field(visitor, label)).toHaveValue('')
})
