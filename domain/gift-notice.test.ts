import { describe, expect, it } from 'vitest'
import { cartItemOf } from './cart.ts'
import { firstPlans } from './first-plans.ts'
import { beltsSentence, closingOf, giftIntro, giftTitle, openChoice } from './gift-copy.ts'
import { giftNotice } from './gift-notice.ts'
import { emptyAnswers, type QuizAnswers, recipientPicksStyle } from './quiz.ts'
import { recipientChoosesSize, unsureSize } from './sizing.ts'

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
    emailDate: '2026-11-28',
    giftMessage: 'Happy birthday.\nM.',
  },
  shippingDetails: { ...emptyAnswers.shippingDetails, fullName: 'Ines Ellison' },
  selectedPlan: '6-months',
}
const notice = (change: Partial<QuizAnswers>) =>
  giftNotice(cartItemOf({ ...answers, ...change }, 0, firstPlans), today, {}, firstPlans)

describe('the gift preview', () => {
  it('shows what the giver typed, and no price', () => {
    const told = notice({})
    expect(told).toMatchObject({
      message: 'Happy birthday.\nM.',
      day: '2026-11-28',
      isAfterFirstBox: false,
    })
    expect(giftTitle(told.words)).toBe('Ines, Maya is sending you belts.')
    expect(beltsSentence(told.words)).toBe('Six of them, one each month, never the same one twice.')
    expect(giftIntro('Belt Club', told.words)).toMatch(/in the December drop and ships by December\s5\.$/)
    expect(closingOf(told.words)).toBe('You don’t need to do a thing.')
    expect(JSON.stringify(told)).not.toMatch(/\$|cents|price/i)
  })

  it.each<[string, Partial<QuizAnswers>]>([
    ['your style', { styles: [recipientPicksStyle] }],
    ['your size', { size: recipientChoosesSize }],
    ['your style and your size', { styles: [recipientPicksStyle], size: recipientChoosesSize }],
  ])('says that they choose %s', (chooses, change) => {
    expect(openChoice(notice(change).words)).toBe(chooses)
    expect(closingOf(notice(change).words)).toMatch(/^Choose by November\s30/)
  })

  it('warns the giver when the notice comes after the first belt', () => {
    const late = { giftDetails: { ...answers.giftDetails, emailDate: '2026-12-24' } }
    expect(notice(late)).toMatchObject({ isAfterFirstBox: true })
  })

  it('on a later day shows that day’s next belt and remaining choices', () => {
    const giftDetails = { ...answers.giftDetails, emailDate: '2026-12-13' }
    const { words } = notice({ giftDetails })
    expect(giftIntro('Belt Club', words)).toMatch(
      /The first left us in the December drop\. The next is in the January drop and ships by January\s5\.$/,
    )
    const sizeless = notice({ giftDetails, size: recipientChoosesSize }).words
    expect(giftIntro('Belt Club', sizeless)).toMatch(
      /The first is in the December drop and ships once you pick a size\.$/,
    )
    expect(closingOf(sizeless)).toBe('We’re holding your first belt until we know your size.')
    const single = notice({ giftDetails, size: recipientChoosesSize, selectedPlan: 'monthly' }).words
    expect(closingOf(single)).toBe('We’re holding your belt until we know your size.')
  })

  it('works before anything is typed', () => {
    const told = giftNotice(
      cartItemOf({ ...emptyAnswers, recipientType: 'gift' }, 0, firstPlans),
      today,
      {},
      firstPlans,
    )
    expect(told).toMatchObject({ message: '', day: null })
    expect(giftTitle(told.words)).toBe('Someone is sending you belts.')
    expect(beltsSentence(told.words)).toBe('One each month, never the same one twice.')
  })
})

it('treats the ship day as with the belt, and the day after as late', () => {
  const on = (emailDate: string) =>
    notice({ giftDetails: { ...answers.giftDetails, emailDate }, selectedPlan: 'monthly' })
  expect(on('2026-12-05').isAfterFirstBox).toBe(false)
  expect(giftIntro('Belt Club', on('2026-12-05').words)).toMatch(
    /It is in the December drop and ships by December\s5\.$/,
  )
  expect(on('2026-12-06').isAfterFirstBox).toBe(true)
  expect(giftIntro('Belt Club', on('2026-12-06').words)).toMatch(/It left us in the December drop\.$/)
})

it('mentions a measuring guide only for an unsure size', () => {
  const sizes = ['28', unsureSize, recipientChoosesSize]
  expect(sizes.map((size) => notice({ size }).isUnsure)).toEqual([false, true, false])
})
