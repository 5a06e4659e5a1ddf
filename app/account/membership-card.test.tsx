import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { BoxView, MembershipView, MoneyView, TasteView } from '../../domain/membership-view.ts'
import { renderPage } from '../../test/render-page.tsx'
import { outcomeLabel } from './client/use-months.ts'
import { MembershipCard } from './membership-card.tsx'

const box = (drop: string, changes: Partial<BoxView> = {}): BoxView => ({
  ...{ id: drop, drop, state: 'owed', shipBy: `${drop}-05`, isReplacement: false, holdReason: null },
  ...{ waitsForSize: false, size: '36', belt: null, tracking: null, shippedOn: null, deliveredOn: null },
  ...changes,
})
const money: MoneyView = {
  ...{ planId: '6-months', planName: '6 Months', nextPlan: null, nextChargeOn: '2027-04-21' },
  ...{ nextChargeCents: 35_700, nextCreditCents: 0, pastDueSince: null, hasCard: true, canCancel: true },
  ...{ canUndo: false, cancelReason: null, asksReason: false, receipts: [] },
}
const taste: TasteView = {
  size: '36',
  ...{ measured: null, strap: null },
  styles: ['dress', 'casual'],
  address: {
    ...{ fullName: 'Maya Ellison', address: '418 Alder Street', address2: '', city: 'Portland' },
    ...{ state: 'OR', zipCode: '97209' },
  },
  ...{ skip: null, pauses: [], resume: null },
}
const boxes = [
  box('2026-11', { state: 'delivered', shippedOn: '2026-11-04', deliveredOn: '2026-11-09' }),
  box('2026-12'),
  box('2027-01'),
]
const next = {
  ...{ drop: '2026-12', changeUntil: '2026-11-30', shipBy: '2026-12-05', isPaid: true, holdReason: null },
  waitsForSize: false,
}
const own: MembershipView = {
  ...{ id: 'm', role: 'own', wearer: 'Maya Ellison', giver: null, isGift: false, mails: null },
  ...{ status: 'active', gender: 'male', sentCount: 1, term: { sent: 1, count: 6 }, lastDrop: '2027-01' },
  ...{ next, boxes, money, taste },
}
const receipt: MoneyView['receipts'][0] = {
  ...{
    id: 'r',
    orderNumber: 'BC-7K3F-9QMT',
    planName: '6 Months',
    paidOn: '2026-10-21',
    amountCents: 35_700,
    creditCents: 0,
  },
  ...{ taxCents: 2588, taxState: 'CA', boxCount: 6, refunds: [] },
}
// On November 21, 2026.
const words = (changes: Partial<MembershipView> = {}) =>
  renderPage(
    <QueryClientProvider client={new QueryClient()}>
      <MembershipCard membership={{ ...own, ...changes }} isOnly />
    </QueryClientProvider>,
  ).words
const paying = (changes: Partial<MoneyView>) => ({ ...money, ...changes })

