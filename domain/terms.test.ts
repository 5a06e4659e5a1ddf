import { expect, it } from 'vitest'
import { handoverDays, handoverTerms } from './handover.ts'
import { planChangeTerms } from './plan.ts'
import { keptSince, retention } from './retention.ts'
import { terms } from './terms.ts'

const supportEmail = 'support@example.com'

it('taking over a membership agrees to its price, tax, term and next charge', () => {
  const terms = {
    planName: 'Monthly',
    amountCents: 6950,
    isTaxed: true,
    months: 1,
    on: '2026-12-21',
    supportEmail,
  }
  const end =
    'until I cancel. I can cancel anytime on my membership page or by writing to support@example.com.'
  expect(handoverTerms(terms)).toBe(
    `My Monthly plan renews at $69.50 plus tax every month, next on December\u00a021, 2026, ${end}`,
  )
  expect(
    handoverTerms({ ...terms, planName: '6 Months', amountCents: 35_700, isTaxed: false, months: 6 }),
  ).toBe(`My 6 Months plan renews at $357.00 every 6 months, next on December\u00a021, 2026, ${end}`)
})

it('changing the plan agrees to the price with tax, the day and the term', () => {
  const agreed = {
    ...{ planName: '6 Months', months: 6, amountCents: 35_700, taxCents: 2588 },
    ...{ chargeOn: '2026-12-21', supportEmail },
  }
  const end =
    'until I cancel. What I have paid for still ships, and nothing is charged today. I can take this back until December 21, 2026, and cancel anytime, on my membership page or by writing to support@example.com.'
  expect(planChangeTerms(agreed)).toBe(
    `From December 21, 2026 on, my plan is 6 Months: $357.00 plus $25.88 tax is charged on that day and then every 6 months, ${end}`,
  )
  expect(planChangeTerms({ ...agreed, planName: 'Monthly', months: 1, amountCents: 6950, taxCents: 0 })).toBe(
    `From December 21, 2026 on, my plan is Monthly: $69.50 is charged on that day and then every month, ${end}`,
  )
})

it('each kind of data is kept exactly as long as the privacy page says', () => {
  expect(terms.keptDays).toEqual({
    carts: 30,
    offers: 30,
    signUps: 30,
    messages: 730,
    setAside: 30,
    letters: 90,
    mails: 730,
    photos: 730,
    labels: 90,
    providerNews: 90,
    signIns: 30,
    requests: 7,
    refusals: 7,
  })
  for (const [kind, days] of Object.entries(terms.keptDays))
    expect(retention[kind as keyof typeof retention]).toContain(days === 730 ? 'two years' : `${days} days`)
  expect(keptSince('carts', new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2026-12-01T12:00:00.000Z')
})

it('the numbers are those of the specification', () => {
  expect(terms).toMatchObject({
    returnDays: 30,
    repeatMonths: 36,
    warrantyMonths: 12,
    priceNoticeDays: 30,
    answerHours: { order: 12, other: 24 },
    deliveryDays: { from: 3, to: 7 },
    firstShippingDays: { from: 3, to: 5 },
    firstArrivalDays: { from: 5, to: 7 },
    refundDays: { from: 5, to: 7 },
    bankDays: { from: 5, to: 10 },
    minimumAge: 18,
  })
})

it('a handover waits two weeks', () => {
  expect(handoverDays).toBe(14)
})
