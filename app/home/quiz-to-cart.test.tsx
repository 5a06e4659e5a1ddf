import { Route, Routes, useNavigate } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage } from '../../test/open-page.tsx'
import { type AnalyticsEvent, sendEventsTo } from '../browser/analytics.ts'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import CartPage from '../cart/cart-page.tsx'
import { loadLaterSteps } from '../quiz/steps.ts'
import HomePage from './home-page.tsx'

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => Promise.all([loadLaterSteps(), import('../quiz/edit-quiz.tsx')]))

const { styles } = newShopsQuiz.steps
const option = (label: string) => ({ value: label.toLowerCase(), label, detail: '' })
const words = { question: 'Which colors do you like?', giftQuestion: '', hint: '' }
/** A new shop's quiz after its owner called dress belts formal and asks for colors. */
const quiz = {
  version: 2,
  steps: {
    ...newShopsQuiz.steps,
    styles: {
      ...styles,
      options: styles.options.map((each) => (each.value === 'dress' ? { ...each, label: 'Formal' } : each)),
      extras: [{ id: 'q1', isMultiple: true, ...words, options: [option('Black'), option('Brown')] }],
    },
  },
}
const loaderData = { belts: [], quiz, proof: [], reviews: [] }
const props = { loaderData } as unknown as Parameters<typeof HomePage>[0]

/** The home page and the cart, with the browser's Back and Forward. */
async function open(at: string) {
  let go = (_: number) => {}
  function Buttons() {
    const navigate = useNavigate()
    go = (by) => void navigate(by)
    return null
  }
  const page = await openPage(
    <>
      <Buttons />
      <Routes>
        <Route path="/" element={<HomePage {...props} />} />
        <Route path="/cart" element={<CartPage />} />
      </Routes>
    </>,
    { at },
  )
  const turn = async (by: number) => {
    await act(async () => go(by))
    await page.settle()
  }
  /** Within the quiz: other parts of the page ask the same. */
  const choose = (value: string) =>
    page.press(page.document.querySelector<HTMLElement>(`.quiz input[value="${value}"]`)!)
  return { ...page, turn, choose }
}

it('the published questions are asked and answered up to the cart, and each step is counted and reported', async () => {
  openBrowser({
    '/api/first-six': { status: 200, body: '{"belts":[]}' },
    '/api/gift-email/subscribe': { status: 200, body: '{}' },
  })
  const beacons: Promise<{ version: number; step: number; recipientType: string }>[] = []
  const sendBeacon = (_: string, body: Blob) => beacons.push(body.text().then(JSON.parse))
  vi.stubGlobal('navigator', { onLine: true, sendBeacon })
  const page = await open('/')
  const events: AnalyticsEvent[] = []
  sendEventsTo((event) => events.push(event))
  await page.choose('myself')
  await page.press('Next')
  await page.choose('male')
  await page.press('Next')
  expect(page.words()).toContain('Which colors do you like? Optional.')
  await page.check(/^Formal/)
  await page.check('Black')
  await page.press('Next')
  await page.choose('36')
  await page.check(/^I understand that belt size/)
  await page.press('Next')
  for (const [name, value] of [
    ['Full name', 'Maya Ellison'],
    ['Email', 'maya@example.com'],
    ['Address', '418 Alder Street'],
    ['City', 'Portland'],
    ['State', 'OR'],
    ['ZIP code', '97209'],
  ] as const)
    await page.fill(name, value)
  await page.press('Next')
  await page.check('Monthly')
  await page.press('Add to Cart')
  expect(page.place()).toBe('/cart')
  expect(page.words()).toMatch(/Which colors do you like\?.* Black/)
  expect(readCart()).toMatchObject([
    {
      ...{ styles: ['dress'], colors: ['Surprise Me'], planId: 'monthly' },
      extraAnswers: [{ question: 'Which colors do you like?', answers: ['Black'] }],
    },
  ])
  const counted = await Promise.all(beacons)
  expect(counted.map(({ version, step }) => [version, step])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((step) => [2, step]),
  )
  const step = (number: number, name: string) => ({
    ...{ event: 'quiz_step', step_number: number, step_name: name, recipient_type: 'myself' },
  })
  expect(events).toEqual([
    { event: 'quiz_start' },
    ...['recipient', 'gender', 'styles', 'size', 'shipping', 'plan'].map((name, index) =>
      step(index + 1, name),
    ),
    { event: 'quiz_complete' },
    { event: 'add_to_cart', plan_name: 'Monthly' },
  ])
})

it('a cart item is edited from step to step, waits on Back, and takes its place in the cart', async () => {
  openBrowser({ '/api/first-six': { status: 200, body: '{"belts":[]}' } })
  const [first, second] = [selfItem('6-months'), giftItem('monthly')]
  for (const item of [first, second]) addToCart(item)
  const page = await open('/cart')
  await page.press('Edit item 1, 6 Months, For you, Maya Ellison')
  expect(page.words()).toContain('Editing item 1 of your cart')
  await page.press('Shipping')
  await page.fill('City', 'Elsewhere')
  await page.turn(-1)
  expect(page.place()).toBe('/cart')
  expect(page.words()).toMatch(/Item 1 .*Ships to 418 Alder Street, Portland/)
  expect(readCart()).toEqual([first, second])
  await page.turn(1)
  expect(page.field('City').value).toBe('Elsewhere')
  await page.press('Plan')
  await page.check('Monthly')
  await page.press('Save Changes')
  expect(page.place()).toBe('/cart')
  const changed = { id: first.id, planId: 'monthly', shippingDetails: { city: 'Elsewhere' } }
  expect(readCart()).toMatchObject([changed, second])
  expect(page.words()).toContain('Ships to 418 Alder Street, Elsewhere')
})
