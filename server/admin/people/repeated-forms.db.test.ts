import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join, ledgerOf } from '../../../test/members.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

it('a form changed after its first try went through says so, and does nothing more', async () => {
  const [member] = await join(test, [selfItem('monthly')])
  const askedAs = randomUUID()
  const send = (act: object) =>
    owner.post(`/api/admin/memberships/${member!.id}/acts`, { act, reason: 'Asked by phone', askedAs })
  const one = { act: 'comp', boxes: 1 }
  expect((await send(one)).status).toBe(200)
  for (const other of [{ act: 'comp', boxes: 3 }, { act: 'cancel' }, { act: 'plan', planId: '6-months' }])
    expect(await send(other)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('went through: A belt is on us.') },
    })
  expect((await send(one)).status, 'the same again').toBe(200)
  const { membership, boxes } = await ledgerOf(test, member!.id)
  expect([membership.renews, boxes.length]).toEqual([true, 2])
})

it('a form with another address or another person than on its first try says so too', async () => {
  const [member] = await join(test, [selfItem('6-months')])
  const sender = () => {
    const askedAs = randomUUID()
    return (act: object) =>
      owner.post(`/api/admin/memberships/${member!.id}/acts`, { act, reason: 'Asked by phone', askedAs })
  }
  const moved = { act: 'address', fullName: 'Maya Ellison', address: '1 Elm Street', address2: '' }
  const place = { city: 'Salem', state: 'OR', zipCode: '97301' }
  const move = sender()
  expect((await move({ ...moved, ...place })).status).toBe(200)
  expect((await move({ ...moved, ...place })).status, 'the same again').toBe(200)
  expect((await move({ ...moved, ...place, address: '11 Elm Street' })).status).toBe(409)
  const june = { act: 'hand-over', name: 'June Park', email: 'jnue@example.com' }
  const ask = sender()
  expect((await ask(june)).status).toBe(200)
  expect((await ask({ ...june, email: 'JNUE@example.com' })).status, 'the same again').toBe(200)
  expect((await ask({ ...june, email: 'june@example.com' })).status).toBe(409)
})
