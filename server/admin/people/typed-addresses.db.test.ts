import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships, orderItems, orders } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join } from '../../../test/members.ts'
import { personIdOf } from '../../members/member.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

it('a buyer who typed capitals keeps their order here and in the audit log after handing it over', async () => {
  const [bought] = await join(test, [selfItem('monthly')])
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, bought!.orderItemId))
  const orderId = item!.orderId
  const typed = { purchaserEmail: 'Uma.Vale@Example.com', giftSenderName: 'Uma Vale' }
  await test.shop.db.update(orders).set(typed).where(eq(orders.id, orderId))
  const heir = 'heir@example.com'
  await test.shop.db
    .update(memberships)
    .set({ payerEmail: heir, memberEmail: heir, theirsSince: test.clock.now() })
    .where(eq(memberships.id, bought!.id))
  await owner.post(`/api/admin/orders/${orderId}/notes`, { text: 'Called.' })
  const { body } = await owner.get(`/api/admin/people/${personIdOf('uma.vale@example.com')}`)
  expect(body).toMatchObject({ name: 'Uma Vale', orders: [{ id: orderId }] })
  const { lines } = (await owner.get('/api/admin/audit?about=uma.vale@example.com')).body
  expect(lines).toMatchObject([{ action: 'order.note', entityId: orderId }])
})

it('credit for an order that was bought in capitals is there for its buyer to spend', async () => {
  const [bought] = await join(test, [selfItem('monthly')])
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, bought!.orderItemId))
  await test.shop.db
    .update(orders)
    .set({ purchaserEmail: 'Ira.Lund@Example.com' })
    .where(eq(orders.id, item!.orderId))
  const path = `/api/admin/orders/${item!.orderId}/credit`
  const credit = { amountCents: 1500, reason: 'A scratch.', key: crypto.randomUUID() }
  expect((await owner.post(path, credit)).status).toBe(200)
  expect((await owner.get(path)).body).toMatchObject({ email: 'ira.lund@example.com', balanceCents: 1500 })
  const buyer = await signInMember(test, 'ira.lund@example.com')
  expect((await buyer.get('/api/account/credit')).body).toMatchObject({ isThere: true })
})
