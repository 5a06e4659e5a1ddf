import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyAnswers, type QuizAnswers } from '../../domain/quiz.ts'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage, pointsTo } from '../../test/open-page.tsx'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import { requestQuiz } from '../shop/quiz-request.ts'
import { loadProgress, saveProgress } from './quiz-storage.ts'
import { loadLaterSteps } from './steps.ts'
import { StyleQuiz } from './style-quiz.tsx'
import { QuizCopyContext } from './use-quiz.ts'

const today = '2026-11-21'
const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const own: QuizAnswers = {
  ...emptyAnswers,
  ...{ recipientType: 'myself', gender: 'male', styles: ['dress'], size: '36', sizeConfirmed: true },
  shippingDetails: {
    ...{ fullName: 'Ana Reyes', email: 'ana@example.com', address: '9 Oak Road', address2: '' },
    ...{ city: 'Salem', state: 'OR', zipCode: '97301' },
  },
}
const gift: QuizAnswers = {
  ...own,
  recipientType: 'gift',
  giftDetails: {
    ...{ senderName: 'Ana Reyes', senderEmail: 'ana@example.com', recipientEmail: 'leo@example.com' },
    ...{ emailDate: '2026-12-01', giftMessage: 'For you.' },
  },
}
const named = (name: string) => ({ id: name, name, imageUrl: null, nightImageUrl: null, imageAlt: '' })
const nowhere = { shippingDetails: emptyAnswers.shippingDetails }

beforeAll(() => loadLaterSteps())
beforeEach(() => void openBrowser())

/** The quiz as someone left it at a step. */
async function openQuiz(step: number, answers: QuizAnswers, replies: Parameters<typeof openBrowser>[0] = {}) {
  const cart = readCart()
  const { asked } = openBrowser({ '/api/first-six': ok({ belts: [] }), ...replies })
  for (const item of cart) addToCart(item)
  saveProgress({ step, answers })
  const page = await openPage(
    <QuizCopyContext value={newShopsQuiz}>
      <StyleQuiz today={today} />
    </QuizCopyContext>,
  )
  return { page, asked, kept: () => loadProgress(today)! }
}

