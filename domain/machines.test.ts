import { expect, it } from 'vitest'
import { dropMachine } from './admin/drop-state.ts'
import { boxMachine } from './box.ts'
import { checkoutMachine, owedCheckouts, unfinishedCheckouts } from './checkout-status.ts'
import { creditUseMachine } from './credit.ts'
import { curationMachine } from './curation/curation.ts'
import { exchangeMachine, openExchanges, undoneExchanges } from './exchange.ts'
import { approvalMachine } from './giving.ts'
import { handoverMachine, openHandovers } from './handover.ts'
import {
  letterMachine,
  letterReaderMachine,
  publicLetterStates,
  subscriberMachine,
  writtenStates,
} from './letter.ts'
import type { Machine } from './machine.ts'
import { membershipMachine, runningStatuses } from './membership.ts'
import { orderMachine } from './order.ts'
import { activeLabels, labelMachine, missingLabels, openTrackStates } from './parcel.ts'
import { openPriceRuns, planChangeMachine, priceRunMachine } from './price-change.ts'
import { quizMachine } from './quiz-version.ts'
import { refundMachine } from './refund.ts'
import { reviewMachine } from './review.ts'

/** Every transition a row may make; the database refuses all others. */
it.each<[string, Machine<string>, string[]]>([
  [
    'a box',
    boxMachine,
    [
      'owed to assigned, held, cancelled, refunded',
      'assigned to owed, held, packed, shipped, cancelled, refunded',
      'packed to assigned, held, shipped',
      'shipped to delivered, returned',
      'delivered to shipped, returned',
      'held to owed, assigned, packed, cancelled, refunded',
    ],
  ],
  [
    'a membership',
    membershipMachine,
    [
      'active to past_due, cancelled, ended',
      'past_due to active, cancelled, ended',
      'cancelled to active, ended',
    ],
  ],
  [
    'a checkout',
    checkoutMachine,
    [
      'open to completing, abandoned, mismatched',
      'completing to done',
      'abandoned to completing, mismatched',
      'mismatched to completing, settled',
    ],
  ],
  ['an approval', approvalMachine, ['waiting to approved, refused', 'approved to waiting']],
  [
    'an order',
    orderMachine,
    [
      'pending to processing, shipped, delivered, cancelled',
      'processing to pending, shipped, delivered, cancelled',
      'shipped to pending, processing, delivered, cancelled',
      'delivered to pending, processing, shipped, cancelled',
      'cancelled to pending, processing, shipped, delivered',
    ],
  ],
  [
    'an exchange',
    exchangeMachine,
    [
      'claimed to requested, offered, declined, cancelled',
      'offered to requested, cancelled',
      'requested to received, shipped, refunded, credited, cancelled, expired',
      'received to shipped, refunded, credited, repaired, declined, cancelled',
      'repaired to shipped',
      'shipped to closed, fixed',
      'refunded to closed',
      'credited to closed',
    ],
  ],
  [
    'a refund',
    refundMachine,
    ['pending to succeeded, failed', 'succeeded to failed', 'failed to pending, settled'],
  ],
  ['credit that pays a bill', creditUseMachine, ['kept to spent, returned', 'returned to kept, spent']],
  ['a handover', handoverMachine, ['asked to accepted, withdrawn', 'accepted to done, withdrawn']],
  [
    'a letter',
    letterMachine,
    [
      'draft to scheduled',
      'scheduled to draft, sending',
      'sending to stopped, sent',
      'stopped to sending, ended',
    ],
  ],
  [
    'a letter’s reader',
    letterReaderMachine,
    [
      'waiting to queued',
      'queued to waiting, sent, bounced, dropped',
      'sent to bounced, complained',
      'bounced to complained',
    ],
  ],
  [
    'a label',
    labelMachine,
    [
      'wanted to quoted, bought, void',
      'quoted to wanted, bought, voiding, void',
      'bought to voiding, void',
      'voiding to void',
      'void to voiding',
    ],
  ],
  ['a new price', priceRunMachine, ['waiting to told, undone, left', 'told to charged, undone, left']],
  ['another plan', planChangeMachine, ['open to charged, undone']],
  ['a quiz', quizMachine, ['draft to published', 'published to retired']],
  [
    'a review',
    reviewMachine,
    [
      'private to waiting',
      'waiting to private, published, declined',
      'published to private, waiting, declined',
      'declined to private, waiting, published',
    ],
  ],
  [
    'a subscriber',
    subscriberMachine,
    ['active to unsubscribed, bounced', 'unsubscribed to active, bounced', 'bounced to active, unsubscribed'],
  ],
  ['a drop', dropMachine, ['open to curated, held', 'curated to open, held', 'held to open']],
  ['a curation', curationMachine, ['running to done, failed']],
])('%s makes only these transitions', (_, machine, ways) => {
  const possible = machine.states.flatMap((from) => {
    const next = machine.states.filter((to) => to !== from && machine.mayFollow(from, to))
    return next.length > 0 ? [`${from} to ${next.toSorted().join(', ')}`] : []
  })
  const sorted = ways.map((way) => {
    const [from, to] = way.split(' to ') as [string, string]
    return `${from} to ${to.split(', ').toSorted().join(', ')}`
  })
  expect(possible.toSorted(), 'a transition belongs in the list above, too').toEqual(sorted.toSorted())
})

it.each<[string, readonly string[], string[]]>([
  ['memberships that are charged again', runningStatuses, ['active', 'past_due']],
  ['checkouts that the provider is asked about', unfinishedCheckouts, ['open', 'completing']],
  ['checkouts whose money may be there', owedCheckouts, ['completing', 'mismatched']],
  [
    'exchanges with something to do',
    openExchanges,
    ['claimed', 'offered', 'requested', 'received', 'repaired'],
  ],
  [
    'exchanges that leave the belt where it is',
    undoneExchanges,
    ['cancelled', 'expired', 'declined', 'fixed'],
  ],
  ['handovers that can be accepted', openHandovers, ['asked', 'accepted']],
  ['letters that the world may read', publicLetterStates, ['sending', 'stopped', 'sent', 'ended']],
  ['letters that nobody waits for', writtenStates, ['scheduled', 'sending', 'sent', 'ended']],
  ['labels still to be bought', missingLabels, ['wanted', 'quoted']],
  ['labels that stand for a parcel', activeLabels, ['wanted', 'quoted', 'bought']],
  [
    'parcels that the carrier is asked about',
    openTrackStates,
    ['waiting', 'moving', 'pickup', 'problem', 'lost'],
  ],
  ['prices still to come', openPriceRuns, ['waiting', 'told']],
])('%s', (_, states, expected) => {
  expect(states.toSorted()).toEqual(expected.toSorted())
})
