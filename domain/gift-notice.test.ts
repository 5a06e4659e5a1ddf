import { describe, expect, it } from 'vitest'
import { cartItemOf } from './cart.ts'
import { giftNotice } from './gift-notice.ts'
import { emptyAnswers, type QuizAnswers, recipientPicksStyle } from './quiz.ts'
import { recipientChoosesSize } from './sizing.ts'

const today = '2026-11-21'

const answers: QuizAnswers = {
  ...emptyAnswers,
  recipientType: 'gift',
  gender: 'female',
  styles: ['dress'],
  size: '28',
  giftDetails: {
    senderName: 'Maya Ellison ',
    senderEmail: 'maya@example.com',
    recipientEmail: 'ines@example.com',
    emailDate: '2026-12-03',
    giftMessage: 'Happy birthday.\nM.',
  },
  shippingDetails: { ...emptyAnswers.shippingDetails, fullName: 'Ines Ellison' },
  selectedPlan: '6-months',
}
const notice = (change: Partial<QuizAnswers>) => giftNotice(cartItemOf({ ...answers, ...change }, 0), today)

describe('what the recipient will get', () => {
  it('is what the giver typed, and no price', () => {
    const told = notice({})
    expect(told).toMatchObject({
      from: 'Maya Ellison',
      to: 'Ines Ellison',
      message: 'Happy birthday.\nM.',
      day: '2026-12-03',
      belts: 6,
      chooses: null,
      isAfterFirstBox: false,
    })
    expect(told.dates.drops[0]).toBe('2026-12')
    expect(JSON.stringify(told)).not.toMatch(/\$|cents|price/i)
  })

  it.each<[GiftChoice, Partial<QuizAnswers>]>([
    ['styles', { styles: [recipientPicksStyle] }],
    ['size', { size: recipientChoosesSize }],
    ['styles and size', { styles: [recipientPicksStyle], size: recipientChoosesSize }],
  ])('says that they choose %s', (chooses, change) => {
    expect(notice(change).chooses).toBe(chooses)
  })

  it('tells the giver of a notice that comes after the first belt', () => {
    const late = { giftDetails: { ...answers.giftDetails, emailDate: '2026-12-24' } }
    expect(notice(late).isAfterFirstBox).toBe(true)
  })

  it('can be drawn before anything is typed', () => {
    expect(giftNotice(cartItemOf({ ...emptyAnswers, recipientType: 'gift' }, 0), today)).toMatchObject({
      from: '',
      to: '',
      message: '',
      day: null,
      belts: null,
    })
  })
})

type GiftChoice = ReturnType<typeof giftNotice>['chooses']
