import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPlans } from '../../domain/first-plans.ts'
import { emptyAnswers, type QuizAnswers } from '../../domain/quiz.ts'
import { type Asked, openBrowser } from '../../test/browser.ts'
import { type AnalyticsEvent, sendEventsTo } from '../browser/analytics.ts'
import { submitQuiz } from './submit-quiz.ts'

const path = '/api/gift-email/subscribe'
const forMyself: QuizAnswers = {
  ...emptyAnswers,
  recipientType: 'myself',
  gender: 'male',
  styles: ['dress'],
  size: '36',
  selectedPlan: '6-months',
  shippingDetails: { ...emptyAnswers.shippingDetails, fullName: 'Maya Ellison', email: ' maya@example.com ' },
}
const gift: QuizAnswers = {
  ...forMyself,
  recipientType: 'gift',
  giftDetails: {
    ...emptyAnswers.giftDetails,
    senderName: 'Ada Ellison',
    senderEmail: 'ada@example.com',
    recipientEmail: 'thomas@example.com',
    emailDate: '2026-12-01',
  },
}

let asked: Asked[]
let events: AnalyticsEvent[]
beforeEach(() => {
  ;({ asked } = openBrowser({ [path]: { status: 500, body: '' } }))
  events = []
  sendEventsTo((event) => events.push(event))
})
afterEach(() => vi.unstubAllGlobals())

describe('the submitted quiz', () => {
  it('is reported, saved as current item and in the list, then reported with its plan', () => {
    submitQuiz(forMyself, firstPlans)
    submitQuiz(gift, firstPlans)
    const [list, current] = ['cartItems', 'cartItem'].map((key) => JSON.parse(sessionStorage.getItem(key)!))
    expect(list.map((item: { recipientType: string }) => item.recipientType)).toEqual(['self', 'gift'])
    expect(current).toEqual(list[1])
    expect(events.slice(0, 2)).toEqual([
      { event: 'quiz_complete' },
      { event: 'add_to_cart', plan_name: '6 Months' },
    ])
  })

  it('for myself subscribes the email with full name and source', () => {
    submitQuiz(forMyself, firstPlans)
    expect(asked).toMatchObject([{ method: 'POST', path }])
    expect(asked[0]!.body).toEqual({
      email: 'maya@example.com',
      recipientName: 'Maya Ellison',
      source: 'MyselfEmail',
    })
  })

  it('for a gift subscribes the sender, without a source', () => {
    submitQuiz(gift, firstPlans)
    expect(asked[0]!.body).toEqual({ email: 'ada@example.com', recipientName: 'Ada Ellison' })
  })

  it('uses Customer and Gift Sender when a name is missing', () => {
    submitQuiz({ ...forMyself, shippingDetails: { ...forMyself.shippingDetails, fullName: ' ' } }, firstPlans)
    submitQuiz({ ...gift, giftDetails: { ...gift.giftDetails, senderName: '' } }, firstPlans)
    expect(asked.map(({ body }) => (body as { recipientName: string }).recipientName)).toEqual([
      'Customer',
      'Gift Sender',
    ])
  })

  it('subscribes nobody without an email', () => {
    submitQuiz({ ...forMyself, shippingDetails: { ...forMyself.shippingDetails, email: '' } }, firstPlans)
    expect(asked).toEqual([])
  })

  it('ignores a failing mailing list', async () => {
    const refused = vi.fn()
    process.once('unhandledRejection', refused)
    submitQuiz(forMyself, firstPlans)
    await new Promise((resolve) => setImmediate(resolve))
    process.removeListener('unhandledRejection', refused)
    expect(refused).not.toHaveBeenCalled()
    expect(events.map(({ event }) => event)).toEqual(['quiz_complete', 'add_to_cart'])
  })
})
