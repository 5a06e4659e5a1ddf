import { expect, it } from 'vitest'
import type { CartItem } from '../domain/cart.ts'
import { firstPlans } from '../domain/first-plans.ts'
import type { PlanId } from '../domain/plan.ts'
import { orderView } from '../server/emails/order-view.ts'
import { giftItem, selfItem } from './carts.ts'
import { firstDayIn, months, pagesOf } from './first-days.tsx'

// The club's calendar, written down a second time (club.md): paid in month M, the first box comes in drop M+1 by its 5th.
const monthAfter = (day: string) => months[Number(day.slice(5, 7)) % 12]!

const choices: [name: string, isSizeKnown: boolean, Partial<CartItem>][] = [
  ['all chosen', true, { size: '36', styles: ['dress'] }],
  ['style to pick', true, { size: '36', styles: ['Let Recipient Pick'] }],
  ['size to pick', false, { size: 'Let Recipient Choose', styles: ['dress'] }],
  ['both to pick', false, { size: 'Let Recipient Choose', styles: ['Let Recipient Pick'] }],
  ['unsure', false, { size: 'Unsure', styles: ['dress'] }],
]
const plans: PlanId[] = ['monthly', '6-months', '12-months']
/** Days from the first of the month after the payment until the notice; null: the day of the payment. */
const sends = [null, -1, 0, 1, 4, 5, 20, 45]

/** Pages that say by when the first belt ships, without the name of its drop. */
const namesNoDrop = /next steps$|^thank-you$/

const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const firstOfNext = (paid: string) => Date.UTC(Number(paid.slice(0, 4)), Number(paid.slice(5, 7)), 1)

function purchases() {
  const all = []
  for (let index = 0; index < 366; index++) {
    const paidOn = day(Date.UTC(2027, 11, 1 + index))
    const send = sends[index % sends.length]!
    const sentOn = send === null ? paidOn : day(firstOfNext(paidOn) + send * 86_400_000)
    const [name, isSizeKnown, choice] = choices[(index + Math.floor(index / 40)) % choices.length]!
    const planId = plans[Math.floor(index / 3) % plans.length]!
    const giftDetails = { ...giftItem().giftDetails!, emailDate: `${sentOn}T00:00:00.000Z` }
    all.push({
      name: `${paidOn} ${planId} ${name}, sent ${sentOn}`,
      paidOn,
      sentOn,
      planId,
      isSizeKnown,
      choice,
      giftDetails,
    })
  }
  return all
}

it('every day, plan, notice and choice of a year: each page and the receipt say the same first belt', () => {
  const wrong: unknown[] = []
  for (const [
    index,
    { name, paidOn, sentOn, planId, isSizeKnown, choice, giftDetails },
  ] of purchases().entries()) {
    const drop = monthAfter(paidOn)
    const ships = isSizeKnown ? `by ${drop} 5` : 'with a size'
    const item = giftItem(planId, { ...choice, giftDetails })
    const pages = pagesOf(item, paidOn, {})
    // Around the end of a month all of them, else one or two in turn.
    const isEdge = paidOn.slice(8) <= '02' || paidOn.slice(8) >= '29'
    const asked = pages.filter((_, at) => isEdge || (at + index) % 5 === 0)
    for (const { place, read } of [...asked, { place: 'receipt', read: () => receiptOf(item, paidOn) }]) {
      const words = read()
      const said = firstDayIn(words)
      const hasLeft = place === 'preview' && isSizeKnown && sentOn > day(firstOfNext(paidOn) + 4 * 86_400_000)
      // A letter read after the first belt has left says so.
      const isRight = hasLeft
        ? words.includes(`left us in the ${drop} drop`)
        : said.ships === ships && (said.drop === drop || namesNoDrop.test(place))
      if (!isRight) wrong.push({ name, place, said, expected: { drop, ships } })
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
}, 900_000)

it('an own plan says the same day on all of them, and waits for a size that its member is unsure of', () => {
  for (const [size, ships] of [
    ['36', 'by December 5'],
    ['Unsure', 'with a size'],
  ] as const) {
    const item = selfItem('6-months', { size })
    for (const { place, read } of pagesOf(item, '2026-11-30', {})) {
      const said = firstDayIn(read())
      expect(said.ships, place).toBe(ships)
      if (!namesNoDrop.test(place)) expect(said.drop, place).toBe('December')
    }
    expect(firstDayIn(receiptOf(item, '2026-11-30'))).toEqual({ drop: 'December', ships })
  }
})

it('the owner’s days move it on all of them', () => {
  const calendar = {
    '2026-12': { cutOffDay: '2026-11-30', shipBy: '2026-12-05', movedTo: '2027-01' },
    '2027-01': { cutOffDay: '2027-01-05', shipBy: '2027-01-12', movedTo: null },
  }
  const item = giftItem('6-months', { size: '36' })
  for (const { place, read } of pagesOf(item, '2026-11-21', calendar))
    expect(firstDayIn(read()).ships, place).toBe('by January 12')
})

function receiptOf(item: CartItem, paidOn: string): string {
  const drop = day(firstOfNext(paidOn)).slice(0, 7)
  const at = new Date(`${paidOn}T17:00:00Z`)
  const sums = { subtotalCents: 6950, discountCents: 0, taxCents: 0, totalCents: 6950, promotionCode: null }
  return orderView(
    { orderNumber: 'BC-7K3F-9QMT', createdAt: at, purchaserEmail: 'maya@example.com', ...sums },
    [{ priceCents: 6950, discountCents: 0, preferences: item, paidUntil: paidOn }],
    {
      ...{ plans: firstPlans, timeZone: 'America/New_York', isForever: false },
      first: { drop, cutOffDay: paidOn, shipBy: `${drop}-05` },
    },
  ).summary
}
