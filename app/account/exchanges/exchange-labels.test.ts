import { describe, expect, it } from 'vitest'
import type { ExchangeOfBelt } from '../../../domain/account/exchange-contracts.ts'
import { actLabel, kindLabel, stateOf } from '../../admin/exchanges/exchange-labels.ts'
import { beltName, exchangeSentence, saidLabel, troubleSentence } from './exchange-labels.ts'

const exchange: ExchangeOfBelt = {
  ...{ id: 'e', kind: 'size', remedy: 'replacement', state: 'requested', number: 'R-7F3A9C21' },
  ...{ wanted: 'Derby Row, size 38', sendBy: '2026-12-30', label: null, trackingNumber: null },
  ...{ canCancel: true, isOwn: true, photos: [], answerBy: null, waitsForBank: false },
}
const said = (changes: Partial<ExchangeOfBelt>) =>
  exchangeSentence({ ...exchange, ...changes }, '2026-12-16').replaceAll('\u00a0', ' ')

describe('an exchange on the member’s page', () => {
  it.each<[Partial<ExchangeOfBelt>, string]>([
    [{}, 'Derby Row, size 38 is set aside for you. Send this one back by December 30.'],
    [{ kind: 'return', remedy: 'refund' }, 'Send it back by December 30.'],
    [{ kind: 'damaged', remedy: 'repair' }, 'We’ll repair it. Ship it to us by December 30.'],
    [
      { kind: 'damaged' },
      'Derby Row, size 38 is set aside and ships right away. Keep the broken one, or throw it away.',
    ],
    [{ kind: 'damaged', remedy: 'refund' }, 'We’re making it right. Keep the broken one, or throw it away.'],
    [{ kind: 'lost' }, 'It never came, so we’re sending you Derby Row, size 38 right away.'],
    [{ kind: 'lost', remedy: 'refund' }, 'It never came, so we’re refunding you. Allow 5-7 business days.'],
    [{ kind: 'lost', remedy: 'credit' }, 'It never came. Your store credit’s on its way.'],
    [{ isOwn: false, wanted: '' }, 'They’re getting another belt instead.'],
    [{ isOwn: false, state: 'closed', remedy: 'repair' }, 'We’ve repaired it for them.'],
    [
      { isOwn: false, state: 'claimed' },
      'We’ve heard that it broke. We’ll look at it and answer within 12 hours.',
    ],
    [{ isOwn: false, kind: 'return', state: 'credited', remedy: 'credit' }, 'They got store credit for it.'],
    [
      { isOwn: false, kind: 'return', remedy: 'refund' },
      'The person who gave you this belt asked for a refund. We need it back by December 30.',
    ],
    [{ state: 'claimed' }, 'You told us it broke. We’ll look at it and answer within 12 hours.'],
    [
      { state: 'offered', answerBy: '2026-12-14' },
      'It broke, it’s covered, and we don’t have another. If you say nothing by December 14, the money goes back to your card.',
    ],
    [
      { state: 'offered', answerBy: '2026-12-14', waitsForBank: true },
      'It broke, it’s covered, and we don’t have another. Your bank is looking into this payment, so what you choose waits until it has decided.',
    ],
    [
      { kind: 'damaged', remedy: 'refund', waitsForBank: true },
      'Your bank is looking into this payment. If the bank leaves the money with us, we’ll refund you.',
    ],
    [
      { kind: 'damaged', remedy: 'credit', waitsForBank: true },
      'Your bank is looking into this payment. If the bank leaves the money with us, we’ll give them store credit.',
    ],
    [{ state: 'offered' }, 'It’s covered. We’ll settle it with the person who gave you the belt.'],
    [
      { isOwn: false, state: 'offered', kind: 'damaged', remedy: 'refund' },
      'It’s covered. We’ll settle it with the person who gave you the belt.',
    ],
    [{ state: 'received' }, 'It’s back with us. Derby Row, size 38 ships to you now.'],
    [{ state: 'received', remedy: 'repair' }, 'It’s here, and we’re repairing it.'],
    [
      { state: 'received', remedy: 'refund' },
      'It’s back with us. Your money is on its way, within 5-7 business days.',
    ],
    [{ state: 'received', remedy: 'credit' }, 'It’s back with us. Your store credit is next.'],
    [{ state: 'repaired' }, 'It’s repaired, and ships back to you next.'],
    [{ state: 'shipped' }, 'Derby Row, size 38 is on its way to you.'],
    [{ state: 'shipped', remedy: 'repair' }, 'It’s repaired, and on its way back to you.'],
    [
      { state: 'refunded', kind: 'return', remedy: 'refund' },
      'Returned, and the money went back the way it was paid.',
    ],
    [{ state: 'refunded', kind: 'lost' }, 'It never came, so we refunded it.'],
    [{ state: 'refunded', kind: 'damaged' }, 'It broke, so we refunded it.'],
    [{ state: 'credited', kind: 'damaged' }, 'It broke, so there’s store credit for it.'],
    [{ state: 'credited', kind: 'return' }, 'Returned for store credit.'],
    [{ state: 'closed' }, 'Exchanged for Derby Row, size 38.'],
    [{ state: 'closed', kind: 'return', remedy: 'refund' }, 'Returned.'],
    [{ state: 'closed', kind: 'damaged', remedy: 'credit' }, 'It broke, and we made it right.'],
    [{ state: 'closed', kind: 'damaged' }, 'Exchanged for Derby Row, size 38.'],
  ])('%j: %s', (changes, sentence) => {
    expect(said(changes)).toBe(sentence)
  })

  it('names the belt, the feedback, and the package’s problem', () => {
    expect(beltName({ belt: null, drop: '2026-12' })).toBe('the December 2026 belt')
    expect(saidLabel({ fit: 'right', taste: 'not_for_me' })).toBe('just right, not for me')
    expect([saidLabel({ fit: null, taste: 'fine' }), saidLabel({ fit: null, taste: null })]).toEqual([
      'it’s fine',
      '',
    ])
    expect(troubleSentence.lost).toBe('No one’s scanned this package in 10 days. It looks lost.')
  })
})

describe('an exchange in the admin', () => {
  it.each([
    ['size', 'replacement', 'Another size', 'On its way back'],
    ['style', 'replacement', 'Another belt', 'On its way back'],
    ['return', 'refund', 'Return for a refund', 'On its way back'],
    ['return', 'credit', 'Return for store credit', 'On its way back'],
    ['damaged', 'replacement', 'It broke, a new one', 'Make it right now'],
    ['damaged', 'repair', 'It broke, a repair', 'On its way here'],
    ['lost', 'replacement', 'Never came', 'Make it right now'],
    ['lost', 'refund', 'Never came, refund', 'Make it right now'],
  ] as const)('%s for a %s: %s, %s', (kind, remedy, label, state) => {
    expect(kindLabel({ kind, remedy })).toBe(label)
    expect(stateOf({ kind, remedy, state: 'requested' })).toBe(state)
    expect(stateOf({ kind, remedy, state: 'received' })).toBe('Received')
  })

  it('labels its buttons by what they give', () => {
    const row = { valueCents: 5950, remedy: 'refund' as const }
    expect([actLabel('refund', row), actLabel('credit', row)]).toEqual([
      'Refund $59.50',
      'Give $59.50 credit',
    ])
    const repair = { valueCents: 5950, remedy: 'repair' as const }
    expect([actLabel('receive', repair), actLabel('ship', repair)]).toEqual(['It’s here', 'Ship it home'])
    expect([actLabel('receive', row), actLabel('ship', row)]).toEqual(['It’s back', 'Ship the replacement'])
  })
})
