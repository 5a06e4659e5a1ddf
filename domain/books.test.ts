import { describe, expect, it } from 'vitest'
import {
  type Entry,
  entriesOfCredit,
  entriesOfDispute,
  entriesOfMovement,
  entriesOfPayment,
  type LedgerPayment,
  type LedgerRefund,
} from './books.ts'
import type { DisputeStatus } from './dispute.ts'
import type { MovementKind } from './movement.ts'

const at = (day: string) => new Date(`${day}T15:00:00Z`)

function payment(changes: Partial<LedgerPayment> = {}): LedgerPayment {
  return {
    reference: 'pi_1:0',
    paidAt: at('2026-12-01'),
    ...{ amountCents: 6950, taxCents: 504, creditCents: 0, shipState: 'CA' },
    ...{ expectedCents: null, decidedAt: null, refunds: [] },
    boxes: [box()],
    ...changes,
  }
}

function box(changes: Partial<LedgerPayment['boxes'][0]> = {}): LedgerPayment['boxes'][0] {
  return { id: 'box', valueCents: 6950, shippedAt: null, voidedAt: null, voidedBy: 'refund', ...changes }
}

function refund(changes: Partial<LedgerRefund> = {}): LedgerRefund {
  const createdAt = at('2026-12-05')
  const tries = [{ madeAt: createdAt, cameBackAt: null }]
  return {
    id: 're',
    amountCents: 6950,
    taxCents: 504,
    createdAt,
    isByHand: false,
    moves: [],
    tries,
    ...changes,
  }
}

