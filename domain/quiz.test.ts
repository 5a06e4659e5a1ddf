import { describe, expect, it } from 'vitest'
import {
  afterLeavingStep,
  canLeaveStep,
  emptyAnswers,
  type GiftDetails,
  type QuizAnswers,
  quizStepCount,
  reachableStep,
  recipientPicksStyle,
  type ShippingDetails,
  sizeConfirmation,
  styleChoices,
  withGender,
  withRecipientType,
  withSize,
  withStyleToggled,
} from './quiz.ts'
import { recipientChoosesSize, unsureSize } from './sizing.ts'

const today = '2026-11-21'

const forMyself: QuizAnswers = {
  ...emptyAnswers,
  recipientType: 'myself',
  gender: 'male',
  styles: ['dress'],
  size: '36',
  sizeConfirmed: true,
  shippingDetails: {
    fullName: 'Maya Ellison',
    email: 'maya@example.com',
    address: '418 Alder Street',
    address2: '',
    city: 'Portland',
    state: 'OR',
    zipCode: '97205',
  },
  selectedPlan: '6-months',
}

const gift: QuizAnswers = {
  ...forMyself,
  recipientType: 'gift',
  shippingDetails: { ...forMyself.shippingDetails, email: '' },
  giftDetails: {
    senderName: 'Maya Ellison',
    senderEmail: 'maya@example.com',
    recipientEmail: 'thomas@example.com',
    emailDate: '2026-12-12',
    giftMessage: '',
  },
}

const shipped = (answers: QuizAnswers, changes: Partial<ShippingDetails>) => ({
  ...answers,
  shippingDetails: { ...answers.shippingDetails, ...changes },
})
const given = (changes: Partial<GiftDetails>) => ({
  ...gift,
  giftDetails: { ...gift.giftDetails, ...changes },
})

describe('Next is enabled only when the step is answered (spec §5)', () => {
  it('an empty quiz blocks every step', () => {
    for (let step = 1; step <= quizStepCount; step++) {
      expect(canLeaveStep(step, emptyAnswers, today), `step ${step}`).toBe(false)
    }
  })

  it('a full quiz passes every step', () => {
    for (let step = 1; step <= quizStepCount; step++) {
      expect(canLeaveStep(step, forMyself, today), `myself, step ${step}`).toBe(true)
      expect(canLeaveStep(step, gift, today), `gift, step ${step}`).toBe(true)
    }
  })

  it('no other step exists', () => {
    for (const step of [0, 7, 1.5, Number.NaN]) expect(canLeaveStep(step, forMyself, today)).toBe(false)
  })

  it.each<[string, number, Partial<QuizAnswers>]>([
    ['no recipient type', 1, { recipientType: null }],
    ['no gender', 2, { gender: null }],
    ['no style', 3, { styles: [] }],
    ['no size', 4, { size: null }],
    ['size not confirmed', 4, { sizeConfirmed: false }],
    ['no plan', 6, { selectedPlan: null }],
  ])('%s blocks step %i', (_, step, change) => {
    expect(canLeaveStep(step, { ...forMyself, ...change }, today)).toBe(false)
  })

  it.each([unsureSize, recipientChoosesSize])('%s is a size once it is confirmed', (size) => {
    expect(canLeaveStep(4, { ...gift, size }, today)).toBe(true)
    expect(canLeaveStep(4, { ...gift, size, sizeConfirmed: false }, today)).toBe(false)
  })

  it.each(['fullName', 'email', 'address', 'city', 'state', 'zipCode'] as const)(
    'a blank %s blocks step 5 for oneself',
    (field) => {
      expect(canLeaveStep(5, shipped(forMyself, { [field]: '' }), today)).toBe(false)
      expect(canLeaveStep(5, shipped(forMyself, { [field]: ' \t ' }), today)).toBe(false)
    },
  )

  it.each(['fullName', 'address', 'city', 'state', 'zipCode'] as const)(
    'a blank shipping %s blocks step 5 for a gift',
    (field) => {
      expect(canLeaveStep(5, shipped(gift, { [field]: '  ' }), today)).toBe(false)
    },
  )

  it.each(['senderName', 'senderEmail', 'recipientEmail', 'emailDate'] as const)(
    'a blank %s blocks step 5 for a gift',
    (field) => {
      expect(canLeaveStep(5, given({ [field]: '' }), today)).toBe(false)
    },
  )

  it.each(['maya', 'maya@', '@example.com', 'maya@example', 'ma ya@example.com', 'maya@@example.com'])(
    '%s is no email',
    (email) => {
      expect(canLeaveStep(5, shipped(forMyself, { email }), today)).toBe(false)
      expect(canLeaveStep(5, given({ senderEmail: email }), today)).toBe(false)
      expect(canLeaveStep(5, given({ recipientEmail: email }), today)).toBe(false)
    },
  )

  it('address line 2, the gift message and a gift’s shipping email are optional', () => {
    expect(gift.shippingDetails.email).toBe('')
    expect(gift.giftDetails.giftMessage).toBe('')
    expect(forMyself.shippingDetails.address2).toBe('')
  })

  it.each<[string, boolean]>([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2026-11-22', true],
    ['2027-02-28', true],
    ['2027-02-29', false],
    ['tomorrow', false],
  ])('a gift sent on %s: %s', (emailDate, may) => {
    expect(canLeaveStep(5, given({ emailDate }), today)).toBe(may)
  })
})