describe('the shipping step', () => {
  it('offers the cart’s address, name and email, unless something is typed', async () => {
    addToCart(selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, address2: 'Apt 4' } }))
    const { page } = await openQuiz(5, { ...own, ...nowhere })
    expect(page.words()).toContain('Free shipping anywhere in the US.')
    await page.press('Use 418 Alder Street, Portland')
    const fields = ['Full name', 'Email', 'Address', 'Address line 2', 'City', 'State', 'ZIP code']
    expect(fields.map((name) => page.field(name).value)).toEqual([
      ...['Maya Ellison', 'maya@example.com', '418 Alder Street', 'Apt 4', 'Portland', 'OR', '97209'],
    ])
    expect(page.words()).not.toContain('Use 418')
  })

  it('offers the giver’s details where empty, and never a wearer’s', async () => {
    const wearer = { ...giftItem().shippingDetails!, email: 'thomas@example.com' }
    addToCart(giftItem('12-months', { shippingDetails: wearer }))
    const giver = { ...emptyAnswers.giftDetails, senderEmail: 'other@example.com' }
    const { page, kept } = await openQuiz(5, { ...gift, ...nowhere, giftDetails: giver })
    await page.press('Send it to 418 Alder Street, Portland')
    expect(kept().answers.giftDetails).toEqual({ ...giver, senderName: 'Maya Ellison' })
    expect(kept().answers.shippingDetails).toMatchObject({
      fullName: '',
      email: '',
      address: '418 Alder Street',
    })
    const named = { ...emptyAnswers.giftDetails, senderName: 'Mum' }
    const other = await openQuiz(5, { ...gift, ...nowhere, giftDetails: named })
    await other.page.press('Send it to 418 Alder Street, Portland')
    expect(other.kept().answers.giftDetails).toEqual({ ...named, senderEmail: 'maya@example.com' })
    const mine = await openQuiz(5, { ...own, ...nowhere })
    await mine.page.press('Use 418 Alder Street, Portland')
    const { fullName, email } = mine.kept().answers.shippingDetails
    expect([fullName, email]).toEqual(['Maya Ellison', 'maya@example.com'])
  })

  it('fills an empty city and state from the ZIP code, and keeps typed ones', async () => {
    const zips = { '/zips/97.json': ok({ 97209: 'Portland' }) }
    const empty = await openQuiz(5, { ...own, ...nowhere }, zips)
    await empty.page.fill('ZIP code', '97209')
    expect([empty.page.field('City').value, empty.page.field('State').value]).toEqual(['Portland', 'OR'])
    const typed = await openQuiz(5, { ...own, ...nowhere }, zips)
    await typed.page.fill('City', 'Linnton')
    await typed.page.fill('State', 'WA')
    await typed.page.fill('ZIP code', '97209')
    expect([typed.page.field('City').value, typed.page.field('State').value]).toEqual(['Linnton', 'WA'])
    await typed.page.leave('ZIP code')
    expect(typed.page.field('ZIP code').getAttribute('aria-invalid')).toBe('true')
    expect(typed.page.button('Next').disabled).toBe(true)
  })

  it('keeps a typed city when the ZIP lookup answers later, and takes none for a ZIP code that has changed', async () => {
    const waiting: (() => void)[] = []
    const answerLater = () =>
      new Promise((answer) => waiting.push(() => answer(new Response('{"97209":"Portland"}'))))
    const cityAfter = async (name: string, value: string) => {
      const { page } = await openQuiz(5, { ...own, ...nowhere })
      vi.stubGlobal('fetch', answerLater)
      await page.fill('ZIP code', '97209')
      await page.fill(name, value)
      for (const answer of waiting.splice(0)) answer()
      await page.settle()
      return page.field('City').value
    }
    expect(await cityAfter('City', 'Linnton')).toBe('Linnton')
    expect(await cityAfter('ZIP code', '9720')).toBe('')
    expect(await cityAfter('Address', '9 Oak Road')).toBe('Portland')
  })

  it('questions a misspelled email, and fixes it in one press', async () => {
    const { page } = await openQuiz(5, { ...own, ...nowhere })
    await page.fill('Email', 'maya@gmial.com')
    expect(page.words()).not.toContain('Did you mean')
    await page.leave('Email')
    await page.press('maya@gmail.com')
    expect(page.field('Email').value).toBe('maya@gmail.com')
  })

  it('says what is wrong with an invalid email and a past date, and keeps the step', async () => {
    const { page } = await openQuiz(5, { ...gift, giftDetails: { ...gift.giftDetails, recipientEmail: '' } })
    const invalid = 'Please enter a valid email address'
    await page.fill('Recipient email', 'thomas@example')
    await page.fill('Send date', '2026-11-20')
    await page.leave('Recipient email')
    await page.leave('Send date')
    expect(page.described('Recipient email')).toBe(invalid)
    expect(page.described('Send date')).toMatch(/Choose today or a later day\.$/)
    expect(page.button('Next').disabled).toBe(true)
    await page.fill('Recipient email', 'thomas@example.com')
    expect(page.words()).not.toContain(invalid)
    expect(page.button('Next').disabled).toBe(true)
    await page.fill('Send date', '2026-11-21')
    expect(page.words()).not.toContain('Choose today or a later day.')
    expect(page.button('Next').disabled).toBe(false)
    expect(page.words()).toContain('Step 5 of 6')
  })

  it('picks a gift day by mouse or keys, never a past one', async () => {
    const { page } = await openQuiz(5, gift)
    expect(page.words()).toContain('Your message arrives on the day you pick. They’ll never see a price.')
    await page.press('December 24, 2026')
    expect(page.field('Send date').value).toBe('2026-12-24')
    expect(page.button('December 24, 2026').getAttribute('aria-pressed')).toBe('true')
    const at = () =>
      page.document
        .querySelector('.cal [tabindex="0"]')
        ?.getAttribute('aria-label')
        ?.replaceAll('\u00a0', ' ')
    const go = async (key: string) => {
      page.document.querySelector<HTMLElement>('.cal [tabindex="0"]')?.focus()
      await page.key(key)
      return at()
    }
    expect(await go('ArrowRight')).toBe('December 25, 2026')
    expect(await go('ArrowUp')).toBe('December 18, 2026')
    expect(await go('Home')).toBe('December 13, 2026')
    expect(await go('End')).toBe('December 19, 2026')
    expect(await go('PageDown')).toBe('January 19, 2027')
    expect(await go('PageUp')).toBe('December 19, 2026')
    expect(await go('PageUp')).toBe('November 21, 2026')
    expect(await go('ArrowLeft')).toBe('November 21, 2026')
    await page.press('December 2026')
    expect(page.words()).toContain('December 2026 Sun')
    expect(pointsTo(page.button('November 2026'))).toBe('left')
    expect(pointsTo(page.button('January 2027'))).toBe('right')
    expect(page.field('Personal message').getAttribute('maxlength')).toBe('1000')
    // Today is the first day that can be picked.
    await page.press('November 2026')
    await page.press('November 21, 2026')
    await page.leave('Send date')
    expect(page.field('Send date').value).toBe('2026-11-21')
    expect(page.field('Send date').getAttribute('aria-invalid')).not.toBe('true')
  })
})

