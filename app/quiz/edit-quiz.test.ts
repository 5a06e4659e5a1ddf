import { describe, expect, it } from 'vitest'
import { answersOf, cartItemOf } from '../../domain/cart.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { emptyAnswers, type QuizAnswers, stepAfterJump } from '../../domain/quiz.ts'
import { loadEdit } from './edit-quiz.tsx'

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