describe('resets (spec §4)', () => {
  it('a new size clears the confirmation, the same one keeps it', () => {
    expect(withSize(forMyself, '38')).toMatchObject({ size: '38', sizeConfirmed: false })
    expect(withSize(forMyself, '36').sizeConfirmed).toBe(true)
  })

  it.each([1, 2, 3, 4, 5, 6])('leaving step %i', (step) => {
    expect(afterLeavingStep(step, forMyself).sizeConfirmed).toBe(step !== 4)
  })

  it('a new gender keeps a size it has, and asks to confirm again', () => {
    expect(withGender(forMyself, 'female')).toMatchObject({ size: '36', sizeConfirmed: false })
    expect(withGender({ ...forMyself, size: '44' }, 'female').size).toBeNull()
    expect(withGender({ ...forMyself, size: unsureSize }, 'female').size).toBe(unsureSize)
    expect(withGender({ ...gift, size: recipientChoosesSize }, 'female').size).toBe(recipientChoosesSize)
  })

  it('a plan for oneself clears the recipient’s choices', () => {
    const asking: QuizAnswers = { ...gift, styles: [recipientPicksStyle], size: recipientChoosesSize }
    expect(withRecipientType(asking, 'gift')).toEqual(asking)
    expect(withRecipientType(asking, 'myself')).toMatchObject({
      recipientType: 'myself',
      styles: [],
      size: null,
      giftDetails: gift.giftDetails,
    })
    expect(withRecipientType(gift, 'myself'), 'someone else’s size').toMatchObject({
      styles: ['dress'],
      size: null,
    })
  })
})

it('each recipient keeps an address of its own, and the buyer’s name and email go along', () => {
  const given = withRecipientType(forMyself, 'gift')
  expect(given.shippingDetails).toEqual(emptyAnswers.shippingDetails)
  expect(given.giftDetails).toMatchObject({ senderName: 'Maya Ellison', senderEmail: 'maya@example.com' })
  expect(given).toMatchObject({ gender: 'male', size: null, sizeConfirmed: false })
  expect(withRecipientType(given, 'myself').shippingDetails).toEqual(forMyself.shippingDetails)
  const own = withRecipientType(gift, 'myself')
  const { senderName, senderEmail } = gift.giftDetails
  expect(own.shippingDetails).toMatchObject({ fullName: senderName, email: senderEmail, address: '' })
  expect(withRecipientType(own, 'gift').shippingDetails).toEqual(gift.shippingDetails)
})

describe('styles', () => {
  it('Let Recipient Pick is for gifts only', () => {
    expect(styleChoices(false)).toEqual(['dress', 'casual', 'stretch'])
    expect(styleChoices(true)).toEqual(['dress', 'casual', 'stretch', 'Let Recipient Pick'])
  })

  it('several can be selected and cleared, except with Let Recipient Pick', () => {
    const two = withStyleToggled(gift, 'casual')
    expect(two.styles).toEqual(['dress', 'casual'])
    expect(withStyleToggled(two, 'dress').styles).toEqual(['casual'])
    const picks = withStyleToggled(two, recipientPicksStyle)
    expect(picks.styles).toEqual([recipientPicksStyle])
    expect(withStyleToggled(picks, 'stretch').styles).toEqual(['stretch'])
    expect(withStyleToggled(picks, recipientPicksStyle).styles).toEqual([])
  })
})

it('the confirmation says waist for women', () => {
  expect(sizeConfirmation('male')).toBe('I understand that belt size is my pants/waist size + 2 inches *')
  expect(sizeConfirmation('female')).toBe('I understand that belt size is my waist size + 2 inches *')
})

describe('the step to show', () => {
  it.each<[string, number, QuizAnswers, number]>([
    ['nothing answered', 6, emptyAnswers, 1],
    ['all answered', 6, forMyself, 6],
    ['an earlier step', 2, forMyself, 2],
    ['the confirmation was cleared on leaving', 6, { ...forMyself, sizeConfirmed: false }, 6],
    ['a gift without its details', 6, { ...forMyself, recipientType: 'gift' }, 5],
    ['a notice on a past day', 6, given({ emailDate: '2026-11-20' }), 5],
    ['no size', 5, { ...forMyself, size: null }, 4],
  ])('%s', (_, asked, answers, shown) => {
    expect(reachableStep(asked, answers, today)).toBe(shown)
  })
})
