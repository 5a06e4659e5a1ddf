import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  exchangePhotos,
  exchanges,
  orderItems,
  otherMailboxes,
  refunds,
  storeCredit,
} from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { fileExchanges } from './file-exchanges.ts'

// However many belts one price turns into, no more than that price is given, and from the second claim on a person decides.

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
})
afterAll(() => test.close())

const monthly = () => toCalifornia(selfItem('monthly'))

/** Someone with one sent belt, and what they and the owner can do with it. */
async function bought(item: CartItem = monthly()) {
  const { db } = test.shop
  const sent = await sentBelt(test, item)
  await db.update(beltVariants).set({ stock: 20 })
  const [page, staff] = [await signInMember(test, sent.email), await signIn(test)]
  const [line] = await db.select().from(orderItems).where(eq(orderItems.id, sent.membership.orderItemId))
  const act = (id: string, what: string, body: object = {}) =>
    staff.post(`/api/admin/exchanges/${id}/${what}`, body)
  const claim = async (boxId: string, body: object = { kind: 'damaged' }) => {
    const { status, body: told } = await page.post(`/api/account/sent-belts/${boxId}/exchange`, body)
    expect(status, JSON.stringify(told)).toBe(200)
    return told.belt.exchange as { id: string; state: string }
  }
  /** Ships what replaces a belt, and delivers it. */
  const ship = async (id: string) => {
    expect((await act(id, 'ship', { trackingNumber: '' })).status).toBe(200)
    const [exchange] = await db.select().from(exchanges).where(eq(exchanges.id, id))
    const boxId = exchange!.replacementBoxId!
    await db
      .update(boxes)
      .set({ state: 'delivered', deliveredAt: test.shop.now() })
      .where(eq(boxes.id, boxId))
    return boxId
  }
  const orderId = line!.orderId
  const giveBack = async (totalCents: number) =>
    staff.post(`/api/admin/orders/${orderId}/give-back`, {
      ...{ totalCents, isWhole: false, reason: 'Sorry', key: crypto.randomUUID() },
    })
  /** Money and credit given, in cents before tax. */
  const given = async () => {
    const made = await db.select().from(refunds).where(eq(refunds.paymentId, sent.box.paymentId!))
    const credit = await db.select().from(storeCredit).where(eq(storeCredit.personId, sent.box.personId))
    return [...made, ...credit].reduce((sum, { amountCents }) => sum + amountCents, 0)
  }
  return { ...sent, page, staff, orderId, act, claim, ship, giveBack, given }
}

async function returned({ claim, act }: Awaited<ReturnType<typeof bought>>, boxId: string) {
  const { id } = await claim(boxId, { kind: 'return' })
  expect((await act(id, 'receive', { isAsNew: true })).status).toBe(200)
  return id
}

describe('a belt claimed as damaged again and again', () => {
  it('is decided by a person from the second time on, and isn’t refunded beyond what was paid less what was kept', async () => {
    const them = await bought()
    const { claim, act, ship, staff } = them
    const first = await claim(them.box.id)
    expect(first.state, 'the first is replaced right away').toBe('requested')
    let boxId = await ship(first.id)
    for (let time = 2; time <= 4; time++) {
      const next = await claim(boxId)
      expect(next.state, `claim ${time}`).toBe('claimed')
      expect((await act(next.id, 'ship', { trackingNumber: '' })).status).toBe(409)
      expect((await act(next.id, 'decide', { remedy: 'replacement' })).status).toBe(200)
      boxId = await ship(next.id)
    }
    const last = await returned(them, boxId)
    const refused = await act(last, 'refund')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('They kept $69.50')])
    expect((await them.giveBack(7454)).status, 'nor at the desk').toBe(409)
    expect((await staff.get(`/api/admin/orders/${them.orderId}/give-back`)).body.leftCents).toBe(0)
    expect(await them.given()).toBe(0)
  })

  it('counts nothing if it’s the first and a picture shows it, so its replacement is refunded in full when it comes back', async () => {
    const them = await bought()
    const { claim, ship, act } = them
    const first = await claim(them.box.id)
    await test.shop.db.insert(exchangePhotos).values({
      ...{ boxId: them.box.id, exchangeId: first.id, email: them.email },
      content: Buffer.from('a picture'),
    })
    const last = await returned(them, await ship(first.id))
    expect((await act(last, 'refund')).status).toBe(200)
    expect(await them.given()).toBe(6950)
  })

  it('but only the first: from the second on, what they kept counts, pictures or not', async () => {
    const them = await bought()
    const { claim, ship, act } = them
    let boxId = them.box.id
    for (let time = 1; time <= 2; time++) {
      const { id, state } = await claim(boxId)
      await test.shop.db.insert(exchangePhotos).values({
        ...{ boxId, exchangeId: id, email: them.email },
        content: Buffer.from('a picture'),
      })
      if (state === 'claimed') expect((await act(id, 'decide', { remedy: 'replacement' })).status).toBe(200)
      boxId = await ship(id)
    }
    const last = await returned(them, boxId)
    expect((await act(last, 'refund')).status).toBe(409)
    expect(await them.given()).toBe(0)
  })

  it('counts every belt of a person, under any of their addresses', async () => {
    const [one, other] = [await bought(), await bought()]
    await one.claim(one.box.id)
    const { createdAt, ...joined } = { firstEmail: one.email, username: 'Ana', createdAt: test.shop.now() }
    await test.shop.db.insert(otherMailboxes).values({ email: other.email, ...joined, createdAt })
    expect((await other.claim(other.box.id)).state).toBe('claimed')
    const { db } = test.shop
    expect(
      await db.$count(exchanges, and(eq(exchanges.boxId, other.box.id), eq(exchanges.state, 'claimed'))),
    ).toBe(1)
  })

  it('starts over when its member took the claim back', async () => {
    const { claim, page, box } = await bought()
    const { id } = await claim(box.id)
    await page.post(`/api/account/exchanges/${id}/cancel`)
    expect((await claim(box.id)).state).toBe('requested')
  })
})

