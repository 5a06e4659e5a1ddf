import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  boxes,
  disputes,
  exchanges,
  membershipPayments,
  memberships,
  otherMailboxes,
  people,
  refunds,
  storeCredit,
} from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { personIdOf } from './member.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

type Sent = Awaited<ReturnType<typeof sentBelt>>
type Part = { words: string; isOver: boolean }
const lineOf = (parts: Part[]) => parts.map(({ words, isOver }) => (isOver ? `${words}!` : words)).join(', ')

async function claim(
  { box }: Sent,
  kind: 'damaged' | 'lost',
  state: 'claimed' | 'cancelled' | 'declined' = 'claimed',
) {
  const [row] = await test.shop.db
    .insert(exchanges)
    .values({
      ...{ boxId: box.id, kind, remedy: 'replacement', state, askedBy: 'member' },
      ...{ expiresAt: new Date('2027-01-01T00:00:00Z'), part: kind === 'damaged' ? 'buckle' : null },
    })
    .returning()
  return row!
}

it('adds up what someone claimed and got back under all of their addresses, on their page and exchanges', async () => {
  const { db } = test.shop
  const sent = await sentBelt(test, toCalifornia(selfItem('monthly')))
  const other = await sentBelt(test, toCalifornia(selfItem('monthly')))
  const stranger = await sentBelt(test, toCalifornia(selfItem('monthly')))
  await db.update(memberships).set({ payerEmail: sent.email }).where(eq(memberships.id, sent.membership.id))
  await db.insert(otherMailboxes).values({ email: other.email, firstEmail: sent.email, username: 'admin' })
  const owner = await signIn(test)
  const record = async ({ email }: Sent) =>
    lineOf((await owner.get(`/api/admin/people/${personIdOf(email)}`)).body.trackRecord)
  const [payment] = await db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, other.membership.id))
  const dollars = ((2 * (payment!.amountCents + payment!.taxCents)) / 100).toFixed(2)
  const clean = '0 claims, 0 lost packages, $0.00 refunded, $0.00 credit, 0 disputes, 2 addresses'
  expect(await record(sent)).toBe(`Paid $${dollars}, ${clean}`)

  await claim(sent, 'damaged', 'cancelled')
  await claim(sent, 'damaged')
  await claim(other, 'damaged', 'declined')
  const last = await claim(other, 'lost')
  await db.update(boxes).set({ trouble: 'lost', troubleAt: test.shop.now() }).where(eq(boxes.id, sent.box.id))
  await db.insert(refunds).values([
    { paymentId: payment!.id, amountCents: 1_000, status: 'succeeded' },
    { paymentId: payment!.id, amountCents: 500, status: 'failed' },
  ])
  const [wearer] = await db
    .select()
    .from(people)
    .where(eq(people.key, `email:${other.email}`))
  const credit = { personId: wearer!.id, words: 'Sorry' }
  await db.insert(storeCredit).values([
    { ...credit, amountCents: 700, reason: 'staff', reference: 'a' },
    { ...credit, amountCents: -700, reason: 'renewal', reference: 'b' },
  ])
  await db.insert(disputes).values({
    ...{ id: 'dp_1', intentId: payment!.intentId!, amountCents: 1_000, reason: 'fraudulent' },
    ...{ state: 'open', status: 'needs_response' },
  })
  const line = `Paid $${dollars}, 3 claims!, 2 lost packages!, $10.00 refunded, $7.00 credit, 1 dispute!, 2 addresses`
  expect([await record(sent), await record(other)]).toEqual([line, line])
  expect(await record(stranger)).toContain('0 claims, 0 lost')

  const rowOf = async (who: typeof owner) =>
    (await who.get('/api/admin/exchanges?state=all')).body.exchanges.find(
      ({ id }: { id: string }) => id === last.id,
    ).trackRecord
  expect(lineOf(await rowOf(owner))).toBe(line)
  expect(await rowOf(await signIn(test, 'packer')), 'it is about money').toEqual([])

  const settings = (await owner.get('/api/admin/settings')).body
  expect(settings.recordLimits).toEqual({ claims: 2, lost: 1, disputes: 0, givenPercent: 50 })
  const { shopName, supportEmail, holidays } = settings
  const limits = { claims: 3, lost: 2, disputes: 1, givenPercent: 0 }
  const saved = { shopName, supportEmail, holidays, recordLimits: limits }
  expect((await owner.patch('/api/admin/settings', saved)).status).toBe(200)
  expect(await record(sent)).toBe(
    `Paid $${dollars}, 3 claims, 2 lost packages, $10.00 refunded!, $7.00 credit!, 1 dispute, 2 addresses`,
  )
})