describe('the plan step', () => {
  it('shows today’s total with the cart, what’s coming and the next charge', async () => {
    addToCart(selfItem())
    const { page } = await openQuiz(6, own)
    expect(page.words()).toContain('Today Choose a plan First box December drop, shipped by December 5')
    expect(page.button('Add to Cart').disabled).toBe(true)
    await page.check('6 Months')
    expect(page.words()).toContain(
      'Today $426.50, with the $69.50 in your cart First box December drop, shipped by December 5 Paid through May drop Next charge May 21, 2027, unless you cancel before',
    )
    expect(page.words()).toContain('MonthlyBilled each month$69.50per month')
    expect(page.words()).toContain('6 MonthsBest Value')
    expect(page.words()).toMatch(/was \$69\.50 a month\$59\.50per monthSave \$60/)
    const taxed = { ...own.shippingDetails, state: 'California', zipCode: '90026' }
    const california = await openQuiz(6, { ...own, shippingDetails: taxed })
    await california.page.check('Monthly')
    expect(california.page.words()).toContain('Today $139.00 plus tax, with the $69.50 in your cart')
  })

  it('says that a gift never renews, and shows what they’ll get', async () => {
    const { page, asked } = await openQuiz(6, gift)
    await page.check('6 Months')
    expect(page.words()).toContain('Today $357.00 First box')
    expect(page.words()).toContain('Next charge Never renews, ends after 6 belts')
    expect(page.words()).not.toContain('unless you cancel')
    expect(page.words()).toContain('What they’ll get')
    expect(page.words()).toContain('For you.')
    expect(asked.filter(({ path }) => path === '/api/first-six')).toEqual([])
  })

  it('shows the likely first six belts by month, with gaps for unseen ones', async () => {
    const belts = ['Ashbury', 'Wren'].map(named)
    const { page, asked } = await openQuiz(6, own, { '/api/first-six': ok({ belts }) })
    expect(asked.find(({ path }) => path === '/api/first-six')?.body).toEqual({
      ...{ gender: 'male', size: '36', styles: ['dress'] },
    })
    expect(page.words()).toMatch(/December Ashbury .*January Wren .*February Still under wraps .*May Still/)
  })

  it('says that more will come once all six are known', async () => {
    const belts = [1, 2, 3, 4, 5, 6].map((place) => named(`Belt ${place}`))
    const { page } = await openQuiz(6, own, { '/api/first-six': ok({ belts }) })
    expect(page.words()).toContain('Every month brings new ones')
    expect(page.words()).not.toContain('The empty places')
  })

  it('shows the belts of the styles chosen last, whichever answer comes first', async () => {
    const answers: ((reply: Response) => void)[] = []
    const { page } = await openQuiz(5, own)
    vi.stubGlobal('fetch', () => new Promise((answer) => answers.push(answer)))
    await page.press('Next')
    requestQuiz({ gender: 'male', style: 'stretch' })
    await page.settle()
    answers[1]?.(new Response(JSON.stringify({ belts: [named('Wren')] })))
    await page.settle()
    answers[0]?.(new Response(JSON.stringify({ belts: [named('Ashbury')] })))
    await page.settle()
    expect(page.words()).toContain('December Wren')
    expect(page.words()).not.toContain('Ashbury')
  })

  it('asks again when the plan is no longer sold', async () => {
    const { page } = await openQuiz(6, { ...own, selectedPlan: 'weekly' })
    expect(page.button('Add to Cart').disabled).toBe(true)
  })

  it('adds the item to the cart once, and counts it', async () => {
    const { page, kept } = await openQuiz(6, own)
    await page.check('12 Months')
    expect(kept().answers.selectedPlan).toBe('12-months')
    await page.press('Add to Cart')
    expect(readCart()).toMatchObject([{ planId: '12-months', recipientType: 'self', size: '36' }])
    expect(page.place()).toBe('/cart')
    expect(loadProgress(today)).toBeNull()
    await page.press('Add to Cart')
    expect(readCart()).toHaveLength(1)
  })

  it('takes what was changed while the cart page loads into the same item', async () => {
    const { page } = await openQuiz(6, own)
    await page.check('12 Months')
    await page.press('Add to Cart')
    const { id } = readCart()[0]!
    await page.check('Monthly')
    await page.press('Add to Cart')
    expect(readCart()).toMatchObject([{ id, planId: 'monthly', price: '$69.50' }])
    expect(loadProgress(today)).toBeNull()
  })
})