describe('a membership card', () => {
  it('asks for the size that a paid box waits for, even when nothing comes after it', () => {
    const unsure = { ...taste, size: 'Unsure' }
    const held = [box('2026-11', { state: 'held', holdReason: 'size', size: null })]
    expect(words({ taste: unsure, next: null, boxes: held })).toContain('Your belt is waiting for your size.')
    expect(words({ taste: unsure, next: null, boxes: [] })).not.toContain('waiting for your size')
  })

  it('shows the weekday of the shop’s day in any time zone', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(words()).toContain('until Monday, November 30.')
    vi.unstubAllEnvs()
  })

  it('shows the next belt, its ship and change dates, what’s coming and the next charge', () => {
    const said = words()
    expect(said).toContain('Your December belt Maya Ellison, 6 Months, 1 of 6 sent')
    expect(said).toContain(
      'Ships by December 5. Change anything until Monday, November 30. Size 36, dress and casual, to 418 Alder Street, Portland, OR 97209.',
    )
    expect(said).toMatch(/November, sent Dec December, next Jan January, to come/)
    // Only the last twelve are shown, and never without the next.
    const long = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((month) =>
      box(`2026-${month}`, { state: 'delivered' }),
    )
    expect(words({ boxes: [...long, ...boxes] })).toMatch(/Feb February, sent .*Jan January, to come/)
    expect(words({ boxes: [...long, ...boxes] })).not.toContain('January, sent')
    // A belt in place of one that went wrong isn't a month of theirs.
    const resent = box('2026-09', { state: 'delivered', isReplacement: true })
    expect(words({ boxes: [resent, ...boxes] })).not.toContain('September, sent')
    // A box in place of a refunded one is what its month shows.
    const again = [...boxes, box('2027-02', { state: 'refunded' }), box('2027-02', { id: 'other' })]
    expect(words({ boxes: again })).toContain('Feb February, to come')
    expect(said).toContain('Already paid 2 belts, through January 2027 Next charge April 21, 2027, $357.00')
    expect(said).not.toContain('plus tax')
    expect(said).toContain('1 of 36 holes punched, one for each belt so far.')
    expect(said).toContain('The November 2026 belt November 2026, arrived November 9')
    expect(said).not.toMatch(/waiting for your size|won’t renew|card was refused|is skipped/)
  })

  it.each<[string, Partial<MoneyView>, string]>([
    ['what credit pays', { nextCreditCents: 2000 }, '$357.00, less $20.00 of store credit: $337.00'],
    [
      'that credit pays all of it',
      { nextCreditCents: 35_700 },
      '$357.00, less $357.00 of store credit. We won’t charge your card.',
    ],
    ['that payments are paused', { isChargingPaused: true }, 'Next charge None for now: payments are paused'],
    ['that the amount is unknown', { nextChargeCents: null }, 'April 21, 2027. We’re checking the amount.'],
    ['that there is none', { nextChargeOn: null }, 'Next charge None. You won’t be charged again.'],
  ])('says about the next charge %s', (_, changes, sentence) => {
    expect(words({ money: paying(changes) })).toContain(sentence)
  })

  it('keeps a belt’s day through that day, and promises no day once it has passed', () => {
    const packed = (shipBy: string) => words({ boxes: [box('2026-11', { state: 'packed', shipBy })] })
    expect(packed('2026-11-21')).toContain('and ships by November 21.')
    expect(packed('2026-11-20')).toContain('and ships as soon as it can.')
  })

  it('says “plus tax” where the belts go now, whatever was due on the last payment', () => {
    const inCalifornia = { ...taste, address: { ...taste.address, state: 'CA' } }
    expect(words({ taste: inCalifornia })).toContain('April 21, 2027, $357.00 plus tax')
    expect(words({ money: paying({ receipts: [receipt] }) })).not.toContain('plus tax')
    const credit = { taste: inCalifornia, money: paying({ nextCreditCents: 2000 }) }
    expect(words(credit)).toContain('of store credit: $337.00 plus tax')
  })

  it('says that the card was refused and what waits for it', () => {
    const said = words({ status: 'past_due', money: paying({ pastDueSince: '2026-11-18' }) })
    expect(said).toContain('Your card was refused on November 18. Belts you’ve paid for still ship.')
    expect(said).toContain('Next charge Waiting for a card that works')
    expect(said).not.toContain('Change plan')
    expect(words()).toContain('Change plan')
  })

  it('says what still ships after a cancellation, and offers to undo it in time', () => {
    const ended = { status: 'cancelled' as const, money: paying({ nextChargeOn: null, canUndo: true }) }
    expect(words(ended)).toContain(
      'You’ve paid for these, and they’ll ship: December’s belt ships by December 5 January’s belt ships by January 5 Undo the cancellation',
    )
    const many = ['2026-12', '2027-01', '2027-02', '2027-03'].map((drop) => box(drop))
    expect(words({ ...ended, boxes: many })).toContain(
      '4 belts, one a month: December 2026 to March 2027, each by the 5th. The next ships by December 5.',
    )
    expect(words({ ...ended, boxes: many.slice(0, 3) })).toContain(
      'January’s belt ships by January 5 February’s belt ships by February 5',
    )
    const moved = many.map((each, index) => (index ? each : { ...each, shipBy: '2026-12-12' }))
    expect(words({ ...ended, boxes: moved })).toContain(
      'December 2026 to March 2027. The next ships by December 12.',
    )
    const sent = words({
      status: 'ended',
      boxes: boxes.slice(0, 1),
      next: null,
      money: paying({ nextChargeOn: null }),
    })
    expect(sent).toContain('you won’t be charged again. Every belt has been sent.')
    expect(sent).not.toContain('Undo')
  })

  it('says when a gift ends, and hides preferences from the giver', () => {
    const gift = {
      ...{ isGift: true, wearer: 'Thomas Ellison', giver: 'Maya', lastDrop: '2027-05', taste: null },
      money: paying({ nextChargeOn: null, nextChargeCents: null }),
    }
    const giver = words({ ...gift, role: 'giver' })
    expect(giver).toContain('Thomas’s December belt Gift for Thomas Ellison, 1 of 6 sent, ends May 2027')
    expect(giver).toContain('Next charge None: a gift is paid once, and ends May 2027')
    expect(giver).not.toContain('Change anything')
    expect(words({ ...gift, role: 'giver', term: { sent: 0, count: 0 } })).toContain('0 sent, ends May 2027')
    const over = words({ ...gift, role: 'giver', status: 'ended', next: null, boxes: [] })
    expect(over).not.toContain('won’t renew')
    const handedOver = words({ ...gift, role: 'giver', wearer: '' })
    expect(handedOver).toContain('The December belt Your gift, 1 of 6 sent, ends May 2027')
    const recipient = words({ ...gift, role: 'recipient', money: null, taste })
    expect(recipient).toContain('Your December belt Gift from Maya, 1 of 6 sent, ends May 2027')
    expect(recipient).toContain('Change anything until Monday, November 30.')
    expect(recipient).not.toContain('Next charge')
    expect(words({ ...gift, role: 'giver', term: { sent: 6, count: 6 } })).toContain(
      '6 of 6 sent, ended May 2027',
    )
  })

  it('tells a giver what a belt waits for without asking them to choose, and a recipient nothing of the bank', () => {
    const held = (holdReason: string) => ({
      boxes: [box('2026-11', { state: 'held', holdReason })],
      next: null,
    })
    const gift = { isGift: true, wearer: 'Thomas Ellison', giver: 'Maya' }
    const giver = (reason: string) => words({ ...gift, role: 'giver', taste: null, ...held(reason) })
    expect(giver('size')).toContain('waiting for their size, and ships once they’ve chosen one.')
    expect(giver('address')).toContain('waiting for their address')
    expect(giver('unseen')).toContain('They’ve had every belt')
    for (const reason of ['size', 'address', 'unseen', 'stock', 'return'])
      expect(giver(reason)).not.toMatch(/below|you’re sending|your size/)
    const recipient = words({ ...gift, role: 'recipient', money: null, ...held('other') })
    expect(recipient).toContain('It’s on hold for now. You don’t need to do a thing.')
  })

  it('lists the belts that were sent newest first', () => {
    const sent = ['2026-09', '2026-10', '2026-11'].map((drop) => box(drop, { state: 'shipped' }))
    expect(words({ boxes: sent })).toMatch(
      /The November 2026 belt.*The October 2026 belt.*The September 2026/,
    )
  })

  it('counts the belts of a monthly plan', () => {
    const counted = [0, 1, 40, 36].map((sentCount) => words({ sentCount, term: { sent: 0, count: 1 } }))
    expect(counted[0]).toContain('6 Months, none sent yet')
    expect(counted[1]).toContain('6 Months, 1 belt sent')
    expect(counted[2]).toContain('6 Months, 40 belts sent')
    expect(counted[2]).toContain('40 belts so far. No repeats')
    expect(counted[3]).toContain('36 of 36 holes punched')
  })

  it('says when a locked belt ships, or what it waits for', () => {
    const underWay = (changes: Partial<BoxView>) =>
      words({
        boxes: [box('2026-11', { state: 'packed', shipBy: '2026-11-25', ...changes }), box('2026-12')],
      })
    expect(underWay({})).toContain('Your November belt')
    expect(underWay({})).toContain(
      'November’s belt is being chosen and packed, and ships by November 25. Change December’s until Monday, November 30.',
    )
    expect(underWay({ shipBy: '2026-11-20' })).toContain('and ships as soon as it can.')
    expect(underWay({ state: 'held', holdReason: 'stock' })).toContain('We’ve run out of your size.')
    expect(underWay({ state: 'held', holdReason: 'size' })).toContain('It’s waiting for your size. Choose')
    expect(underWay({ state: 'held', holdReason: 'address' })).toContain('It’s waiting for your address. Add')
    expect(underWay({ state: 'held', holdReason: 'dispute' })).toContain('It’s on hold while your bank looks')
    expect(underWay({ isReplacement: true })).toContain('Your other belt is being packed.')
    expect(words({ next: { ...next, changeUntil: '2026-11-21' } })).toContain(
      'until Saturday, November 21, today.',
    )
  })

  it('says that the next charge pays for the next belt, and asks for a missing size', () => {
    const unpaid = words({ boxes: boxes.slice(0, 1), next: { ...next, isPaid: false } })
    expect(unpaid).toContain('Paid with the next charge, ships by December 5.')
    expect(unpaid).toContain('December, next, not paid yet')
    expect(unpaid).toContain('Already paid Every belt has been sent')
    const unsure = words({ taste: { ...taste, size: 'Unsure' } })
    expect(unsure).toContain('Your belt is waiting for your size. Belt size is pants size plus 2 inches')
    expect(unsure).toContain('No size yet, dress and casual')
    const over = { next: null, boxes: boxes.slice(0, 1), taste: { ...taste, size: 'Unsure' } }
    expect(words(over)).not.toContain('waiting for your size')
  })

  it('names the skipped months while the skip can be undone', () => {
    const later = { ...next, drop: '2027-02', changeUntil: '2027-01-31', shipBy: '2027-02-05' }
    const outcome = { nextDrop: '2026-12', nextChargeOn: '2027-04-21', lastDrop: '2027-01' }
    const skipped = { next: later, boxes: [boxes[0]!, box('2027-02')], taste: { ...taste, resume: outcome } }
    expect(words(skipped)).toContain('December and January are skipped.')
    expect(words(skipped)).toMatch(/December, skipped Jan January, skipped Feb February, next/)
    expect(words({ ...skipped, taste })).not.toContain('skipped')
    // One of the months has its belt: only the other is skipped.
    const between = [boxes[0]!, box('2026-12', { state: 'packed' }), box('2027-02')]
    expect(words({ ...skipped, boxes: between })).toContain('January is skipped.')
    const one = { ...skipped, next: { ...later, drop: '2027-01' }, boxes: [boxes[0]!, box('2027-01')] }
    expect(words(one)).toContain('December is skipped.')
  })

  it('names the plan chosen for the next term', () => {
    const nextPlan = { planId: 'monthly', name: 'Monthly' }
    expect(words({ money: paying({ nextPlan }) })).toContain(
      'Your plan changes to Monthly with the charge on April 21, 2027. Keep 6 Months',
    )
  })
})

it('the result of a month change names its dates, with the year when far off', () => {
  const outcome = { nextDrop: '2027-01', nextChargeOn: '2027-02-21', lastDrop: '2027-05' }
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(outcomeLabel(outcome, false, '2026-11-21'))).toBe(
    'your next belt is January’s, the next charge is February 21',
  )
  expect(plain(outcomeLabel({ ...outcome, nextChargeOn: '2027-05-23' }, false, '2026-11-21'))).toContain(
    'May 23, 2027',
  )
  expect(plain(outcomeLabel({ ...outcome, nextChargeOn: '2027-05-21' }, false, '2026-11-21'))).toMatch(
    /May 21$/,
  )
  expect(outcomeLabel({ ...outcome, nextChargeOn: null }, true, '2026-11-21')).toBe(
    'your next belt is January’s, the last one is May 2027’s',
  )
  expect(
    outcomeLabel({ nextDrop: '2027-05', nextChargeOn: null, lastDrop: '2027-05' }, true, '2026-11-21'),
  ).toBe('your next belt is May’s')
})
