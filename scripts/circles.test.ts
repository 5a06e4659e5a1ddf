import { expect, it } from 'vitest'
import { circlesIn } from './circles.ts'

const ways = (all: Record<string, string[]>) =>
  new Map(Object.entries(all).map(([from, to]) => [from, new Set(to)]))

it('a circle is found however long it is, once, and without those that only lead to it', () => {
  const mails = { outbox: ['emails'], emails: ['billing'], billing: ['outbox', 'shop'] }
  expect(circlesIn(ways({ worker: ['outbox'], ...mails, members: ['staff'], staff: ['members'] }))).toEqual([
    ['billing', 'emails', 'outbox'],
    ['members', 'staff'],
  ])
  expect(circlesIn(ways({ ...mails, outbox: [] }))).toEqual([])
})