describe('the size step', () => {
  it('needs a new confirmation after a change, beside Next', async () => {
    const { page } = await openQuiz(4, own)
    expect(page.words()).toContain('Pants 34 → belt 36')
    expect(page.button('Next').disabled).toBe(false)
    await page.check('Pants 36, belt 38')
    expect(page.words()).toContain('Pants 36 → belt 38')
    expect(page.button('Next').disabled).toBe(true)
    await page.press('Confirm your size to continue')
    expect(page.focused().closest('.agree')).not.toBeNull()
    await page.check(/^I understand that belt size/)
    expect(page.words()).not.toContain('Confirm your size')
    await page.press('Next')
    await page.press('Previous')
    expect(page.field(/^I understand that belt size/).checked).toBe(false)
    await page.check(/^I understand that belt size/)
    await page.press('Previous')
    expect(page.words()).toContain('Step 3 of 6')
    await page.press('Next')
    expect(page.field('Pants 36, belt 38').checked).toBe(true)
    expect(page.field(/^I understand that belt size/).checked).toBe(false)
  })
})

it('Next and Previous move one step, and bring the card into view with the focus on its question', async () => {
  const { page } = await openQuiz(1, emptyAnswers)
  const into = vi.spyOn(window.Element.prototype, 'scrollIntoView')
  const expectStep = (step: number) => {
    expect(page.words()).toContain(`Step ${step} of 6`)
    expect(page.focused().id).toBe('quiz-question')
    expect(into.mock.contexts.map((each) => (each as Element).className)).toEqual(['quiz sheet'])
    expect(into.mock.lastCall).toEqual([{ block: 'start' }])
    into.mockClear()
  }
  expect(page.button('Previous').disabled).toBe(true)
  await page.check(/^Myself/)
  await page.press('Next')
  expectStep(2)
  await page.check(/^Men/)
  await page.press('Next')
  expectStep(3)
  await page.press('Previous')
  expectStep(2)
  expect(page.field(/^Men/).checked).toBe(true)
})

describe('a link into the quiz', () => {
  it('sets a belt’s style and gender, and keeps the size for the same gender only', async () => {
    const { page, kept } = await openQuiz(4, own)
    requestQuiz({ gender: 'male', style: 'stretch' })
    await page.settle()
    await page.check('Pants 38, belt 40')
    expect(kept().answers).toMatchObject({ gender: 'male', styles: ['stretch'], size: '40' })
    requestQuiz({ gender: 'female', style: 'casual' })
    await page.settle()
    expect(page.words()).toContain('Step 4 of 6')
    expect(page.button('Next').disabled).toBe(true)
    expect(kept().answers).toMatchObject({ gender: 'female', styles: ['casual'], size: null })
  })

  it('sets a gift and plan, and asks again who wears the belts and in which size', async () => {
    const { page, kept } = await openQuiz(6, own)
    requestQuiz({ gift: true, planId: '12-months' })
    await page.settle()
    expect(page.words()).toContain('Step 2 of 6')
    expect(kept().answers).toMatchObject({ recipientType: 'gift', selectedPlan: '12-months', size: null })
  })
})
