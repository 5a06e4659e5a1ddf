import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../../db/database.ts'
import {
  beltVariants,
  boxes,
  disputes,
  drops,
  membershipPayments,
  orders,
  products,
} from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'
import { refundBoxes } from '../../billing/refund-boxes.ts'
import { releasePromises } from '../../curation/inventory.ts'
import { lastLabelsAt } from './export-labels.ts'

// On the embedded database one transaction follows the other.
describe.runIf(inject('databaseKind') === 'postgres')('packing beside who counts the shelf', () => {
  let test: TestShop
  let owner: SignedIn
  let packer: Awaited<ReturnType<typeof signIn>>
  let beltId: string
  const path = '/api/admin/drops/2026-12'
  beforeAll(async () => {
    test = await createTestShop({ connections: 10 })
    owner = await signIn(test)
    packer = await signIn(test, 'packer')
    for (const name of ['maya', 'ines', 'lena']) {
      const shippingDetails = { ...selfItem().shippingDetails!, email: `${name}@example.com` }
      await join(test, [selfItem('monthly', { shippingDetails })])
    }
    const [belt] = await test.shop.db.select().from(products).where(eq(products.gender, 'male')).limit(1)
    beltId = belt!.id
    await test.shop.db.update(boxes).set({ state: 'assigned', productId: beltId, size: '36' })
    await test.shop.db.update(beltVariants).set({ stock: 10 })
  })
  afterAll(() => test.close())

  const somebodyWaits = (number = 1) =>
    vi.waitFor(async () => {
      const rows = await rowsOf<{ pid: number }>(
        test.shop.db,
        sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(number)
    }, 60_000)

  /** Sets the stock as set-stock.ts does, and begins something else between its two halves. */
  async function countWhile(stock: number, begin: () => Promise<{ status: number }>, status = 200) {
    const piece = and(eq(beltVariants.productId, beltId), eq(beltVariants.size, '36'))
    let begun: Promise<{ status: number }> | undefined
    await test.shop.db.transaction(async (tx) => {
      await tx.update(beltVariants).set({ stock }).where(piece)
      begun = begin()
      await somebodyWaits()
      await releasePromises(tx, test.shop, { beltId, size: '36', stock })
    })
    expect((await begun)?.status).toBe(status)
    const [variant] = await test.shop.db.select().from(beltVariants).where(piece)
    return variant!.stock
  }
  const stateOf = async () =>
    (await test.shop.db.select({ state: boxes.state }).from(boxes)).map(({ state }) => state).sort()

  it('waits for them, and packs what is left', async () => {
    expect(await countWhile(2, () => owner.post(`${path}/pack`))).toBe(0)
    expect(await stateOf()).toEqual(['owed', 'packed', 'packed'])
  })

  it('and unpacking waits too', async () => {
    expect(await countWhile(5, () => owner.post(`${path}/unpack`, {}))).toBe(7)
    expect(await stateOf()).toEqual(['assigned', 'assigned', 'owed'])
  })

  it('and a manual choice waits too, and learns that the last belt is taken', async () => {
    const assigned = await test.shop.db
      .select()
      .from(boxes)
      .where(eq(boxes.state, 'assigned'))
      .orderBy(boxes.id)
    const choose = () => owner.post(`/api/admin/boxes/${assigned.at(-1)!.id}/belt`, { beltId })
    expect(await countWhile(1, choose, 409)).toBe(1)
    expect(await stateOf()).toEqual(['assigned', 'owed', 'owed'])
  })

  it('a box being packed isn’t refunded too', async () => {
    const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.state, 'assigned'))
    const { id, membershipId } = box!
    let refund: Promise<unknown> | undefined
    await test.shop.db.transaction(async (tx) => {
      await tx.update(boxes).set({ state: 'packed', packedAt: test.clock.now() }).where(eq(boxes.id, id))
      refund = refundBoxes(test.shop, { membershipId }).catch((error: unknown) => error)
      await somebodyWaits()
    })
    expect(await refund).toMatchObject({ code: 'not_possible' })
    const [after] = await test.shop.db.select().from(boxes).where(eq(boxes.id, id))
    expect(after).toMatchObject({ state: 'packed', refundId: null })
  })

  it('boxes being shipped aren’t unpacked too', async () => {
    await test.shop.db.update(boxes).set({ state: 'packed', packedAt: test.clock.now() })
    let begun: Promise<{ status: number; body: { unpacked: number } }> | undefined
    await test.shop.db.transaction(async (tx) => {
      // The drop first, then its boxes, in the same order as shipping.
      await tx.select().from(drops).where(eq(drops.drop, '2026-12')).for('update')
      begun = owner.post(`${path}/unpack`, {})
      await somebodyWaits()
      await tx.update(boxes).set({ state: 'shipped', shippedAt: test.clock.now() })
    })
    expect((await begun)?.body).toEqual({ unpacked: 0 })
    expect(new Set(await stateOf())).toEqual(new Set(['shipped']))
  })

  const filed = async (answer: Response) => (await answer.text()).trim().split('\n').length - 1
  // Packers aren't asked for their password.
  const labels = async (which: 'new' | 'all') =>
    packer.request('GET', `${path}/labels.csv?weight=12&which=${which}`)

  it('two people who ask for the new labels at once don’t both get them', async () => {
    const packed = { state: 'packed', productId: beltId, size: '36', packedAt: test.clock.now() } as const
    await test.shop.db.update(boxes).set(packed)
    test.clock.advance(60_000)
    let begun: Promise<Response>[] = []
    await test.shop.db.transaction(async (tx) => {
      await tx.select().from(drops).where(eq(drops.drop, '2026-12')).for('update')
      begun = [labels('new'), labels('new')]
      await somebodyWaits(2)
    })
    const files = await Promise.all((await Promise.all(begun)).map(filed))
    expect(files.sort()).toEqual([0, 3])
  })

  it('a box packed while a label file is being read is in the next file only', async () => {
    const [late] = await test.shop.db.select().from(boxes).limit(1)
    await test.shop.db.update(boxes).set({ state: 'assigned', packedAt: null }).where(eq(boxes.id, late!.id))
    let begun: Promise<Response> | undefined
    await test.shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${boxes} in access exclusive mode`)
      begun = labels('all')
      await somebodyWaits()
      test.clock.advance(60_000)
      await tx
        .update(boxes)
        .set({ state: 'packed', packedAt: test.clock.now() })
        .where(eq(boxes.id, late!.id))
    })
    expect(await filed(await begun!)).toBe(2)
    test.clock.advance(60_000)
    expect(await filed(await labels('new'))).toBe(1)
    expect(await lastLabelsAt(test.shop.db, '2027-01'), 'a file of another drop').toBeNull()
    await test.shop.db.update(boxes).set({ state: 'shipped', shippedAt: test.clock.now() })
  })

  it('a box that a dispute holds while a label file is being read is in that file', async () => {
    const [held] = await test.shop.db.select().from(boxes).limit(1)
    const isIt = eq(boxes.id, held!.id)
    const [payment] = await test.shop.db
      .select()
      .from(membershipPayments)
      .where(eq(membershipPayments.id, held!.paymentId!))
    const packed = { state: 'packed', packedAt: test.clock.now(), shippedAt: null } as const
    await test.shop.db.update(boxes).set({ state: 'assigned' }).where(isIt)
    await test.shop.db.update(boxes).set(packed).where(isIt)
    test.clock.advance(60_000)
    let begun: Promise<Response> | undefined
    await test.shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${boxes} in access exclusive mode`)
      begun = labels('all')
      await somebodyWaits()
      test.clock.advance(60_000)
      const { intentId } = payment!
      const asked = {
        amountCents: 6950,
        reason: 'fraudulent',
        state: 'open',
        createdAt: test.clock.now(),
      } as const
      await tx.insert(disputes).values({ id: 'dp_late', intentId: intentId!, ...asked })
      await tx.update(boxes).set({ state: 'held', holdReason: 'dispute' }).where(isIt)
    })
    expect(await filed(await begun!)).toBe(1)
    // One that was held before isn't.
    test.clock.advance(60_000)
    expect(await filed(await labels('all'))).toBe(0)
    await test.shop.db.delete(disputes)
    await test.shop.db.update(boxes).set({ state: 'packed', holdReason: null }).where(isIt)
    await test.shop.db.update(boxes).set({ state: 'shipped', shippedAt: test.clock.now() }).where(isIt)
  })

  it('a purchase written while its month moves goes with it', async () => {
    const shippingDetails = { ...selfItem().shippingDetails!, email: 'nora@example.com' }
    const [member] = await join(test, [selfItem('monthly', { shippingDetails })])
    const own = eq(boxes.membershipId, member!.id)
    await test.shop.db.update(boxes).set({ drop: '2027-06' }).where(own)
    const { body } = await owner.post(`${path}/change`, { kind: 'month', months: 1, words: 'Late.' })
    let begun: Promise<{ status: number }> | undefined
    await test.shop.db.transaction(async (tx) => {
      await tx.update(orders).set({ status: 'processing' })
      await tx.update(boxes).set({ drop: '2026-12' }).where(own)
      begun = owner.post(`${path}/move-some`, { noticeId: body.noticeId })
      await somebodyWaits()
    })
    expect((await begun)?.status).toBe(200)
    expect(await test.shop.db.select({ drop: boxes.drop }).from(boxes).where(own)).toEqual([
      { drop: '2027-01' },
    ])
  })
})
