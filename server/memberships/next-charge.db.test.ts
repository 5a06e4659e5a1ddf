import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { membershipPayments, memberships, people, storeCredit } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { endMembers, join, ledgerOf } from '../../test/members.ts'
import { nextCharge, readNextCharge } from './next-charge.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
})
afterAll(() => test.close())

describe('the next charge', () => {
  it('in a notice has the tax of the last payment, not the first, while the provider is away', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { id } = member!
    await test.shop.db
      .update(membershipPayments)
      .set({ taxCents: 695 })
      .where(eq(membershipPayments.membershipId, id))
    const later = { membershipId: id, reference: 'later', amountCents: 6950, taxCents: 139, boxCount: 1 }
    await test.shop.db.insert(membershipPayments).values([
      { ...later, paidAt: new Date('2026-12-21T15:00:00Z') },
      // A free month says nothing about tax.
      {
        ...later,
        ...{ reference: 'free', amountCents: 0, taxCents: 0 },
        paidAt: new Date('2026-12-22T15:00:00Z'),
      },
    ])
    await test.shop.db.update(memberships).set({ paidUntil: '2027-01-21' }).where(eq(memberships.id, id))
    const { membership } = await ledgerOf(test, id)
    const away = async () => {
      throw new ShopError('payments_unavailable', 'The provider is away.')
    }
    const payments = new Proxy(test.shop.payments, {
      get: (all, name) => (name === 'previewCharge' ? away : Reflect.get(all, name)),
    })
    expect(await readNextCharge({ ...test.shop, payments }, membership)).toMatchObject({
      amountCents: 6950,
      taxCents: 139,
    })
  })

  it('in a notice is taxed on what store credit leaves to pay', async () => {
    const [member] = await join(test, [toCalifornia(selfItem('monthly'))])
    const { membership } = await ledgerOf(test, member!.id)
    const whole = (await readNextCharge(test.shop, membership))!
    const credit = { personId: member!.personId, reason: 'staff' as const, reference: 'half' }
    await test.shop.db
      .insert(storeCredit)
      .values({ ...credit, amountCents: 3475, createdAt: test.clock.now() })
    expect(await readNextCharge(test.shop, membership)).toMatchObject({
      ...{ amountCents: 6950, creditCents: 3475, taxCents: Math.round(whole.taxCents / 2) },
    })
    await test.shop.db
      .insert(storeCredit)
      .values({ ...credit, reference: 'taken back', amountCents: -3475, createdAt: test.clock.now() })
    await endMembers(test)
  })

  it('of three on one day shows store credit once, to one after the other', async () => {
    const joined = await join(test, [selfItem('monthly'), selfItem('monthly'), selfItem('monthly')])
    const [person] = await test.shop.db.select().from(people).where(eq(people.key, 'email:maya@example.com'))
    await test.shop.db.insert(storeCredit).values({
      ...{ personId: person!.id, reason: 'staff', createdAt: test.clock.now() },
      ...{ amountCents: 10_000, reference: crypto.randomUUID() },
    })
    const shown = []
    for (const id of joined.map((each) => each.id).sort()) {
      const { membership } = await ledgerOf(test, id)
      shown.push((await nextCharge(test.shop, membership))?.creditCents)
    }
    expect(shown).toEqual([6950, 3050, 0])
  })
})
