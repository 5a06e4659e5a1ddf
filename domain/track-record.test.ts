import { expect, it } from 'vitest'
import { recordParts, type TrackRecord, usualRecordLimits } from './track-record.ts'

const none: TrackRecord = {
  ...{ paidCents: 0, claims: 0, lost: 0, refundedCents: 0, creditCents: 0, disputes: 0, addresses: 1 },
}
const line = (record: Partial<TrackRecord>, limits = usualRecordLimits) =>
  recordParts({ ...none, ...record }, limits)
    .map(({ words, isOver }) => (isOver ? `${words}!` : words))
    .join(', ')

it('says nothing of someone without belts, and counts the others', () => {
  expect(line({})).toBe('')
  expect(line({ paidCents: 6_950 })).toBe(
    'Paid $69.50, 0 claims, 0 lost packages, $0.00 refunded, $0.00 credit, 0 disputes, 1 address',
  )
})

it('is red above each limit, and not at it', () => {
  const atLimit = { paidCents: 10_000, claims: 2, lost: 1, refundedCents: 3_000, creditCents: 2_000 }
  expect(line(atLimit)).not.toContain('!')
  expect(line({ ...atLimit, claims: 3, lost: 2, creditCents: 2_001, disputes: 1, addresses: 2 })).toBe(
    'Paid $100.00, 3 claims!, 2 lost packages!, $30.00 refunded!, $20.01 credit!, 1 dispute!, 2 addresses',
  )
  expect(line({ creditCents: 100 }), 'given to someone who never paid').toContain('$1.00 credit!')
  expect(line({ paidCents: 100, claims: 1 }, { ...usualRecordLimits, claims: 0 })).toContain('1 claim!')
})
