import { beforeAll, describe, expect, it } from 'vitest'
import { answersOf, cartItemOf } from '../../domain/cart.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { emptyAnswers, type QuizAnswers, stepAfterJump } from '../../domain/quiz.ts'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import { EditQuiz, loadEdit } from './edit-quiz.tsx'
import { editLink } from './quiz-storage.ts'
import { loadLaterSteps } from './steps.ts'
import { QuizCopyContext } from './use-quiz.ts'

const today = '2026-11-21'

const self: QuizAnswers = {
  ...emptyAnswers,
  recipientType: 'myself',
  gender: 'male',
  styles: ['dress', 'stretch'],
  size: '36',
  shippingDetails: {
    fullName: 'Maya Ellison',
    email: 'maya@example.com',
    address: '418 Alder Street',
    address2: 'Apt 4',
    city: 'Portland',
    state: 'OR',
    zipCode: '97205',
  },
  selectedPlan: '6-months',
}
const gift: QuizAnswers = {
  ...self,
  recipientType: 'gift',
  giftDetails: {
    senderName: 'Maya Ellison',
    senderEmail: 'maya@example.com',
    recipientEmail: 'ines@example.com',
    emailDate: '2026-12-03',
    giftMessage: 'Happy birthday.\nM.',
  },
  shippingDetails: { ...self.shippingDetails, email: '' },
}

describe('editing a cart item', () => {
  it.each([
    ['for oneself', self],
    ['as a gift', gift],
  ])('keeps all its answers, %s', (_, answers) => {
    expect(answersOf(cartItemOf(answers, 7, firstPlans))).toEqual(answers)
    expect(cartItemOf(answersOf(cartItemOf(answers, 7, firstPlans)), 7, firstPlans)).toEqual(
      cartItemOf(answers, 7, firstPlans),
    )
    expect(loadEdit(cartItemOf(answers, 7, firstPlans), today)).toEqual({ step: 1, answers })
  })

  it('starts at the step that blocks payment', () => {
    expect(loadEdit(cartItemOf(gift, 7, firstPlans), '2026-12-04').step).toBe(5)
    const { shippingDetails, ...nowhere } = cartItemOf(self, 7, firstPlans)
    expect(loadEdit(nowhere, today).step).toBe(5)
    expect(loadEdit({ ...cartItemOf(self, 7, firstPlans), planId: 'weekly' }, today).step).toBe(1)
  })
})

describe('a jump between answers', () => {
  const jump = (from: number, to: number, answers: QuizAnswers) =>
    stepAfterJump({ gender: 'male', size: '36' }, from, to, answers, today)

  it('goes anywhere while the size is confirmed', () => {
    expect([jump(1, 6, self), jump(6, 2, self), jump(4, 5, self)]).toEqual([6, 2, 5])
  })

  it('stops at a size that needs confirming', () => {
    const other = { ...self, size: '38' }
    expect([jump(1, 6, other), jump(4, 5, other), jump(4, 2, other)]).toEqual([4, 4, 2])
    expect([jump(4, 5, { ...other, sizeConfirmed: true }), jump(5, 6, other)]).toEqual([5, 6])
    expect(jump(1, 6, { ...self, gender: 'female' }), 'the same number on the other list').toBe(4)
  })

  it('stops at a missing answer', () => {
    expect(jump(1, 6, { ...self, styles: [] })).toBe(3)
  })
})

describe('an edited cart item', () => {
  const item = selfItem('monthly')
  const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
  beforeAll(() => loadLaterSteps())
  const openEdit = async () => {
    const { asked } = openBrowser({
      '/api/gift-email/subscribe': ok({}),
      '/api/first-six': ok({ belts: [] }),
    })
    addToCart(item)
    const page = await openPage(
      <QuizCopyContext value={newShopsQuiz}>
        <EditQuiz id={item.id} today={today} />
      </QuizCopyContext>,
      { at: editLink(item.id) },
    )
    return { page, subscribed: () => asked.filter(({ path }) => path === '/api/gift-email/subscribe') }
  }

  it('isn’t counted twice in the total, and subscribes only a changed email', async () => {
    const { page, subscribed } = await openEdit()
    expect(page.words()).toContain('Editing item 1 of your cartMonthly, For you, Maya Ellison.')
    await page.press('Plan')
    expect(page.words()).toContain('Today $69.50 First box')
    await page.press('Save Changes')
    expect([readCart().length, subscribed().length]).toEqual([1, 0])
    const other = await openEdit()
    await other.page.press('Shipping')
    expect(other.page.words()).not.toContain('Use 418')
    await other.page.fill('Email', 'ana@example.com')
    await other.page.press('Plan')
    await other.page.press('Save Changes')
    expect(other.subscribed().map(({ body }) => body)).toMatchObject([{ email: 'ana@example.com' }])
    expect(readCart()[0]!.shippingDetails!.email).toBe('ana@example.com')
  })

  it('forgets what was typed once it is discarded or saved', async () => {
    const again = async () => {
      const quiz = (
        <QuizCopyContext value={newShopsQuiz}>
          <EditQuiz id={item.id} today={today} />
        </QuizCopyContext>
      )
      const page = await openPage(quiz, { at: editLink(item.id) })
      const from = page.words()
      await page.press('Shipping')
      return { page, from, email: page.field('Email').value }
    }
    const { page } = await openEdit()
    await page.press('Shipping')
    await page.fill('Email', 'ana@example.com')
    expect((await again()).email).toBe('ana@example.com')
    const discarded = await again()
    await discarded.page.press('Discard changes')
    expect(discarded.page.place()).toBe('/cart')
    const next = await again()
    expect(next.email).toBe('maya@example.com')
    await next.page.press('Plan')
    await next.page.press('Save Changes')
    expect((await again()).from).toContain('Step 1 of 6')
  })
})
