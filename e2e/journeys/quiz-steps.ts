import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** How visitors answer the quiz, by the names that they read. */
export type Answers = {
  recipient: 'Myself' | 'A gift'
  gender: 'Men' | 'Women'
  styles: readonly string[]
  size: string
  plan: 'Monthly' | '6 Months' | '12 Months'
  state?: string
  message?: string
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })

/** From the home page to the cart. */
export async function answerQuiz(page: Page, answers: Answers) {
  await page.getByRole('radio', { name: answers.recipient }).check()
  await next(page).click()
  await page
    .getByRole('group', { name: /wear/ })
    .getByRole('radio', { name: answers.gender, exact: true })
    .check()
  await next(page).click()
  for (const style of answers.styles) await page.getByRole('checkbox', { name: style }).check()
  await next(page).click()
  await page.getByRole('radio', { name: answers.size }).check()
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

/** From the home page to the step of the sizes, for a man's own dress belts. */
export async function quizStepsToSizes(page: Page) {
  await page.getByRole('radio', { name: 'Myself' }).check()
  await next(page).click()
  await page.getByRole('group', { name: /wear/ }).getByRole('radio', { name: 'Men', exact: true }).check()
  await next(page).click()
  await page.getByRole('checkbox', { name: 'Dress' }).check()
  await next(page).click()
  await expect(page.getByRole('radio', { name: '36' })).toBeVisible()
}

async function fillGift(page: Page, message?: string) {
  await page.getByLabel('Your name', { exact: true }).fill('Maya Ellison')
  await page.getByLabel('Your email', { exact: true }).fill('maya@example.com')
  await page.getByLabel('Recipient email', { exact: true }).fill('thomas@example.com')
  await page.getByLabel('Send date', { exact: true }).fill(daysAhead(20))
  if (message) await page.getByLabel('Personal message', { exact: true }).fill(message)
  await page.getByLabel('Full name', { exact: true }).fill('Thomas Ellison')
}

/** A ZIP code of each state that a journey names; California's otherwise. */
const zipOf: Record<string, string> = { OR: '97209', NY: '10001' }

async function fillAddress(page: Page, state: string) {
  await page.getByLabel('Address', { exact: true }).fill('418 Alder Street')
  await page.getByLabel('City', { exact: true }).fill('Somewhere')
  await page.getByLabel('State', { exact: true }).fill(state)
  await page.getByLabel('ZIP code', { exact: true }).fill(zipOf[state.trim()] ?? '90026')
}

/** From the cart to the card form. */
export async function proceedToPayment(page: Page) {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

/** Pays with a card and consents to renewal where that is asked. */
export async function payWith(page: Page, cardNumber: string) {
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByLabel('Expiration date').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  const consent = page.getByRole('checkbox', { name: /renew/ })
  if ((await consent.count()) > 0) await consent.check()
  await page.getByRole('button', { name: /^Pay / }).click()
}

/** A day as a date field takes it. */
export function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
