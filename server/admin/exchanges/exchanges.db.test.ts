import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, outbox } from '../../../db/schema.ts'
import { signIn } from '../../../test/admin.ts'
import { giftItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { sentBelt } from '../../../test/sent-belt.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const list = async (desk: Awaited<ReturnType<typeof signIn>>, state = 'open') =>
  (await desk.get(`/api/admin/exchanges?state=${state}`)).body

describe('the desk’s exchanges', () => {
  it('wait in a list with their clocks, are received, shipped and written down', async () => {
    const { box } = await sentBelt(test)
    const desk = await signIn(test)
    const { id } = await requestExchange(test.shop, {
      boxId: box.id,
      kind: 'size',
      size: '38',
      askedBy: 'member',
    })
    const [row] = (await list(desk)).exchanges
    expect(row).toMatchObject({ id, state: 'requested', acts: ['receive', 'cancel'], isLate: false })
    expect(row.wanted).toMatch(/, size 38$/)
    await desk.post(`/api/admin/exchanges/${id}/note`, { note: 'Called on Monday' })
    const packer = await signIn(test, 'packer')
    expect((await packer.post(`/api/admin/exchanges/${id}/receive`, { isAsNew: true })).status).toBe(200)
    test.clock.advance(8 * 24 * 60 * 60_000)
    const again = await signIn(test)
    const late = await list(again)
    expect(late).toMatchObject({ open: 1, late: 1 })
    expect(late.exchanges[0]).toMatchObject({
      isLate: true,
      acts: ['ship', 'close'],
      note: 'Called on Monday',
    })
    const shipped = await again.post(`/api/admin/exchanges/${id}/ship`, {
      trackingNumber: '1Z999AA10123456784',
    })
    expect(shipped.status).toBe(200)
    expect((await list(again)).open).toBe(0)
    const [done] = (await list(again, 'done')).exchanges
    expect(done).toMatchObject({ id, state: 'shipped', trackingNumber: '1Z999AA10123456784', acts: [] })
    const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
    expect(lines.map(({ action, username }) => `${action} ${username}`).sort()).toEqual([
      'exchange.note test-owner',
      'exchange.receive test-packer',
      'exchange.ship test-owner',
    ])
  })

  it('never show a link that lets a reader in', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const [belt] = (await page.get('/api/account/sent-belts')).body.belts
    expect(belt.boxId).toBe(box.id)
    await test.post('/api/account/returns', { orderNumber: belt.orderNumber, email })
    const [row] = await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'exchange-link'))
    const desk = await signIn(test)
    const shown = await desk.get(`/api/admin/mails/${row!.id}`)
    expect(shown.body).toMatchObject({ content: null })
    await test.work()
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

  it('begin here for who called, after the 30 days too, with what is there', async () => {
    const { box } = await sentBelt(test, giftItem('6-months', { size: '36', styles: ['dress'] }))
    test.clock.set('2027-06-01T15:00:00Z')
    const desk = await signIn(test)
    const offered = (await desk.get(`/api/admin/exchanges/replacements/${box.id}`)).body
    expect(offered.belts[0]).toMatchObject({ id: box.productId })
    const begun = await desk.post('/api/admin/exchanges', { boxId: box.id, kind: 'return', remedy: 'credit' })
    expect(begun.status).toBe(200)
    const [row] = (await list(desk)).exchanges
    expect(row).toMatchObject({ askedBy: 'owner', remedy: 'credit', valueCents: 5950 })
  })
})
