import { describe, expect, it } from 'vitest'
import { emptyAnswers, type QuizAnswers } from '../../domain/quiz.ts'
import { progressIn } from './quiz-storage.ts'

const today = '2026-11-21'

const answers: QuizAnswers = {
  recipientType: 'gift',
  gender: 'female',
  styles: ['Let Recipient Pick'],
  size: 'Let Recipient Choose',
  sizeConfirmed: false,
  giftDetails: {
    senderName: 'Maya Ellison',
    senderEmail: 'maya@example.com',
    recipientEmail: 'ines@example.com',
    emailDate: '2026-12-12',
    giftMessage: 'Happy birthday.',
  },
  shippingDetails: {
    fullName: 'Ines Ellison',
    email: '',
    address: '418 Alder Street',
    address2: 'Apt 4',
    city: 'Portland',
    state: 'OR',
    zipCode: '97205',
  },
  selectedPlan: '12-months',
}

const restored = (change: object, step: unknown = 6) =>
  progressIn(JSON.parse(JSON.stringify({ step, answers: { ...answers, ...change } })), today)

describe('saved quiz answers', () => {
  it('come back as typed', () => {
    expect(restored({})).toEqual({ step: 6, answers })
    const otherAddress = { ...emptyAnswers.shippingDetails, city: 'Salem' }
    expect(restored({ otherAddress }).answers).toEqual({ ...answers, otherAddress })
    expect(progressIn({ step: 1, answers: emptyAnswers }, today)).toEqual({ step: 1, answers: emptyAnswers })
  })

  it('never reopen a step past a missing answer', () => {
    expect(restored({ giftDetails: { ...answers.giftDetails, emailDate: '2026-11-20' } }).step).toBe(5)
    expect(restored({ styles: [] }).step).toBe(3)
    expect(restored({}, 3).step).toBe(3)
  })
})

describe('junk in quiz storage starts over', () => {
  it.each([null, undefined, 0, 'quiz', [], [1], {}, { step: 4 }, { answers: 'all' }, { answers: [] }])(
    '%j',
    (junk) => {
      expect(progressIn(junk, today)).toEqual({ step: 1, answers: emptyAnswers })
    },
  )

  it.each([0, 7, -1, 2.5, '3', null])('step %j', (step) => {
    expect(restored({}, step).step).toBe(1)
  })

  it.each<[string, object, object]>([
    ['an unknown recipient', { recipientType: 'dog' }, { recipientType: null }],
    ['an unknown gender', { gender: 'any' }, { gender: null, size: null }],
    ['unknown styles', { styles: ['dress', 7, 'tie', 'dress'] }, { styles: ['dress'] }],
    ['styles that aren’t a list', { styles: 'dress' }, { styles: [] }],
    ["the other gender's size", { size: '44' }, { size: null }],
    ['a size that isn’t text', { size: 36 }, { size: null }],
    ['a confirmation that isn’t true', { sizeConfirmed: 'yes' }, { sizeConfirmed: false }],
    ['a name that isn’t text', { shippingDetails: { fullName: 7, more: 'x' } }, emptyShipping()],
    ['a gift-only choice', { recipientType: 'myself' }, { styles: [], size: null }],
  ])('%s', (_, change, expected) => {
    expect(restored(change).answers).toMatchObject(expected)
  })
})

function emptyShipping() {
  return { shippingDetails: emptyAnswers.shippingDetails }
}
