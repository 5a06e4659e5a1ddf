import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, beltVariants, boxes, exchanges, memberships, outbox } from '../../../db/schema.ts'
import { signIn } from '../../../test/admin.ts'
import { giftItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { sentBelt } from '../../../test/sent-belt.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import { fileExchanges } from '../../exchanges/file-exchanges.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const list = async (admin: Awaited<ReturnType<typeof signIn>>, state = 'open') =>
  (await admin.get(`/api/admin/exchanges?state=${state}`)).body

describe('exchanges in the admin', () => {
  it('are listed with their deadlines, received, shipped and logged', async () => {
    const { box } = await sentBelt(test)
    const admin = await signIn(test)
    const { id } = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    const [row] = (await list(admin)).exchanges
    expect(row).toMatchObject({
      id,
      state: 'requested',
      acts: ['receive', 'change', 'cancel'],
      isLate: false,
    })
    expect(row.wanted).toMatch(/, size 38$/)
    // The owner counts the shelf, and it's empty; once packed, the belt is in the box.
    const { db } = test.shop
    const [made] = await db.select().from(exchanges).where(eq(exchanges.id, id))
    const isIts = eq(boxes.id, made!.replacementBoxId!)
    const [kept] = await db.select().from(boxes).where(isIts)
    const isPiece = and(eq(beltVariants.productId, kept!.productId!), eq(beltVariants.size, '38'))
    const isGone = async () => (await list(admin)).exchanges[0].isGone
    expect(await isGone()).toBe(false)
    await db.update(beltVariants).set({ stock: 0 }).where(isPiece)
    expect(await isGone()).toBe(true)
    await db.update(boxes).set({ state: 'packed', packedAt: test.clock.now() }).where(isIts)
    expect(await isGone()).toBe(false)
    const { state, packedAt } = kept!
    await db.update(boxes).set({ state, packedAt }).where(isIts)
    await db.update(beltVariants).set({ stock: 20 }).where(isPiece)
    test.clock.advance(60_000)
    await admin.post(`/api/admin/exchanges/${id}/note`, { note: 'Called on Monday' })
    const packer = await signIn(test, 'packer')
    test.clock.advance(60_000)
    expect((await packer.post(`/api/admin/exchanges/${id}/receive`, { isAsNew: true })).status).toBe(200)
    test.clock.advance(8 * 24 * 60 * 60_000)
    const again = await signIn(test)
    const late = await list(again)
    expect(late).toMatchObject({ open: 1, late: 1 })
    expect(late.exchanges[0]).toMatchObject({
      isLate: true,
      acts: ['ship', 'change', 'close'],
      note: 'Called on Monday',
    })
    const shipped = await again.post(`/api/admin/exchanges/${id}/ship`, {
      trackingNumber: '9400111899223197428490',
    })
    expect(shipped.status).toBe(200)
    expect((await list(again)).open).toBe(0)
    const [done] = (await list(again, 'done')).exchanges
    expect(done).toMatchObject({ id, state: 'shipped', trackingNumber: '9400111899223197428490', acts: [] })
    const order = (await again.get(`/api/admin/orders/${done.orderId}`)).body
    const told = order.history
      .filter((event: { what: string }) => event.what.startsWith(done.number))
      .map(({ who, what }: { who: string | null; what: string }) => `${who}: ${what.slice(12)}`)
    expect(told).toEqual([
      'null: another size was asked for on the member’s page',
      'test-owner: a note was written',
      'test-packer: received, as new',
      'test-owner: replacement shipped, 9400111899223197428490',
    ])
    const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
    expect(lines.map(({ action, username }) => `${action} ${username}`).sort()).toEqual([
      'exchange.note test-owner',
      'exchange.receive test-packer',
      'exchange.ship test-owner',
    ])
  })

  it('that are open are paged oldest first, each once', async () => {
    for (const _ of [1, 2]) {
      const { box } = await sentBelt(test)
      await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'member' })
    }
    const admin = await signIn(test)
    const all = (await list(admin)).exchanges.map(({ id }: { id: string }) => id)
    expect(all.length).toBeGreaterThan(1)
    const paged: string[] = []
    for (let cursor = ''; cursor !== null && paged.length < 100; ) {
      const { body } = await admin.get(
        `/api/admin/exchanges?state=open&limit=1${cursor && `&cursor=${cursor}`}`,
      )
      paged.push(...body.exchanges.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor
    }
    expect(paged).toEqual(all)
    const [{ id, orderId }] = (await list(admin)).exchanges
    const { body } = await admin.get(`/api/admin/exchanges?state=all&orderId=${orderId}`)
    expect(
      body.exchanges.map((each: { id: string }) => each.id),
      'on its order’s page',
    ).toEqual([id])
  })

  it('never show a link that would sign someone in', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const [belt] = (await page.get('/api/account/sent-belts')).body.belts
    expect(belt.boxId).toBe(box.id)
    await test.post('/api/account/returns', { orderNumber: belt.orderNumber, email })
    const [row] = await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'exchange-link'))
    const admin = await signIn(test)
    const shown = await admin.get(`/api/admin/mails/${row!.id}`)
    expect(shown.body).toMatchObject({ content: null })
    await test.work()
  })

  it('canceled by a member or expired appear in the order’s history without a name', async () => {
    const { box } = await sentBelt(test)
    const wish = { boxId: box.id, kind: 'return', askedBy: 'guest' } as const
    const first = await requestExchange(test.shop, wish)
    test.clock.advance(60_000)
    await cancelExchange(test.shop, { exchangeId: first.id, actor: 'member' })
    test.clock.advance(60_000)
    const second = await requestExchange(test.shop, wish)
    test.clock.set('2027-01-12T15:00:00Z')
    await fileExchanges(test.shop)
    const admin = await signIn(test)
    const row = (await list(admin, 'all')).exchanges.find((each: { id: string }) => each.id === second.id)
    const order = (await admin.get(`/api/admin/orders/${row.orderId}`)).body
    const told = order.history.filter((event: { what: string }) => event.what.startsWith('R-'))
    expect(told.map(({ what }: { what: string }) => what.slice(12))).toEqual([
      'a return was asked for on the returns page',
      'canceled by the member',
      'a return was asked for on the returns page',
      'ended, the belt never came',
    ])
    expect(told.every(({ who }: { who: string | null }) => who === null)).toBe(true)
  })

  it('leave money to owner and support', async () => {
    const { box } = await sentBelt(test)
    const { id } = await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'member' })
    const packer = await signIn(test, 'packer')
    await packer.post(`/api/admin/exchanges/${id}/receive`, { isAsNew: true })
    expect((await packer.post(`/api/admin/exchanges/${id}/refund`)).status).toBe(403)
    const support = await signIn(test, 'support')
    expect((await support.post(`/api/admin/exchanges/${id}/refund`)).status).toBe(200)
  })

  it('can be started for a caller, even after 30 days, from inventory', async () => {
    const { box } = await sentBelt(test, giftItem('6-months', { size: '36', styles: ['dress'] }))
    test.clock.set('2027-06-01T15:00:00Z')
    const admin = await signIn(test)
    const offered = (await admin.get(`/api/admin/exchanges/replacements/${box.id}`)).body
    expect(offered.belts[0]).toMatchObject({ id: box.productId })
    const begun = await admin.post('/api/admin/exchanges', {
      boxId: box.id,
      kind: 'return',
      remedy: 'credit',
    })
    expect(begun.status).toBe(200)
    const [row] = (await list(admin)).exchanges
    expect(row).toMatchObject({ askedBy: 'owner', remedy: 'credit', valueCents: 5950 })
    const support = await signIn(test, 'support')
    expect((await support.post(`/api/admin/exchanges/${row.id}/receive`, { isAsNew: true })).status).toBe(200)
    expect((await support.post(`/api/admin/exchanges/${row.id}/credit`)).status).toBe(200)
    expect((await list(support, 'done')).exchanges[0]).toMatchObject({ id: row.id, state: 'credited' })

    const { box: broken } = await sentBelt(test)
    const repair = { boxId: broken.id, kind: 'damaged', remedy: 'repair', part: 'stitching' }
    expect((await admin.post('/api/admin/exchanges', repair)).status).toBe(200)
    const fixing = (await list(admin)).exchanges.find(({ boxId }: { boxId: string }) => boxId === broken.id)
    expect(fixing).toMatchObject({ state: 'requested', remedy: 'repair', claim: { part: 'stitching' } })
    expect(fixing.acts).toContain('receive')
  })

  it('give store credit only to a gift’s recipient whose email is known', async () => {
    const own = await sentBelt(test)
    const gift = await sentBelt(test, giftItem('6-months', { size: '36', styles: ['dress'] }))
    const isTheirs = eq(memberships.id, gift.membership.id)
    await test.shop.db.update(memberships).set({ memberEmail: null }).where(isTheirs)
    const admin = await signIn(test)
    for (const { box } of [own, gift]) {
      const wish = { boxId: box.id, kind: 'return', remedy: 'credit' }
      const { status, body } = await admin.post('/api/admin/exchanges', wish)
      expect([status, body.code]).toEqual([409, 'not_possible'])
    }
  })

  it('change size, are canceled, or refused with a reason, and log who did it', async () => {
    const { box, membership } = await sentBelt(test)
    const wish = { boxId: box.id, kind: 'size', size: '38', askedBy: 'member' } as const
    const support = await signIn(test, 'support')
    const first = await requestExchange(test.shop, wish)
    const other = { remedy: 'replacement', productId: box.productId!, size: '40' }
    expect((await support.post(`/api/admin/exchanges/${first.id}/change`, other)).status).toBe(200)
    const one = async (id: string) =>
      (await list(support, 'all')).exchanges.find((each: { id: string }) => each.id === id)
    expect((await one(first.id)).wanted).toMatch(/, size 40$/)
    const isReplacement = and(eq(boxes.membershipId, membership.id), eq(boxes.kind, 'replacement'))
    const [waiting, ...others] = (await test.shop.db.select().from(boxes).where(isReplacement)).filter(
      ({ state }) => state !== 'cancelled',
    )
    expect([waiting!.holdReason, others], 'it still waits for the first to come back').toEqual(['return', []])
    expect((await support.post(`/api/admin/exchanges/${first.id}/cancel`)).status).toBe(200)
    expect(await one(first.id)).toMatchObject({ state: 'cancelled', acts: [] })

    const second = await requestExchange(test.shop, wish)
    const refuse = (reason: string) => support.post(`/api/admin/exchanges/${second.id}/refuse`, { reason })
    expect((await refuse('Worn')).status).toBe(409)
    const label = (id: string) => support.post(`/api/admin/exchanges/${id}/label`)
    expect([(await label(first.id)).status, (await label(second.id)).status]).toEqual([409, 200])
    expect((await one(second.id)).acts).not.toContain('label')
    // Whether it can be sold again has to be said.
    expect((await support.post(`/api/admin/exchanges/${second.id}/receive`, {})).status).toBe(400)
    await support.post(`/api/admin/exchanges/${second.id}/receive`, { isAsNew: false })
    expect((await refuse(' ')).body.fields).toEqual({ reason: 'Say why you’re refusing it.' })
    expect((await refuse('Worn at the buckle')).status).toBe(200)
    expect(await one(second.id)).toMatchObject({ state: 'declined', note: 'Worn at the buckle' })
    const lines = await test.shop.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.entityId, [first.id, second.id]))
    expect(lines.map(({ action, username }) => `${action} ${username}`).sort()).toEqual(
      ['cancel', 'change', 'label', 'receive', 'refuse'].map((act) => `exchange.${act} test-support`),
    )
  })
})
