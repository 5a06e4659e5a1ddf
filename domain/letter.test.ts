import { describe, expect, it } from 'vitest'
import { bounceKind, isOverBounceLimit } from './letter.ts'

describe('a bounce’s meaning', () => {
  it.each([
    ['5.1.1', '550 5.1.1 User unknown', 'hard'],
    ['5.1.10', 'Recipient not found', 'hard'],
    ['5.2.1', 'Mailbox disabled', 'hard'],
    ['', '550 No such user here', 'hard'],
    ['5.0.0', '550 mailbox unavailable', 'hard'],
    ['5.2.2', '552 5.2.2 Mailbox full', 'soft'],
    ['5.7.1', '550 5.7.1 Blocked by policy', 'soft'],
    ['', '550 Relaying denied for this user', 'soft'],
    ['', '554 Message rejected as spam', 'soft'],
    ['', '', 'soft'],
  ])('status "%s", "%s": %s', (status, words, kind) => {
    expect(bounceKind(status, words)).toBe(kind)
  })
})

it.each([
  [99, 99, false],
  [100, 1, false],
  [100, 2, true],
  [1_000, 19, false],
  [1_000, 20, true],
  [50_000, 999, false],
  [50_000, 1_000, true],
])('%d sent, %d bounced: stops is %s', (sent, bounced, stops) => {
  expect(isOverBounceLimit({ sent, bounced })).toBe(stops)
})

it.each([
  [{ sent: 100, bounced: 3 }, { sent: 50_000, bounced: 1_500 }, false],
  [{ sent: 100, bounced: 3 }, { sent: 200, bounced: 12 }, true],
  [{ sent: 1_000, bounced: 0 }, { sent: 2_000, bounced: 40 }, true],
])('a letter resumed at %j asks again at double: %j, %s', (before, now, stops) => {
  expect(isOverBounceLimit(now, before)).toBe(stops)
})

it.each(['5.1.0', '5.1.2', '5.1.3', '5.1.6', '5.4.4'])(
  'status %s means there is no such mailbox',
  (status) => {
    expect(bounceKind(status, '')).toBe('hard')
  },
)

it.each(['5.1.4', '5.1.7', '4.2.2', '5.2.3'])('status %s doesn’t mean that', (status) => {
  expect(bounceKind(status, '550 User unknown')).toBe('soft')
})
