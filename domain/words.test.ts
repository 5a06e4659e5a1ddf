import { expect, it } from 'vitest'
import { styles } from './belt.ts'
import { cancelReasonLabel, cancelReasons, waysWithReason } from './cancellation.ts'
import { holdSentence, styleLabel } from './curation/curation.ts'
import { fitLabel, starLabel, tasteLabel } from './feedback.ts'
import { mailLabel } from './mail-kinds.ts'
import { offlinePaymentLabels, offlinePaymentMethods } from './manual-order.ts'
import { guideRule, measuringLine } from './measuring.ts'
import { wordsFor } from './quiz-copy.ts'
import { quizSourceOf } from './quiz-source.ts'
import { refundWords } from './refund.ts'
import { brokenPartNames, brokenParts } from './warranty.ts'

it('every feedback button has its label', () => {
  expect(starLabel).toEqual({ 1: 'Poor', 2: 'Not great', 3: 'Okay', 4: 'Good', 5: 'Love it' })
  expect(fitLabel).toEqual({ tight: 'Tight', right: 'Just right', loose: 'Loose' })
  expect(tasteLabel).toEqual({ love: 'Love it', fine: 'It’s fine', not_for_me: 'Not for me' })
  expect(brokenParts.map((part) => `${part}: ${brokenPartNames[part]}`)).toEqual([
    'buckle: The buckle',
    'keeper: The loop',
    'stitching: The stitching',
    'strap: The leather',
    'finish: The color or finish',
    'other: Something else',
  ])
  expect(cancelReasons.map((reason) => `${reason}: ${cancelReasonLabel[reason]}`)).toEqual([
    'enough: I have enough belts',
    'price: It costs too much',
    'fit: The fit isn’t right',
    'style: Not my style',
    'quality: The belts themselves',
    'shipping: Shipping or service',
    'other: Something else',
  ])
  // A bank, or a refused card, can’t say why.
  expect(waysWithReason).toEqual(['member', 'staff', 'provider'])
})

it('the admin has words for refunds, ways to pay and kinds of email', () => {
  expect(refundWords).toEqual({
    pending: 'Refunding',
    succeeded: 'Refunded',
    failed: 'Couldn’t refund',
    settled: 'Paid back another way:',
  })
  expect(offlinePaymentMethods.map((way) => offlinePaymentLabels[way])).toEqual([
    'Cash',
    'Check',
    'Bank transfer or another card reader',
  ])
  expect(mailLabel('order-shipped')).toBe('Order shipped')
  expect(['handover-done', 'handover-gone'].map(mailLabel)).toEqual([
    'Handover done, to the new member',
    'Handover done, to the former member',
  ])
  // Of a kind that an older version wrote.
  expect(mailLabel('renewal-failed-99')).toBe('Renewal failed 99')
})

it('the measuring guide adds two inches', () => {
  const belt = 'Or measure a belt that fits you, from the bar of the buckle to the hole you use.'
  expect(measuringLine('male')).toBe(`Belt size is pants size plus 2 inches: pants 34 means belt 36. ${belt}`)
  expect(measuringLine('female')).toBe(
    `Belt size is waist size plus 2 inches: waist 28 means belt 30. ${belt}`,
  )
  expect(guideRule).toBe('Belt size is your pants or waist size plus 2 inches.')
})

it('a giver’s question uses its own words when there are any', () => {
  const question = { question: 'Your size?', giftQuestion: 'Their size?', hint: '', options: [] }
  expect([wordsFor(question, true), wordsFor(question, false)]).toEqual(['Their size?', 'Your size?'])
  expect(wordsFor({ ...question, giftQuestion: '' }, true)).toBe('Your size?')
})

it('a link’s source is counted lowercase, short, and never as an email', () => {
  expect(quizSourceOf({ source: ' Instagram ', medium: 'SOCIAL', campaign: 'Spring  Sale' })).toEqual({
    source: 'instagram',
    medium: 'social',
    campaign: 'spring sale',
  })
  expect(quizSourceOf({ source: '', medium: 'mail', campaign: 'maya@example.com' })).toEqual({
    source: 'other',
    medium: 'mail',
    campaign: '',
  })
  expect(quizSourceOf({ source: 'x'.repeat(50), medium: '', campaign: '' }).source).toBe('x'.repeat(40))
})

it('a box without a belt says why, and how to fix it', () => {
  expect([[], ['dress'], ['dress', 'casual'], [...styles]].map((each) => styleLabel(each as never))).toEqual([
    '',
    'dress',
    'dress or casual',
    'dress, casual or stretch',
  ])
  const wish = { size: '36', styles: ['dress', 'casual'] as const }
  const said = (['size', 'address', 'unseen', 'stock'] as const).map((reason) =>
    holdSentence(reason, { size: wish.size, styles: [...wish.styles] }),
  )
  expect(said).toEqual([
    'No size is chosen yet. Ask the member, or set the size.',
    'The address is incomplete. Ask the member, or complete it.',
    'Every dress or casual belt in size 36 on the shelf was sent to this person within 36 months, or wasn’t for them. Add another belt.',
    'No dress or casual belt in size 36 is left. Add pieces, or another belt.',
  ])
  expect(holdSentence('stock', { size: '36', styles: [] })).toBe(
    'No belt in size 36 is left. Add pieces, or another belt.',
  )
})