/** What each account comes to, by name; those of nothing are left out. */
function balances(entries: Entry[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { postings } of entries) {
    expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    for (const { account, cents } of postings) sums[account.name] = (sums[account.name] ?? 0) + cents
  }
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

describe('the books', () => {
  it('owe the belt until it ships, and the tax to its state for good', () => {
    expect(balances(entriesOfPayment(payment()))).toEqual({
      'Payment provider balance': 7454,
      'Deferred revenue': -6950,
      'Sales tax payable:CA': -504,
    })
    const shipped = payment({ boxes: [box({ shippedAt: at('2027-01-03') })] })
    expect(balances(entriesOfPayment(shipped))).toEqual({
      'Payment provider balance': 7454,
      'Belt sales': -6950,
      'Sales tax payable:CA': -504,
    })
  })

  it('owe the belt in full when store credit paid part', () => {
    expect(
      balances(entriesOfPayment(payment({ amountCents: 1000, taxCents: 73, creditCents: 5950 }))),
    ).toEqual({
      'Payment provider balance': 1073,
      'Store credit': 5950,
      'Deferred revenue': -6950,
      'Sales tax payable:CA': -73,
    })
  })

  it('end at zero when everything was refunded before shipping', () => {
    const given = payment({ boxes: [box({ voidedAt: at('2026-12-05') })], refunds: [refund()] })
    expect(balances(entriesOfPayment(given))).toEqual({})
  })

  it('owe no tax once it alone was given back', () => {
    expect(balances(entriesOfPayment(payment({ refunds: [refund({ amountCents: 0 })] })))).toEqual({
      'Payment provider balance': 6950,
      'Deferred revenue': -6950,
    })
  })

  it('owe a failed refund until someone pays it by hand', () => {
    const failed = refund({
      moves: [{ kind: 'failed', at: at('2026-12-09') }],
      tries: [{ madeAt: at('2026-12-05'), cameBackAt: at('2026-12-09') }],
    })
    const boxes = [box({ voidedAt: at('2026-12-05') })]
    expect(balances(entriesOfPayment(payment({ boxes, refunds: [failed] })))).toEqual({
      'Payment provider balance': 7454,
      'Refunds to pay by hand': -7454,
    })
    failed.moves.push({ kind: 'retried', at: at('2026-12-10') }, { kind: 'failed', at: at('2026-12-11') })
    failed.tries.push({ madeAt: at('2026-12-10'), cameBackAt: at('2026-12-11') })
    failed.moves.push({ kind: 'settled', at: at('2026-12-12') })
    expect(balances(entriesOfPayment(payment({ boxes, refunds: [failed] })))).toEqual({
      'Payment provider balance': 7454,
      'Bank account': -7454,
    })
  })

  it('owe a refund that the provider hasn’t made, and keep its money in the balance', () => {
    const waiting = refund({ tries: [] })
    const boxes = [box({ voidedAt: at('2026-12-05') })]
    expect(balances(entriesOfPayment(payment({ boxes, refunds: [waiting] })))).toEqual({
      'Payment provider balance': 7454,
      'Refunds to pay by hand': -7454,
    })
  })

  it('drop a manual refund that failed', () => {
    const tries = [{ madeAt: at('2026-12-05'), cameBackAt: at('2026-12-09') }]
    const moves: LedgerRefund['moves'] = [{ kind: 'failed', at: at('2026-12-09') }]
    const failed = refund({ isByHand: true, moves, tries })
    expect(balances(entriesOfPayment(payment({ refunds: [failed] })))).toEqual({
      'Payment provider balance': 7454,
      'Deferred revenue': -6950,
      'Sales tax payable:CA': -504,
    })
  })

  it('give a manual refund that failed once it was paid another way', async () => {
    const moves: LedgerRefund['moves'] = [
      { kind: 'failed', at: at('2026-12-09') },
      { kind: 'settled', at: at('2026-12-12') },
    ]
    const boxes = [box({ voidedAt: at('2026-12-05') })]
    const tries = [{ madeAt: at('2026-12-05'), cameBackAt: at('2026-12-09') }]
    const back = refund({ isByHand: true, moves, tries })
    expect(balances(entriesOfPayment(payment({ boxes, refunds: [back] })))).toEqual({
      'Payment provider balance': 7454,
      'Bank account': -7454,
    })
    const odd = { expectedCents: 7000, boxes: [], taxCents: 0, decidedAt: at('2026-12-20') }
    const whole = refund({ isByHand: true, moves, tries, taxCents: 0 })
    expect(balances(entriesOfPayment(payment({ ...odd, refunds: [whole] })))).toEqual({
      'Payment provider balance': 6950,
      'Bank account': -6950,
    })
  })

  it('hold an unexpected amount aside until the owner decides, minus earlier refunds', () => {
    const odd = { amountCents: 500, taxCents: 0, expectedCents: 6950, boxes: [] }
    expect(balances(entriesOfPayment(payment(odd)))).toEqual({
      'Payment provider balance': 500,
      'Payments to decide': -500,
    })
    const part = refund({ amountCents: 200, taxCents: 0 })
    const decidedAt = at('2026-12-20')
    const nothing = payment({ ...odd, refunds: [part], decidedAt })
    expect(balances(entriesOfPayment(nothing))).toEqual({
      'Payment provider balance': 300,
      'Payments without belts': -300,
    })
    const belt = payment({ ...odd, refunds: [part], decidedAt, boxes: [box({ valueCents: 500 })] })
    expect(balances(entriesOfPayment(belt))).toEqual({
      'Payment provider balance': 300,
      'Deferred revenue': -500,
      'Payments without belts': 200,
    })
    const back = (day: string) =>
      refund({
        ...{ ...part, isByHand: true, moves: [{ kind: 'failed', at: at(day) }] },
        tries: [{ madeAt: part.createdAt, cameBackAt: at(day) }],
      })
    const boxes = [box({ valueCents: 500 })]
    expect(
      balances(entriesOfPayment(payment({ ...odd, refunds: [back('2026-12-09')], decidedAt, boxes }))),
    ).toEqual({ 'Payment provider balance': 500, 'Deferred revenue': -500 })
    expect(
      balances(entriesOfPayment(payment({ ...odd, refunds: [back('2026-12-25')], decidedAt, boxes }))),
    ).toEqual({
      'Payment provider balance': 500,
      'Deferred revenue': -500,
      'Payments without belts': 200,
      'Refunds and returns': -200,
    })
    const later = refund({ amountCents: 200, taxCents: 0, createdAt: at('2026-12-25') })
    const returned = payment({ ...odd, refunds: [later], decidedAt, boxes: [box({ valueCents: 500 })] })
    expect(balances(entriesOfPayment(returned))).toEqual({
      'Payment provider balance': 300,
      'Deferred revenue': -500,
      'Refunds and returns': 200,
    })
  })
})

describe('the books beyond sales', () => {
  it('hold disputed money aside until it is won or lost, each time on its own day', () => {
    const days = ['2026-12-05', '2027-01-05', '2027-02-05', '2027-03-05']
    const dispute = (...statuses: DisputeStatus[]) =>
      entriesOfDispute({
        id: 'du',
        changes: statuses.map((status, place) => ({ status, amountCents: 7454, at: at(days[place]!) })),
      })
    const away = { 'Payments under dispute': 7454, 'Payment provider balance': -7454 }
    const gone = { 'Chargebacks lost': 7454, 'Payment provider balance': -7454 }
    expect(dispute('warning_needs_response', 'warning_under_review', 'warning_closed')).toEqual([])
    expect(balances(dispute('needs_response'))).toEqual(away)
    expect(balances(dispute('needs_response', 'under_review'))).toEqual(away)
    expect(balances(dispute('needs_response', 'won'))).toEqual({})
    expect(balances(dispute('needs_response', 'lost'))).toEqual(gone)
    expect(balances(dispute('prevented'))).toEqual(gone)
    expect(balances(dispute('lost', 'appeal_needs_response'))).toEqual(away)
    expect(balances(dispute('lost', 'appeal_needs_response', 'appeal_under_review', 'won'))).toEqual({})
    expect(balances(dispute('won', 'needs_response'))).toEqual(away)
    const lost = dispute('needs_response', 'lost')
    expect(dispute('needs_response', 'lost', 'appeal_under_review', 'won').slice(0, lost.length)).toEqual(
      lost,
    )
  })

  it.each([
    ['return', 2000, { 'Refunds and returns': 2000, 'Store credit': -2000 }],
    ['unshipped', 2000, { 'Refunds and returns': 2000, 'Store credit': -2000 }],
    ['staff', 2000, { 'Goodwill credit': 2000, 'Store credit': -2000 }],
    ['given-up', -500, { 'Payments without belts': -500, 'Store credit': 500 }],
    ['code', -2000, {}],
  ])('owe store credit by its reason: %s', (reason, amountCents, owed) => {
    const line = { reference: 'cr', amountCents, reason, createdAt: at('2026-12-05') }
    expect(balances(entriesOfCredit(line))).toEqual(owed)
  })

  it.each<[MovementKind, number, number, number, Record<string, number>]>([
    ['charge', 7454, 232, 0, { 'Payment fees': 232, 'Payment provider balance': -232 }],
    ['charge', 1234, 0, 1234, { 'Provider movements to explain': -1234, 'Payment provider balance': 1234 }],
    ['refund', -7454, 0, 0, {}],
    ['refund', -500, 0, -500, { 'Provider movements to explain': 500, 'Payment provider balance': -500 }],
    ['dispute', -7454, 1500, 0, { 'Dispute fees': 1500, 'Payment provider balance': -1500 }],
    ['payout', -10_000, 0, 0, { 'Bank account': 10_000, 'Payment provider balance': -10_000 }],
    ['fee', -200, 0, 0, { 'Payment fees': 200, 'Payment provider balance': -200 }],
    ['held', -900, 0, 0, { 'Reserve held by the payment provider': 900, 'Payment provider balance': -900 }],
    ['other', 300, 0, 0, { 'Provider movements to explain': -300, 'Payment provider balance': 300 }],
  ])('book a %s movement of %d at the provider', (kind, amountCents, feeCents, restCents, booked) => {
    const movement = { id: 'txn', kind, amountCents, feeCents, restCents, at: at('2026-12-05') }
    expect(balances(entriesOfMovement(movement))).toEqual(booked)
  })

  it.each([
    ['cash', 'Cash on hand'],
    ['check', 'Checks to deposit'],
    ['transfer', 'Bank account'],
  ] as const)('receive and refund %s in its own account', (paidBy, account) => {
    expect(balances(entriesOfPayment(payment({ paidBy })))).toMatchObject({ [account]: 7454 })
    const failed = refund({ moves: [{ kind: 'failed', at: at('2026-12-09') }], tries: [] })
    const boxes = [box({ voidedAt: at('2026-12-05') })]
    failed.moves.push({ kind: 'settled', at: at('2026-12-12') })
    expect(balances(entriesOfPayment(payment({ paidBy, boxes, refunds: [failed] })))).toEqual({})
  })

  it('owe no belt after a lost dispute, and hold tax without a state aside', () => {
    const lost = payment({
      boxes: [box({ voidedAt: at('2026-12-05'), voidedBy: 'chargeback' })],
      shipState: null,
    })
    expect(balances(entriesOfPayment(lost))).toEqual({
      'Payment provider balance': 7454,
      'Chargebacks lost': -6950,
      'Sales tax payable': -504,
    })
  })

  it('owe no tax on what never left, and earn nothing by a loss that store credit paid in part', () => {
    const lost = payment({
      ...{ amountCents: 2950, creditCents: 4000, taxCents: 214 },
      boxes: [box({ voidedAt: at('2026-12-05'), voidedBy: 'chargeback', creditCents: 4000 })],
      lostTaxes: [{ taxCents: 214, at: at('2026-12-05'), undoneAt: null }],
    })
    const changes = [{ status: 'lost' as const, amountCents: 3164, at: at('2026-12-05') }]
    const line = { reference: 'cr', amountCents: 4000, reason: 'unshipped', createdAt: at('2026-12-05') }
    const spent = { ...line, amountCents: -4000, reason: 'renewal' }
    expect(
      balances([
        ...entriesOfPayment(lost),
        ...entriesOfDispute({ id: 'du', changes }),
        ...entriesOfCredit(line),
        ...entriesOfCredit(spent),
      ]),
    ).toEqual({})
  })
})
