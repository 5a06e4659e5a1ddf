import { eq, like, or } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { billOn, join, ledgerOf, refusesRenewals } from '../../test/members.ts'
import { endUnpaid } from '../memberships/end-unpaid.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

// The card is refused on the renewal day; emails go out then and at 09:00 on days 3, 7 and 18 after it, and
// the membership ends after day 21 (club-rules.md "Renewal law"). New York is UTC-5, from March 14, 2027 UTC-4.
it.each([
  [
    '2026-11-21',
    '2026-12-21',
    '2026-12-24T14:00',
    '2026-12-28T14:00',
    '2027-01-08T14:00',
    '2027-01-10',
    '2027-01-11',
  ],
  [
    '2027-01-31',
    '2027-02-28',
    '2027-03-03T14:00',
    '2027-03-07T14:00',
    '2027-03-18T13:00',
    '2027-03-20',
    '2027-03-21',
  ],
  [
    '2027-02-10',
    '2027-03-10',
    '2027-03-13T14:00',
    '2027-03-17T13:00',
    '2027-03-28T13:00',
    '2027-03-30',
    '2027-03-31',
  ],
  [
    '2028-01-29',
    '2028-02-29',
    '2028-03-03T14:00',
    '2028-03-07T14:00',
    '2028-03-18T13:00',
    '2028-03-20',
    '2028-03-21',
  ],
  [
    '2028-01-31',
    '2028-02-29',
    '2028-03-03T14:00',
    '2028-03-07T14:00',
    '2028-03-18T13:00',
    '2028-03-20',
    '2028-03-21',
  ],
])(
  'joined on %s, refused on %s: emailed on %s, %s and %s, past due until %s, ended on %s; the paid box still ships',
  async (joined, refused, third, seventh, last, before, end) => {
    test.clock.set(`${joined}T17:00:00Z`)
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    await billOn(test, refused)
    const now = async () => ledgerOf(test, member!.id)
    expect((await now()).membership).toMatchObject({ status: 'past_due', pastDueSince: refused })
    const [bill] = await test.shop.payments.invoicesOf(member!.stripeSubscriptionId!)
    const told = await test.shop.db
      .select()
      .from(outbox)
      .where(or(eq(outbox.subjectId, bill!.invoiceId), like(outbox.subjectId, `${member!.id}%`)))
      .orderBy(outbox.runAt)
    expect(
      told
        .filter((row) => row.kind.startsWith('renewal-failed'))
        .map((row) => `${row.kind.split('-').at(-1)} ${row.runAt.toISOString().slice(0, 16)}`)
        .slice(1),
    ).toEqual([`3 ${third}`, `7 ${seventh}`, `18 ${last}`])
    const paidBoxes = (await now()).boxes
    expect(paidBoxes.map((box) => box.state)).toEqual(['owed'])

    test.clock.set(`${before}T17:00:00Z`)
    await endUnpaid(test.shop)
    expect((await now()).membership.status).toBe('past_due')
    test.clock.set(`${end}T17:00:00Z`)
    await endUnpaid(test.shop)
    const ended = await now()
    expect(ended.membership).toMatchObject({ status: 'ended', renews: false, lostBy: 'unpaid' })
    expect(ended.boxes.map(({ id, state, drop }) => [id, state, drop])).toEqual(
      paidBoxes.map(({ id, state, drop }) => [id, state, drop]),
    )
  },
)
