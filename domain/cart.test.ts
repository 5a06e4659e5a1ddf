import { describe, expect, it } from 'vitest'
import {
  answersOf,
  buyerEmail,
  cartItemOf,
  cartSubtotalCents,
  giftNoticeDay,
  hasGift,
  hasRenewal,
  needsStyleSelection,
} from './cart.ts'
import { firstPlans } from './first-plans.ts'
import { emptyAnswers, type QuizAnswers, recipientPicksStyle } from './quiz.ts'
import { recipientChoosesSize, unsureSize } from './sizing.ts'

const now = 1_795_240_601_080

const forMyself: QuizAnswers = {
  ...emptyAnswers,
  recipientType: 'myself',
  gender: 'male',
  styles: ['dress', 'stretch'],
  size: '36',
  sizeConfirmed: true,
  shippingDetails: {
    fullName: ' Maya Ellison ',
    email: ' maya@example.com',
    address: '418 Alder Street',
    address2: '  ',
    city: 'Portland',
    state: 'OR ',
    zipCode: '97205',
  },
  selectedPlan: '6-months',
}

const gift: QuizAnswers = {
  ...forMyself,
  recipientType: 'gift',
  gender: 'female',
  styles: [recipientPicksStyle],
  size: recipientChoosesSize,
  shippingDetails: {
    ...forMyself.shippingDetails,
    fullName: 'Ines Ellison',
    email: 'typed-before-it-was-a-gift@example.com',
    address2: 'Apt 4',
  },
  giftDetails: {
    senderName: 'Maya Ellison ',
    senderEmail: ' maya@example.com ',
    recipientEmail: 'ines@example.com',
    emailDate: '2026-12-12',
    giftMessage: ' Happy birthday. ',
  },
  selectedPlan: '12-months',
}

describe('a cart item (spec §3)', () => {
  it('for oneself is trimmed, without an empty line 2 or gift details', () => {
    expect(cartItemOf(forMyself, now, firstPlans)).toEqual({
      id: 'cart-1795240601080',
      planId: '6-months',
      planName: '6 Months',
      price: '$59.50',
      period: 'per month',
      recipientType: 'self',
      gender: 'male',
      size: '36',
      styles: ['dress', 'stretch'],
      colors: ['Surprise Me'],
      shippingDetails: {
        fullName: 'Maya Ellison',
        email: 'maya@example.com',
        address: '418 Alder Street',
        city: 'Portland',
        state: 'OR',
        zipCode: '97205',
      },
    })
  })

  it('for a gift has the sender’s email for shipping, and its notice day as ISO string', () => {
    expect(cartItemOf(gift, now, firstPlans)).toEqual({
      id: 'cart-1795240601080',
      planId: '12-months',
      planName: '12 Months',
      price: '$49.50',
      period: 'per month',
      recipientType: 'gift',
      gender: 'female',
      size: 'Let Recipient Choose',
      styles: ['Let Recipient Pick'],
      colors: ['Surprise Me'],
      shippingDetails: {
        fullName: 'Ines Ellison',
        email: 'maya@example.com',
        address: '418 Alder Street',
        address2: 'Apt 4',
        city: 'Portland',
        state: 'OR',
        zipCode: '97205',
      },
      giftDetails: {
        senderName: 'Maya Ellison',
        senderEmail: 'maya@example.com',
        recipientEmail: 'ines@example.com',
        emailDate: '2026-12-12T00:00:00.000Z',
        giftMessage: 'Happy birthday.',
      },
    })
  })

  it('for a gift without a message has none', () => {
    const silent = { ...gift, giftDetails: { ...gift.giftDetails, giftMessage: '  ' } }
    expect(cartItemOf(silent, now, firstPlans).giftDetails).not.toHaveProperty('giftMessage')
  })

  it('for a gift keeps the chosen notice day', () => {
    for (const emailDate of ['2026-11-21', '2026-12-31', '2027-03-14', '2028-02-29']) {
      const item = cartItemOf({ ...gift, giftDetails: { ...gift.giftDetails, emailDate } }, now, firstPlans)
      expect(giftNoticeDay(item)).toBe(emailDate)
    }
    expect(giftNoticeDay(cartItemOf(forMyself, now, firstPlans))).toBeNull()
  })

  it('has fallbacks when no plan is known', () => {
    expect(cartItemOf({ ...forMyself, selectedPlan: null }, now, firstPlans)).toMatchObject({
      planName: 'Unknown Plan',
      price: '$0.00',
      period: 'per month',
    })
  })
})

describe('the cart', () => {
  const items = [cartItemOf(forMyself, now, firstPlans), cartItemOf(gift, now + 1, firstPlans)]

  it('totals its plan amounts, and ignores unknown plans', () => {
    expect(cartSubtotalCents(items, firstPlans)).toBe(35_700 + 59_400)
    expect(cartSubtotalCents([], firstPlans)).toBe(0)
    expect(cartSubtotalCents([{ planId: 'weekly' }], firstPlans)).toBe(0)
  })

  it('is a gift order when any item is a gift', () => {
    expect(hasGift(items)).toBe(true)
    expect(hasGift([items[0]!])).toBe(false)
    expect(hasGift([])).toBe(false)
  })

  it('renews when it has a plan for oneself, never for gifts', () => {
    expect(hasRenewal(items)).toBe(true)
    expect(hasRenewal([items[1]!])).toBe(false)
  })
})

it.each<[string, Partial<QuizAnswers>, boolean]>([
  ['own styles and size', { styles: ['dress'], size: '32' }, false],
  ['Unsure, which only sends a measuring guide', { styles: ['dress'], size: unsureSize }, false],
  ['Let Recipient Pick', { styles: [recipientPicksStyle], size: '32' }, true],
  ['Let Recipient Choose', { styles: ['dress'], size: recipientChoosesSize }, true],
])('the recipient still has to choose: %s', (_, change, needs) => {
  expect(needsStyleSelection(cartItemOf({ ...gift, ...change }, now, firstPlans))).toBe(needs)
})

it('keeps answers to the owner’s own questions, and none when empty', () => {
  const extraAnswers = [{ question: 'Which colors?', answers: ['Brown', 'Tan'] }]
  const item = cartItemOf({ ...forMyself, extraAnswers }, now, firstPlans)
  expect(item.extraAnswers).toEqual(extraAnswers)
  expect(answersOf(item).extraAnswers).toEqual(extraAnswers)
  expect(cartItemOf({ ...forMyself, extraAnswers: [] }, now, firstPlans)).not.toHaveProperty('extraAnswers')
})

it('can hold a gift without a day, and one without a plan', () => {
  const undated = cartItemOf(
    { ...gift, giftDetails: { ...gift.giftDetails, emailDate: '' }, selectedPlan: null },
    now,
    firstPlans,
  )
  expect(undated.giftDetails?.emailDate).toBe('')
  expect(answersOf(undated).selectedPlan).toBeNull()
  const typing = { ...gift.giftDetails, emailDate: '2027-02-31' }
  expect(cartItemOf({ ...gift, giftDetails: typing }, now, firstPlans).giftDetails?.emailDate).toBe('')
})

it('takes its buyer from the first item’s wearer or giver', () => {
  const [own, given] = [cartItemOf(forMyself, now, firstPlans), cartItemOf(gift, now, firstPlans)]
  const other = { ...own, shippingDetails: { ...own.shippingDetails!, email: 'other@example.com' } }
  expect([buyerEmail([other, given]), buyerEmail([given, other]), buyerEmail([])]).toEqual([
    'other@example.com',
    'maya@example.com',
    '',
  ])
})
