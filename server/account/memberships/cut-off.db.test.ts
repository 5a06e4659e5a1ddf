import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drops, memberships } from '../../../db/schema.ts'
import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import type { MembershipView } from '../../../domain/membership-view.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join, ledgerOf } from '../../../test/members.ts'

// A separate shop for each place, since its clock’s days differ.
describe.each([
  ['America/New_York', '2026-12-01T04:59:59.999Z', '2026-12-01T05:00:00Z'],
  ['Pacific/Auckland', '2026-11-30T10:59:59.999Z', '2026-11-30T11:00:00Z'],
])('the cutoff in %s', (zone, last, first) => {
  let there: TestShop
  beforeAll(async () => {
    there = await createTestShop({ env: { SHOP_TIME_ZONE: zone } })
  })
  afterAll(() => there.close())

  it('is the end of the month by the shop’s clock', async () => {
    there.clock.set('2026-11-21T15:00:00Z')
    const [own] = await join(there, [selfItem('6-months')])
    const reader = await signInMember(there, 'maya@example.com')
    const next = async () => (await reader.get('/api/account')).body.memberships[0].next
    there.clock.set(last)
    expect(await next()).toMatchObject({ drop: '2026-12', changeUntil: '2026-11-30' })
    there.clock.set(first)
    expect(await next()).toMatchObject({ drop: '2027-01', changeUntil: '2026-12-31' })
    const late = await reader.post(`/api/account/memberships/${own!.id}/skip`, { drop: '2026-12' })
    expect(late).toMatchObject({ status: 409, body: { code: 'not_possible' } })
  })

  it('and the charges handle short months and leap day', async () => {
    there.clock.set('2028-01-31T12:00:00Z')
    const [own] = await join(there, [selfItem('monthly')])
    const reader = await signInMember(there, 'maya@example.com')
    const find = ({ body }: { body: { memberships: MembershipView[] } }) =>
      body.memberships.find(({ id }) => id === own!.id)!
    const view = find(await reader.get('/api/account'))
    const isNextDay = zone === 'Pacific/Auckland'
    expect(view.next?.drop).toBe(isNextDay ? '2028-03' : '2028-02')
    expect(view.next?.changeUntil).toBe(isNextDay ? '2028-02-29' : '2028-01-31')
    expect(view.money?.nextChargeOn).toBe(isNextDay ? '2028-03-01' : '2028-02-29')
    const [row] = await there.shop.db.select().from(memberships).where(eq(memberships.id, own!.id))
    expect(view.taste?.skip?.nextChargeOn).toBe(isNextDay ? '2028-04-01' : '2028-03-31')
    expect(row?.paidUntil).toBe(view.money?.nextChargeOn)
  })

  it('follows the owner’s earlier or later date', async () => {
    there.clock.set('2029-04-20T12:00:00Z')
    const cart = [
      selfItem('6-months', { shippingDetails: { ...selfItem().shippingDetails!, city: 'Salem' } }),
    ]
    const [own] = await join(there, cart)
    const reader = await signInMember(there, 'maya@example.com')
    const next = async () =>
      (await reader.get('/api/account')).body.memberships.find(({ id }: { id: string }) => id === own!.id)
        .next
    const skip = (drop: string) => reader.post(`/api/account/memberships/${own!.id}/skip`, { drop })
    const endOf = (day: string) => new Date(instantAt(addDays(day, 1), 0, zone).getTime() - 1)
    await there.shop.db.insert(drops).values([
      { drop: '2029-05', cutOffAt: endOf('2029-04-19'), shipBy: '2029-05-03' },
      { drop: '2029-06', cutOffAt: endOf('2029-06-02'), shipBy: '2029-06-09' },
    ])
    // One payment in its last moment, and one a moment later.
    for (const [after, drop] of [
      [0, '2029-05'],
      [1, '2029-06'],
    ] as const) {
      there.clock.set(new Date(endOf('2029-04-19').getTime() + after).toISOString())
      const [bought] = await join(there, [selfItem('monthly')])
      expect((await ledgerOf(there, bought!.id)).drops).toEqual([drop])
    }
    there.clock.set('2029-04-20T12:00:00Z')
    expect(await next()).toMatchObject({ drop: '2029-06', changeUntil: '2029-06-02', shipBy: '2029-06-09' })
    expect((await skip('2029-05')).status).toBe(409)
    there.clock.set('2029-06-02T10:00:00Z')
    expect((await skip('2029-06')).status).toBe(200)
    expect(await next()).toMatchObject({ drop: '2029-07', changeUntil: '2029-06-30' })
  })
})
