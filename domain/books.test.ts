import { describe, expect, it } from 'vitest'
import { type Entry, entriesOfPayment, type LedgerPayment, type LedgerRefund } from './books.ts'

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
  return { id: 're', amountCents: 6950, taxCents: 504, createdAt, isByHand: false, moves: [], ...changes }
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

  it('owe the belt in full where store credit paid a part', () => {
    expect(
      balances(entriesOfPayment(payment({ amountCents: 1000, taxCents: 73, creditCents: 5950 }))),
    ).toEqual({
      'Payment provider balance': 1073,
      'Store credit': 5950,
      'Deferred revenue': -6950,
      'Sales tax payable:CA': -73,
    })
  })

  it('come to nothing where all went back before anything shipped', () => {
    const given = payment({ boxes: [box({ voidedAt: at('2026-12-05') })], refunds: [refund()] })
    expect(balances(entriesOfPayment(given))).toEqual({})
  })

  it('owe a refund that came back until somebody pays it by hand', () => {
    const failed = refund({ moves: [{ kind: 'failed', at: at('2026-12-09') }] })
    const boxes = [box({ voidedAt: at('2026-12-05') })]
    expect(balances(entriesOfPayment(payment({ boxes, refunds: [failed] })))).toEqual({
      'Payment provider balance': 7454,
      'Refunds to pay by hand': -7454,
    })
    failed.moves.push({ kind: 'retried', at: at('2026-12-10') }, { kind: 'failed', at: at('2026-12-11') })
    failed.moves.push({ kind: 'settled', at: at('2026-12-12') })
    expect(balances(entriesOfPayment(payment({ boxes, refunds: [failed] })))).toEqual({
      'Payment provider balance': 7454,
      'Bank account': -7454,
    })
  })

  it('forget a refund that was made by hand and came back', () => {
    const failed = refund({ isByHand: true, moves: [{ kind: 'failed', at: at('2026-12-09') }] })
    expect(balances(entriesOfPayment(payment({ refunds: [failed] })))).toEqual({
      'Payment provider balance': 7454,
      'Deferred revenue': -6950,
      'Sales tax payable:CA': -504,
    })
  })

  it('keep a sum that nobody expected apart until the owner decides, less what went back before', () => {
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
  })
})
