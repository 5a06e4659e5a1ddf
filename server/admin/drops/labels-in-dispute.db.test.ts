import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, membershipPayments } from '../../../db/schema.ts'
import { boxReference } from '../../../domain/drop.ts'
import type { SignedIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { packedDrop } from '../../../test/packed-drop.ts'
import { syncDispute } from '../../billing/sync-dispute.ts'
import type { DisputeState } from '../../shop/payment-states.ts'

// A packed box that a dispute holds comes back packed: it gets a label, and never two.

let test: TestShop
let packer: SignedIn
const minute = 60_000
beforeAll(async () => {
  test = await createTestShop()
  packer = await packedDrop(test, 3)
})
afterAll(() => test.close())

async function bankSays(intentId: string, state: DisputeState['state']) {
  const disputeId = `dp_${intentId}`
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
