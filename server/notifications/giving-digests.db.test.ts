import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenAway, users } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { sendNotices } from './send-notices.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

async function digestsOn(at: string) {
  test.clock.set(at)
  test.mails.length = 0
  for (let round = 0; round < 2; round++) await sendNotices(test.shop)
  await test.work()
  return test.mails.filter(({ kind }) => kind === 'giving-digest')
}

it('owners hear on Monday what was given away in the week before, once', async () => {
  const { db } = test.shop
  test.clock.set('2026-11-23T15:00:00Z')
  await signIn(test)
  await signIn(test, 'support')
  await db.update(users).set({ email: 'sam@example.com' }).where(eq(users.username, 'test-support'))
  await db.update(users).set({ email: 'olga@example.com' }).where(eq(users.username, 'test-owner'))
  const give = (at: string, amountCents: number, more: Partial<typeof givenAway.$inferInsert> = {}) =>
    db
      .insert(givenAway)
      .values({ username: 'test-support', kind: 'credit', amountCents, createdAt: new Date(at), ...more })
  // The shop's Sunday night before, then its Monday morning to its Sunday night: New York is five hours behind.
  await give('2026-11-23T04:59:00Z', 9_900)
  await give('2026-11-23T05:01:00Z', 4_500)
  await give('2026-11-25T15:00:00Z', 3_050)
  await give('2026-11-30T04:59:00Z', 25_000, { kind: 'refund', approvedBy: 'test-owner' })
  await give('2026-11-30T05:01:00Z', 8_800)
  const mails = await digestsOn('2026-11-30T20:00:00Z')
  const owned = mails.filter(({ to }) => to === 'olga@example.com')
  expect(owned).toHaveLength(1)
  expect(mails.map(({ to }) => to)).not.toContain('sam@example.com')
  const { text, subject } = owned[0]!
  expect(subject).toContain('$325.50')
  expect(text).toMatch(/test-support: Store credit, 2 acts.*\$75\.50/)
  expect(text).toMatch(/test-support: Refunds by hand, 1 act \(an owner agreed to \$250\.00\).*\$250\.00/)
  expect(await digestsOn('2026-12-01T20:00:00Z'), 'once a week').toEqual([])
  // Down on Monday: the next day it runs.
  expect(await digestsOn('2026-12-09T20:00:00Z')).not.toEqual([])
  expect(await digestsOn('2026-12-14T20:00:00Z'), 'nothing was given away').toEqual([])
})