describe('lost, damaged, returned and credited together', () => {
  it('a belt lost by its member’s word, replaced, and the other one sent back, has no money left', async () => {
    const them = await bought()
    const lost = await them.claim(them.box.id, { kind: 'lost' })
    const last = await returned(them, await them.ship(lost.id))
    expect((await them.act(last, 'refund')).status).toBe(409)
    expect(await them.given()).toBe(0)
  })

  it('one its carrier lost was never kept, so the other one is refunded in full', async () => {
    const them = await bought()
    const gone = { state: 'shipped' as const, deliveredAt: null, trouble: 'lost' as const }
    await test.shop.db.update(boxes).set(gone).where(eq(boxes.id, them.box.id))
    const lost = await them.claim(them.box.id, { kind: 'lost' })
    const last = await returned(them, await them.ship(lost.id))
    expect((await them.act(last, 'refund')).status).toBe(200)
    expect(await them.given()).toBe(6950)
  })

  it('a second claim that its carrier proves waits for a person, too', async () => {
    const them = await bought()
    const boxId = await them.ship((await them.claim(them.box.id)).id)
    const gone = { state: 'shipped' as const, deliveredAt: null, trouble: 'lost' as const }
    await test.shop.db.update(boxes).set(gone).where(eq(boxes.id, boxId))
    const lost = await them.claim(boxId, { kind: 'lost', remedy: 'refund' })
    await fileExchanges(test.shop)
    expect([lost.state, await them.given()]).toEqual(['claimed', 0])
    const refused = await them.act(lost.id, 'decide', { remedy: 'refund' })
    expect([refused.status, await them.given()]).toEqual([409, 0])
    expect((await them.act(lost.id, 'decline', { reason: 'We sent two.' })).status).toBe(200)
  })

  it('a claim after the money went back waits for a person', async () => {
    const them = await bought()
    expect((await them.giveBack(7454)).status).toBe(200)
    expect((await them.claim(them.box.id)).state).toBe('claimed')
  })

  it('money goes back at the desk only for what isn’t kept', async () => {
    const them = await bought()
    await them.claim(them.box.id)
    expect((await them.giveBack(100)).status).toBe(409)
  })

  it('credit that staff gave counts as given', async () => {
    const them = await bought()
    const give = { amountCents: 2000, reason: 'Late', key: crypto.randomUUID() }
    expect((await them.staff.post(`/api/admin/orders/${them.orderId}/credit`, give)).status).toBe(200)
    const last = await returned(them, them.box.id)
    expect((await them.act(last, 'refund')).status).toBe(200)
    const [made] = await test.shop.db.select().from(refunds).where(eq(refunds.paymentId, them.box.paymentId!))
    expect(made!.amountCents).toBe(4950)
  })

  it('a gift’s recipient gets no credit for belts they kept, nor its giver the money', async () => {
    const them = await bought(giftItem('monthly', { size: '36', styles: ['dress'] }))
    const boxId = await them.ship((await them.claim(them.box.id)).id)
    const { id } = await them.claim(boxId, { kind: 'return', remedy: 'credit' })
    await them.act(id, 'receive', { isAsNew: true })
    expect((await them.act(id, 'credit')).status).toBe(409)
    expect((await them.giveBack(100)).status).toBe(409)
    expect(await them.given()).toBe(0)
  })
})

describe('a belt that staff judge to be worth less', () => {
  it('leaves the rest of its price to be refunded', async () => {
    const them = await bought()
    const boxId = await them.ship((await them.claim(them.box.id)).id)
    const last = await returned(them, boxId)
    const [kept] = await test.shop.db
      .select()
      .from(exchanges)
      .where(eq(exchanges.boxId, them.box.id))
      .orderBy(desc(exchanges.createdAt))
    const judge = { worthCents: 2000, reason: 'The strap is torn' }
    expect((await them.act(kept!.id, 'judge', judge)).status).toBe(200)
    expect((await them.act(last, 'refund')).status).toBe(200)
    expect(await them.given()).toBe(4950)
  })
})
