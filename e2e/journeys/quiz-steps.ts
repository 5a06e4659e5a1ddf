import type { Page } from '@playwright/test'
import { genderNames, genders, styleNames, styles } from '../../domain/belt.ts'
import { type CartItem, cartItemOf } from '../../domain/cart.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { emptyAnswers, type StyleChoice } from '../../domain/quiz.ts'
import { expect } from './shop-test.ts'

/** A visitor's answers to the quiz, by the labels on screen. */
export type Answers = {
  recipient: 'Myself' | 'A gift'
  gender: 'Men' | 'Women'
  styles: readonly string[]
  size: string
  plan: 'Monthly' | '6 Months' | '12 Months'
  state?: string
  message?: string
  /** the wearer's; absent: a usual one */
  name?: string
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })

/**
 * Opens a cart of items as the quiz would leave it, without the quiz, for journeys that start at the cart.
 * purchase.spec.ts checks that it matches what the quiz leaves.
 */
export async function fillCart(page: Page, ...all: Answers[]) {
  const items = all.map((answers, index) => cartItemFrom(answers, Date.now() + index))
  // A URL of the shop that runs no script: the cart is stored before the first page looks for it.
  await page.goto('/robots.txt')
  await page.evaluate((items) => {
    sessionStorage.setItem('cartItems', JSON.stringify(items))
    sessionStorage.setItem('cartItem', JSON.stringify(items.at(-1)))
  }, items)
  await page.goto('/cart')
  await expect(page.getByRole('article')).toHaveCount(items.length)
}

/** What the quiz puts in the cart for these answers; its id is made from `now` in milliseconds. */
export function cartItemFrom(answers: Answers, now: number): CartItem {
  const isGift = answers.recipient === 'A gift'
  const state = answers.state ?? 'OR'
  return cartItemOf(
    {
      ...emptyAnswers,
      recipientType: isGift ? 'gift' : 'myself',
      gender: genders.find((gender) => genderNames[gender] === answers.gender)!,
      styles: answers.styles.map(
        (name) => styles.find((style) => styleNames[style] === name) ?? (name as StyleChoice),
      ),
      size: answers.size,
      sizeConfirmed: true,
      giftDetails: {
        senderName: 'Maya Ellison',
        senderEmail: 'maya@example.com',
        recipientEmail: 'thomas@example.com',
        emailDate: daysAhead(20),
        giftMessage: answers.message ?? '',
      },
      shippingDetails: {
        ...emptyAnswers.shippingDetails,
        fullName: answers.name ?? (isGift ? 'Thomas Ellison' : 'Maya Ellison'),
        email: isGift ? '' : 'maya@example.com',
        address: '418 Alder Street',
        city: placeOf(state)[1],
        state,
        zipCode: placeOf(state)[0],
      },
      selectedPlan: firstPlans.find(({ name }) => name === answers.plan)!.id,
    },
    now,
    firstPlans,
  )
}

/** The name of a size's tile, or the end of it: "Pants 34, belt 36". */
const tileOf = (size: string) => (/^\d+$/.test(size) ? `belt ${size}` : size)

/** From the home page through the quiz to the cart, for journeys about the way there. */
export async function answerQuiz(page: Page, answers: Answers) {
  await page.getByRole('radio', { name: answers.recipient }).check()
  await next(page).click()
  const wearer = page.getByRole('group', { name: /wear/ })
  await wearer.getByRole('radio', { name: answers.gender, exact: true }).check()
  await next(page).click()
  for (const style of answers.styles) await page.getByRole('checkbox', { name: style }).check()
  await next(page).click()
  await page.getByRole('radio', { name: tileOf(answers.size) }).check()
  await expect(next(page)).toBeDisabled()
  await page.getByRole('checkbox', { name: /^I understand that belt size is my/ }).check()
  await next(page).click()
  if (answers.recipient === 'A gift') await fillGift(page, answers.message)
  else {
    await page.getByLabel('Full name', { exact: true }).fill('Maya Ellison')
    await page.getByLabel('Email', { exact: true }).fill('maya@example.com')
  }
  await fillAddress(page, answers.state ?? 'OR')
  await next(page).click()
  await page.getByRole('radio', { name: answers.plan }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
}

/** Opens the quiz at its fifth step with the first four answered, as a reload would, without a walk through them. */
export async function openQuizAtAddress(page: Page, recipientType: 'myself' | 'gift') {
  const answers = { recipientType, gender: 'male', styles: ['dress'], size: '36', sizeConfirmed: true }
  // A URL of the shop that runs no script: the answers are stored before the first page looks for them.
  await page.goto('/robots.txt')
  await page.evaluate(
    (stored) => sessionStorage.setItem('quizAnswers', stored),
    JSON.stringify({ step: 5, answers }),
  )
  await page.goto('/')
  await expect(page.getByText('Step 5 of 6')).toBeVisible()
}

/** From the home page to the size step, for a man's own dress belts. */
export async function quizStepsToSizes(page: Page) {
  await page.getByRole('radio', { name: 'Myself' }).check()
  await next(page).click()
  await page.getByRole('group', { name: /wear/ }).getByRole('radio', { name: 'Men', exact: true }).check()
  await next(page).click()
  await page.getByRole('checkbox', { name: 'Dress' }).check()
  await next(page).click()
  await expect(page.getByRole('radio', { name: 'belt 36' })).toBeVisible()
}

async function fillGift(page: Page, message?: string) {
  await page.getByLabel('Your name', { exact: true }).fill('Maya Ellison')
  await page.getByLabel('Your email', { exact: true }).fill('maya@example.com')
  await page.getByLabel('Recipient email', { exact: true }).fill('thomas@example.com')
  await page.getByLabel('Send date', { exact: true }).fill(daysAhead(20))
  if (message) await page.getByLabel('Personal message', { exact: true }).fill(message)
  await page.getByLabel('Full name', { exact: true }).fill('Thomas Ellison')
}

/** A ZIP code and city for each state that a journey names; otherwise California's. */
const places: Record<string, [string, string]> = { OR: ['97209', 'Portland'], NY: ['10001', 'New York'] }
const placeOf = (state: string) => places[state.trim()] ?? (['90026', 'Los Angeles'] as const)

async function fillAddress(page: Page, state: string) {
  await page.getByLabel('Address', { exact: true }).fill('418 Alder Street')
  const [zipCode, city] = placeOf(state)
  await page.getByLabel('State', { exact: true }).fill(state)
  await page.getByLabel('ZIP code', { exact: true }).fill(zipCode)
  await expect(page.getByLabel('City', { exact: true })).toHaveValue(city)
}

/** From the cart to the card form. */
export async function proceedToPayment(page: Page) {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

/** Pays with a card, and agrees to the renewal terms if asked. */
export async function payWith(page: Page, cardNumber: string) {
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByLabel('Expiration date').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  const consent = page.getByRole('checkbox', { name: /renew/ })
  if ((await consent.count()) > 0) await consent.check()
  await page.getByRole('button', { name: /^Pay / }).click()
}

/** A day in the format of a date field. */
export function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
