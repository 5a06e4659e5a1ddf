import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  boxes,
  disputes,
  mailOptouts,
  membershipPayments,
  memberships,
  orderItems,
  outbox,
  priceChanges,
  priceRunMembers,
  refunds,
} from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { billOn, join } from '../../test/members.ts'
import { anyCode } from '../../test/promotions.ts'
import { startPriceRun } from '../billing/price-runs.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'
import { createPromotion } from '../promotions/promotions.ts'
import { sendNotices } from './send-notices.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  await test.shop.db
    .update(memberships)
    .set({ status: 'ended', renews: false, memberEmail: null, payerEmail: null })
  await test.shop.db.delete(mailOptouts)
  await test.shop.db.delete(priceRunMembers)
  await test.shop.db.delete(priceChanges)
  test.mails.length = 0
})
afterAll(() => test.close())

async function lookOn(day: string) {
  test.clock.set(`${day}T17:00:00Z`)
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
}
const mailsOf = (kind: string) => test.mails.filter((mail) => mail.kind === kind)
const summaries = () => mailsOf('yearly-summary')

describe('the yearly summary', () => {
  it('goes once to renewing payers: what was paid, what’s next, and how to cancel', async () => {
    await join(test, [selfItem('monthly'), giftItem('6-months')])
    await join(test, [selfItem('12-months')])
    await billOn(test, '2026-12-21')
    for (const day of ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-20', '2027-02-03'])
      await lookOn(day)
    expect(summaries()).toHaveLength(1)
    const { to, subject, text, headers } = summaries()[0]!
    expect([to, subject]).toEqual(['maya@example.com', 'Your 2026 with Belt Club'])
    expect(text).toContain('Your Monthly membership renews on January 21, 2027 at $69.50, until you cancel')
    expect(text).toContain('Monthly membership: $139.00')
    expect(text).toContain('Gift for Thomas Ellison: $357.00')
    expect(text).toContain('Paid in 2026: $1,090.00')
    expect(headers, 'nobody can refuse it').not.toHaveProperty('List-Unsubscribe')
    expect(text).toContain(test.shop.config.postalAddress)
  })

  it('leaves out what was paid back another way, and what a bank gave back', async () => {
    const joined = await join(test, [selfItem('monthly'), giftItem('6-months'), selfItem('12-months')])
    const paymentsOf = (place: number) => eq(membershipPayments.membershipId, joined[place]!.id)
    const [gift] = await test.shop.db.select().from(membershipPayments).where(paymentsOf(1))
    await test.shop.db.insert(refunds).values({ paymentId: gift!.id, amountCents: 5950, status: 'settled' })
    const [{ id, intentId } = gift!] = await test.shop.db
      .select()
      .from(membershipPayments)
      .where(paymentsOf(2))
    await test.shop.db.update(boxes).set({ state: 'cancelled' }).where(eq(boxes.paymentId, id))
    const closedAt = test.clock.now()
    await test.shop.db.insert(disputes).values({
      id: 'dp_1',
      intentId: intentId!,
      amountCents: 59_400,
      reason: 'fraudulent',
      state: 'lost',
      closedAt,
    })
    await lookOn('2027-01-05')
    expect(summaries()[0]!.text).toContain('Gift for Thomas Ellison: $297.50')
    expect(summaries()[0]!.text).toContain('Paid in 2026: $367.00')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['someone who only gave a gift', () => join(test, [giftItem('6-months')])],
    [
      'a canceled member',
      async () => {
        const [member] = await join(test, [selfItem('6-months')])
        await cancelRenewal(test.shop, { membershipId: member!.id })
      },
    ],
    [
      'a member who joined later',
      async () => {
        test.clock.set('2027-01-01T06:00:00Z')
        await join(test, [selfItem('6-months')])
      },
    ],
  ])('isn’t sent to %s', async (_, arrange) => {
    await arrange()
    await lookOn('2027-01-05')
    expect(summaries()).toEqual([])
  })

  it('goes to a giver for a gift that was handed over since, and to no payer for what others paid', async () => {
    const [gift] = await join(test, [giftItem('6-months')])
    const change = (changes: Partial<typeof memberships.$inferInsert>) =>
      test.shop.db.update(memberships).set(changes).where(eq(memberships.id, gift!.id))
    await change({ theirsSince: new Date('2026-12-10T15:00:00Z') })
    test.clock.set('2027-01-03T15:00:00Z')
    await join(test, [selfItem('6-months')])
    await change({ isGift: false })
    await lookOn('2027-01-05')
    expect(summaries(), 'someone else paid it').toEqual([])
    await change({ isGift: true })
    await lookOn('2027-01-06')
    expect(summaries().map(({ to }) => to)).toEqual(['maya@example.com'])
    expect(summaries()[0]!.text).toContain('\nGift: $357.00')
  })

  it('goes even to those who once opted out, since the law requires it', async () => {
    await join(test, [selfItem('6-months')])
    const refused = { email: 'maya@example.com', kind: 'yearly-summary', token: 'x', optedOutAt: new Date(0) }
    await test.shop.db.insert(mailOptouts).values(refused)
    await lookOn('2027-01-05')
    const [summary] = summaries()
    expect(summary!.headers?.['List-Unsubscribe']).toBeUndefined()
    expect(summary!.text).not.toContain('/mail/stop/')
  })
})

describe('a new price', () => {
  const announce = (effectiveOn: string, thenCents = 7450) =>
    startPriceRun(test.shop, { planId: 'monthly', thenCents, effectiveOn })

  it('is announced once to all who renew the plan, with the first charge, and in that notice', async () => {
    await join(test, [selfItem('monthly'), selfItem('6-months'), giftItem('monthly')])
    test.mails.length = 0
    await announce('2027-01-01')
    await lookOn('2026-12-19')
    expect(mailsOf('price-change')).toEqual([])
    await lookOn('2026-12-20')
    await lookOn('2026-12-21')
    expect(mailsOf('price-change').map((mail) => mail.subject)).toEqual([
      'A new price for your Monthly membership, from January 21, 2027',
    ])
    await billOn(test, '2026-12-21')
    await lookOn('2027-01-14')
    expect(mailsOf('renewal-notice-7').at(-1)?.text).toContain('we’ll charge your card $74.50')
  })

  it('is announced to members who join meanwhile, charged 30 days later, not to later ones', async () => {
    await announce('2027-01-01')
    test.clock.set('2026-12-28T15:00:00Z')
    await join(test, [selfItem('monthly')])
    await lookOn('2026-12-29')
    test.clock.set('2027-01-01T15:00:00Z')
    await join(test, [selfItem('monthly')])
    await lookOn('2027-01-02')
    expect(mailsOf('price-change').map((mail) => mail.subject)).toEqual([
      'A new price for your Monthly membership, from January 28, 2027',
    ])
  })

  it.each([
    ['as it is', undefined, '$357.00', '$390.00', 39_000],
    ['less a code for ever', 'TEN-ALWAYS', '$321.30', '$354.30', 35_430],
  ])(
    'is one amount %s in its email, the member’s page, the admin, the notice and the summary',
    async (_, code, before, after, cents) => {
      if (code) await createPromotion(test.shop, { ...anyCode, code, percentOff: 10, duration: 'forever' })
      const [member] = await join(test, [selfItem('6-months')], undefined, code)
      const sums = async () => {
        const page = (await (await signInMember(test, 'maya@example.com')).get('/api/account')).body
        const owner = await signIn(test)
        const [item] = await test.shop.db
          .select()
          .from(orderItems)
          .where(eq(orderItems.id, member!.orderItemId))
        const admin = (await owner.get(`/api/admin/orders/${item!.orderId}`)).body
        return [
          page.memberships.find(({ id }: { id: string }) => id === member!.id).money.nextChargeCents,
          admin.memberships[0].nextChargeCents,
        ]
      }
      await startPriceRun(test.shop, { planId: '6-months', thenCents: 39_000, effectiveOn: '2027-01-01' })
      const until = cents - 3300
      expect(await sums()).toEqual([until, until])
      await lookOn('2027-01-05')
      expect(summaries()[0]?.text).toContain(`renews on May 21, 2027 at ${before}, until you cancel`)
      await lookOn('2027-04-19')
      expect(mailsOf('price-change')[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
        `costs ${before} today. From your renewal on May 21, 2027 it’ll cost ${after}, plus any tax`,
      )
      expect(await sums()).toEqual([cents, cents])
      await lookOn('2027-05-07')
      expect(mailsOf('renewal-notice-14')[0]?.text).toContain(`we’ll charge your card ${after}`)
    },
  )
})

it('a crowd of 5,000 takes no more statements than one member', async () => {
  const [member] = await join(test, [selfItem('monthly')])
  const from = sql`memberships m join order_items i on i.id = m.order_item_id where m.id = ${member!.id}`
  // As many members as wanted, like the one.
  await test.shop.db.execute(sql`with items as (
      insert into order_items (order_id, price, preferences, position)
      select i.order_id, i.price, i.preferences, n from generate_series(1, 5000) n, ${from} returning id)
    insert into memberships (order_item_id, person_id, plan_id, is_gift, renews, paid_until, gender, styles, size,
      address, payer_email, created_at)
    select items.id, m.person_id, m.plan_id, m.is_gift, m.renews, m.paid_until, m.gender, m.styles, m.size,
      m.address, m.payer_email, m.created_at
    from items, memberships m where m.id = ${member!.id}`)
  test.clock.set('2026-12-14T06:00:00Z')
  const { db } = test.shop
  let statements = 0
  test.shop.db = new Proxy(db, {
    get(target, key) {
      if (key === 'execute') statements++
      const value = Reflect.get(target, key) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const written = await sendNotices(test.shop)
  test.shop.db = db
  expect(written).toBe(5001)
  expect(statements).toBeLessThanOrEqual(11)
  expect(await db.$count(outbox, eq(outbox.kind, 'renewal-notice-7'))).toBeGreaterThanOrEqual(5001)
  await db.execute(sql`delete from outbox where kind = 'renewal-notice-7'`)
})
