import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../../db/database.ts'
import { boxes, membershipPayments, memberships } from '../../../db/schema.ts'
import { boxReference } from '../../../domain/drop.ts'
import type { SignedIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { packedDrop } from '../../../test/packed-drop.ts'
import { syncDispute } from '../../billing/sync-dispute.ts'
import type { DisputeState } from '../../shop/payment-states.ts'

// A packed box that a dispute holds comes back packed: it gets a label, and never two.

let test: TestShop
let packer: SignedIn
const minute = 60_000
beforeAll(async () => {
  test = await createTestShop({ connections: 10 })
  packer = await packedDrop(test, 3)
})
afterAll(() => test.close())

let asked = 0
async function bankSays(intentId: string, state: DisputeState['state']) {
  // Each time that the bank asks is a dispute of its own.
  if (state === 'open') asked++
  const disputeId = `dp_${asked}`
  const why = { amountCents: 6950, reason: 'fraudulent', dueBy: null, answer: null }
  const answer = { disputeId, intentId, state, ...why }
  test.shop.payments = { ...test.shop.payments, fetchDispute: async () => answer }
  await syncDispute(test.shop, disputeId)
  test.clock.advance(minute)
}
const newLabels = async () => {
  const reply = await packer.request('GET', '/api/admin/drops/2026-12/labels.csv?weight=12&which=new')
  const text = await reply.text()
  test.clock.advance(minute)
  return (reference: string) => text.includes(reference)
}
const paidBoxes = () =>
  test.shop.db
    .select({ id: boxes.id, intentId: membershipPayments.intentId })
    .from(boxes)
    .innerJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .where(eq(boxes.state, 'packed'))
    .orderBy(boxes.id)

it('is in the next file of new labels if a file was made while the bank looked into it', async () => {
  test.clock.advance(minute)
  const [one] = await paidBoxes()
  await bankSays(one!.intentId!, 'open')
  expect((await newLabels())(boxReference(one!.id))).toBe(false)
  await bankSays(one!.intentId!, 'won')
  expect((await packer.get('/api/admin/drops/2026-12/pack')).body.unlabelled).toBe(1)
  expect((await newLabels())(boxReference(one!.id))).toBe(true)
  expect((await newLabels())(boxReference(one!.id))).toBe(false)
})

it('isn’t in another file if it had its label before, whatever files were made meanwhile', async () => {
  const [, other] = await paidBoxes()
  await bankSays(other!.intentId!, 'open')
  await newLabels()
  await bankSays(other!.intentId!, 'won')
  expect((await newLabels())(boxReference(other!.id))).toBe(false)
})

it('stays as it was packed, whatever size its member chooses meanwhile', async () => {
  const [, , third] = await paidBoxes()
  const boxNow = async () => (await test.shop.db.select().from(boxes).where(eq(boxes.id, third!.id)))[0]!
  const packed = await boxNow()
  await bankSays(third!.intentId!, 'open')
  const [membership] = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.id, packed.membershipId))
  const member = await signInMember(test, membership!.payerEmail!)
  const changed = await member.post(`/api/account/memberships/${membership!.id}/size`, { size: '40' })
  expect(changed.status).toBe(200)
  await bankSays(third!.intentId!, 'won')
  const { state, size, productId } = await boxNow()
  expect({ state, size, productId }).toEqual({ state: 'packed', size: '36', productId: packed.productId })
})

// On the embedded database one transaction follows the other.
const onServer = it.runIf(inject('databaseKind') === 'postgres')

/** Begins the bank's word, which another transaction delays, then asks for the new labels, and lets both finish. */
async function fileWhile(box: { id: string; intentId: string | null }, state: DisputeState['state']) {
  let said: Promise<void> | undefined
  let filed: ReturnType<typeof newLabels> | undefined
  await test.shop.db.transaction(async (tx) => {
    await tx.select().from(boxes).where(eq(boxes.id, box.id)).for('update')
    said = bankSays(box.intentId!, state)
    await somebodyWaits(1)
    test.clock.advance(minute)
    filed = newLabels()
    await Promise.race([filed, somebodyWaits(2)])
  })
  await said
  return (await filed!)(boxReference(box.id))
}
const somebodyWaits = (number: number) =>
  vi.waitFor(async () => {
    const rows = await rowsOf<{ pid: number }>(
      test.shop.db,
      sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(number)
  }, 5_000)

onServer('is in one file only if the bank asks while a file is made', async () => {
  const [one] = await paidBoxes()
  await test.shop.db.update(boxes).set({ packedAt: test.clock.now() }).where(eq(boxes.id, one!.id))
  test.clock.advance(minute)
  const before = await fileWhile(one!, 'open')
  await bankSays(one!.intentId!, 'won')
  const after = (await newLabels())(boxReference(one!.id))
  expect([before, after].filter(Boolean)).toHaveLength(1)
})

onServer('is in one file only if the bank decides while a file is made', async () => {
  const [one] = await paidBoxes()
  await test.shop.db.update(boxes).set({ packedAt: test.clock.now() }).where(eq(boxes.id, one!.id))
  await bankSays(one!.intentId!, 'open')
  const before = await fileWhile(one!, 'won')
  const after = (await newLabels())(boxReference(one!.id))
  expect([before, after].filter(Boolean)).toHaveLength(1)
})
