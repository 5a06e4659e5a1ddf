import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BoxState, boxMachine } from '../domain/box.ts'
import { selfItem } from '../test/carts.ts'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { join } from '../test/members.ts'
import { boxState } from './schema/states.ts'
import { boxes } from './schema.ts'

let test: TestShop
let id: string
beforeAll(async () => {
  test = await createTestShop()
  const [member] = await join(test, [selfItem('monthly')])
  const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, member!.id))
  id = box!.id
})
afterAll(() => test.close())

const put = (state: BoxState) => test.shop.db.update(boxes).set({ state }).where(eq(boxes.id, id))
const stateOf = async () => (await test.shop.db.select().from(boxes).where(eq(boxes.id, id)))[0]!.state

/** The message that the database gives, wherever the driver puts it. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${reasonOf(error.cause)}` : ''

describe('the state of a box', () => {
  it.each<[BoxState, BoxState]>([
    ['owed', 'assigned'],
    ['assigned', 'packed'],
    ['packed', 'shipped'],
    ['shipped', 'delivered'],
    ['delivered', 'returned'],
    ['delivered', 'shipped'],
    ['packed', 'held'],
    ['held', 'packed'],
    ['held', 'cancelled'],
    ['owed', 'refunded'],
    ['refunded', 'refunded'],
  ])('%s can become %s', async (from, to) => {
    await put(from)
    await test.shop.db
      .update(boxes)
      .set({ state: boxState.to(to, boxes.state) })
      .where(eq(boxes.id, id))
    expect(await stateOf()).toBe(to)
  })

  it.each<[BoxState, BoxState]>([
    ['owed', 'packed'],
    ['owed', 'shipped'],
    ['shipped', 'refunded'],
    ['delivered', 'packed'],
    ['refunded', 'owed'],
    ['cancelled', 'assigned'],
    ['returned', 'delivered'],
  ])('%s can’t become %s: the whole statement is rejected', async (from, to) => {
    await put(from)
    const write = test.shop.db.execute(
      sql`update boxes b set state = ${boxState.to(to, sql`b.state`)} where b.id = ${id}`,
    )
    expect(await write.catch(reasonOf)).toContain('boxes_state')
    expect(await stateOf()).toBe(from)
  })

  it('must be one the table knows', async () => {
    for (const state of boxMachine.states) await put(state)
    await expect(put('unheard of' as BoxState)).rejects.toThrow()
  })
})
