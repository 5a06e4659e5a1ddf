import { existsSync } from 'node:fs'
import { Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import type { Gender } from '../../domain/belt.ts'
import { emptyAnswers, type QuizAnswers } from '../../domain/quiz.ts'
import { openBrowser } from '../../test/browser.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage } from '../../test/render-page.tsx'
import { SizingGuideDialog } from '../sizing/sizing-guide-dialog.tsx'
import { GenderStep, RecipientStep } from './first-steps.tsx'
import { PlanStep, ShippingStep, SizeStep, StylesStep } from './later-steps.tsx'
import { steps } from './steps.ts'
import { addressOptions } from './stripe-address.tsx'
import { QuizCopyContext, type StepProps } from './use-quiz.ts'

const draw = (Step: (props: StepProps) => React.ReactNode, answers: Partial<QuizAnswers> = {}) =>
  renderPage(
    <QuizCopyContext value={newShopsQuiz}>
      <Suspense>
        <Step answers={{ ...emptyAnswers, ...answers }} answer={() => {}} today="2026-11-21" />
      </Suspense>
    </QuizCopyContext>,
  )
const values = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`))
    .map((tag) => /value="([^"]*)"/.exec(tag)?.[1])
const labels = (html: string) => [...html.matchAll(/<label[^>]*>([^<]+)<\/label>/g)].map(([, label]) => label)

describe('the quiz asks', () => {
  it('with a picture of each style in both themes, and every file exists', () => {
    for (const gender of ['male', 'female'] as const) {
      const { html } = draw(StylesStep, { gender })
      for (const theme of ['product', 'night']) {
        const files = [...html.matchAll(/src="([^"]+)"/g)]
          .map(([, src]) => src!)
          .filter((src) => src.includes(theme))
        expect(files).toHaveLength(3)
        for (const file of files) expect(existsSync(`public${file}`), file).toBe(true)
      }
    }
  })
  it('in six steps: recipient, gender, styles, size, shipping, plan', () => {
    expect(steps.map(({ title }) => title)).toEqual([
      'Who it is for',
      'Men or women',
      'Styles',
      'Size',
      'Shipping',
      'Plan',
    ])
  })

  it('who it is for, and whose belts', () => {
    expect(values(draw(RecipientStep).html, 'quiz-recipient')).toEqual(['myself', 'gift'])
    expect(values(draw(GenderStep).html, 'quiz-gender').toSorted()).toEqual(['female', 'male'])
  })

  it('for styles, and lets a gift’s recipient pick', () => {
    const own = ['dress', 'casual', 'stretch']
    expect(values(draw(StylesStep, { recipientType: 'myself' }).html, 'quiz-style')).toEqual(own)
    expect(values(draw(StylesStep, { recipientType: 'gift' }).html, 'quiz-style')).toEqual([
      ...own,
      'Let Recipient Pick',
    ])
  })

  it('for a size from the gender’s list or Unsure, and lets a gift’s recipient choose', () => {
    const men = ['32', '34', '36', '38', '40', '42', '44', 'Unsure']
    const women = ['26', '28', '30', '32', '34', '36', '38', 'Unsure']
    expect(values(draw(SizeStep, { gender: 'male' }).html, 'quiz-size')).toEqual(men)
    expect(values(draw(SizeStep, { gender: 'female' }).html, 'quiz-size')).toEqual(women)
    expect(values(draw(SizeStep, { gender: 'male', recipientType: 'gift' }).html, 'quiz-size')).toEqual([
      ...men,
      'Let Recipient Choose',
    ])
  })

  it('for a size as pants or waist with its belt below, drawn in inches once it is one', () => {
    const { words } = draw(SizeStep, { gender: 'male', size: 'Unsure' })
    expect(words).toContain('30 belt 32 32 belt 34')
    expect(words).toContain('the belt size middle hole')
    expect(words).not.toContain('inches: the belt size')
    const women = draw(SizeStep, { gender: 'female', size: '28' }).words
    expect(women).toContain('24 belt 26 26 belt 28')
    expect(women).toContain('28 inches: the belt size')
  })

  it('to confirm the size rule, by waist for women, and offers the guide', () => {
    expect(draw(SizeStep, { gender: 'male' }).words).toContain(
      'I understand that belt size is my pants/waist size + 2 inches *',
    )
    const { words } = draw(SizeStep, { gender: 'female' })
    expect(words).toContain('I understand that belt size is my waist size + 2 inches *')
    expect(words).toContain('Open the sizing guide')
  })

  it('with a sizing guide that begins with whose belts they are', async () => {
    openBrowser()
    await import('../sizing/sizing-guide-dialog.tsx')
    const size = (gender: Gender) =>
      openPage(
        <QuizCopyContext value={newShopsQuiz}>
          <SizeStep answers={{ ...emptyAnswers, gender }} answer={() => {}} today="2026-11-21" />
        </QuizCopyContext>,
      )
    const men = [
      ['Pants', '30', '32', '34', '36', '38', '40', '42'],
      ['Belt', '32', '34', '36', '38', '40', '42', '44'],
    ]
    const women = [
      ['Waist', '24', '26', '28', '30', '32', '34', '36'],
      ['Belt', '26', '28', '30', '32', '34', '36', '38'],
    ]
    for (const [gender, table] of [
      ['female', women],
      ['male', men],
    ] as const) {
      const page = await size(gender)
      await page.press('Open the sizing guide')
      const dialog = page.document.querySelector('dialog[open]')!
      const rows = () =>
        page.shown('dialog tr').map((row) => [...row.children].map((cell) => cell.textContent))
      expect(dialog.querySelector('h2')!.textContent).toBe('Sizing Guide')
      expect(rows()).toEqual(table)
      await page.check(gender === 'male' ? 'Women' : 'Men')
      expect(rows()).toEqual(gender === 'male' ? women : men)
      expect(dialog.textContent).toContain(
        'Still Not Sure? Choose Unsure in the quiz. A measuring guide ships with your first shipment',
      )
      await page.press('Close')
      expect(page.document.querySelector('dialog[open]')).toBeNull()
      expect(page.focused().textContent).toBe('Open the sizing guide')
    }
  })

  it('with a guide that a double click doesn’t close again, but a click beside it does', async () => {
    openBrowser()
    let closed = 0
    const page = await openPage(<SizingGuideDialog open onClose={() => closed++} gender="male" />)
    const dialog = page.document.querySelector('dialog')!
    const click = (detail: number) =>
      dialog.dispatchEvent(new window.MouseEvent('click', { bubbles: true, detail }))
    click(2)
    expect(closed).toBe(0)
    click(1)
    expect(closed).toBe(1)
  })

  it('for the member’s name, email and address, never a phone or country', () => {
    const { html } = draw(ShippingStep, { recipientType: 'myself' })
    expect(labels(html)).toEqual([
      'Full name',
      'Email',
      'Address',
      'Address line 2',
      'City',
      'State',
      'ZIP code',
    ])
    expect(html).not.toMatch(/phone|type="tel"|country/i)
  })

  it('for giver, recipient, date, message, and the gift’s address', () => {
    const { html } = draw(ShippingStep, { recipientType: 'gift' })
    expect(labels(html)).toEqual([
      'Your name',
      'Your email',
      'Recipient email',
      'Send date',
      'Personal message',
      'Full name',
      'Address',
      'Address line 2',
      'City',
      'State',
      'ZIP code',
    ])
    expect(html).toMatch(/type="date"[^>]*min="2026-11-21"/)
    expect(html).not.toMatch(/phone|type="tel"|country/i)
  })

  it('for one of the three plans', () => {
    expect(values(draw(PlanStep).html, 'quiz-plan')).toEqual(['monthly', '6-months', '12-months'])
  })
})

it('for a US shipping address in Stripe’s element, without a phone', () => {
  const address = emptyAnswers.shippingDetails
  expect(addressOptions(address, null)).toMatchObject({
    mode: 'shipping',
    allowedCountries: ['US'],
    fields: { phone: 'never' },
    autocomplete: { mode: 'disabled' },
    defaultValues: { address: { country: 'US' } },
  })
  expect(addressOptions(address, 'maps-key').autocomplete).toEqual({
    mode: 'google_maps_api',
    apiKey: 'maps-key',
  })
})
