import { desc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { balanceMovements, membershipPayments } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop } from '../../test/create-stripe-shop.ts'
import { createTestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { shopDay } from '../shop/shop.ts'
import { readBooks } from './books.ts'
import { readPayouts, syncBalance } from './payouts.ts'

const hour = 3_600_000
const year = { from: '2026-11-01', to: '2027-10-31' }

it('Stripe’s fees and payouts are booked, each payout at its amount, and the rest awaits a decision', async () => {
  const test = await createStripeShop()
  try {
    const { shop, stripe } = test
    const pay = async () => {
      const { body } = await test.start([selfItem('6-months')])
      await test.confirm(body.clientSecret)
      await test.work()
      return body.clientSecret.split('_secret_')[0] as string
    }
    await pay()
    const disputed = await pay()
    await test.pass(3 * 24 * hour)
    const first = stripe.payOut()
    const { id } = stripe.openDispute(disputed)
    await test.pass(hour)
    await pay()
    await test.pass(3 * 24 * hour)
    await syncBalance(shop)
    // 2.9 % of $357.00 and 30 cents, twice.
    const fees = 2 * (1035 + 30)
    const { payouts, booksCents, providerCents } = await readPayouts(shop, year)
    expect(payouts).toEqual([
      {
        ...{ id: first, day: '2026-11-24', amountCents: 71_400 - fees, charges: 2, chargeCents: 71_400 },
        ...{ refundCents: 0, disputeCents: 0, feeCents: -fees, otherCents: 0 },
        ...{ isManual: false, isReconciled: true },
      },
    ])
    expect(booksCents).toBe(providerCents)
    expect(providerCents).toBe(stripe.balance().reduce((sum, { net }) => sum + net, 0))
    stripe.closeDispute(id, 'won')
    await test.pass(hour)
    await pay()
    await test.pass(3 * 24 * hour)
    const second = await readPayouts(shop, year)
    expect(second.booksCents).toBe(stripe.balance().reduce((sum, { net }) => sum + net, 0))
    const { accounts } = await readBooks(shop, year)
    const of = (name: string) => accounts.find((account) => account.name === name)?.closingCents
    expect({ bank: of('Bank account'), fees: of('Payment fees'), bankFees: of('Dispute fees') }).toEqual({
      ...{ bank: 71_400 - fees, fees: 2 * fees, bankFees: 1500 },
    })
    // The next one, by its day alone: three payments, the dispute that took one and gave it back, its fee, and a refund.
    const [payment] = await shop.db.select().from(membershipPayments).orderBy(desc(membershipPayments.paidAt))
    await refundBoxes(shop, { membershipId: payment!.membershipId })
    await test.pass(3 * 24 * hour)
    const last = stripe.payOut()
    const day = shopDay(shop)
    const { payouts: next } = await readPayouts(shop, { from: day, to: day })
    expect(next).toMatchObject([
      { id: last, day, charges: 2, chargeCents: 71_400, refundCents: -35_700, isReconciled: true },
    ])
    expect(next[0]!.disputeCents + next[0]!.feeCents).toBeLessThan(0)
    // A refund that the bank returned counts as refund money too.
    const returned = { category: 'refund_failure', amountCents: 35_700, at: shop.now(), payoutId: last }
    await shop.db.insert(balanceMovements).values({ id: 'txn_returned', ...returned })
    const [after] = (await readPayouts(shop, { from: day, to: day })).payouts
    expect(after).toMatchObject({ refundCents: 0, isReconciled: false })
    await shop.db.delete(balanceMovements).where(eq(balanceMovements.id, 'txn_returned'))
    const unknown = { category: 'topup', amountCents: 5000, at: shop.now() }
    await shop.db.insert(balanceMovements).values({ id: 'txn_topup', ...unknown })
    const unexplained = await readBooks(shop, year)
    expect(unexplained.accounts.find(({ code }) => code === '9000')?.closingCents).toBe(-5000)
  } finally {
    await test.close()
  }
})

it('a payout that the owner made by hand is booked, and so is what comes after it', async () => {
  const test = await createStripeShop()
  try {
    const { shop, stripe } = test
    const { body } = await test.start([selfItem('6-months')])
    await test.confirm(body.clientSecret)
    await test.pass(3 * 24 * hour)
    const byHand = stripe.byHand.payOut(10_000)
    await syncBalance(shop, 0)
    const ofItself = await readPayouts(shop, year)
    expect(ofItself.payouts).toMatchObject([{ id: byHand, amountCents: 10_000, isManual: true }])
    await test.pass(hour)
    const left = 35_700 - (1035 + 30) - 10_000
    const then = stripe.payOut()
    const { payouts, booksCents, providerCents } = await readPayouts(shop, year)
    expect(payouts.toSorted((one, other) => other.amountCents - one.amountCents)).toMatchObject([
      { id: then, amountCents: left, chargeCents: 35_700, isManual: false, isReconciled: true },
      { id: byHand, amountCents: 10_000, chargeCents: 0, isManual: true },
    ])
    expect([booksCents, providerCents]).toEqual([0, 0])
  } finally {
    await test.close()
  }
})

it('the demo pays out after two days, minus fees', async () => {
  const test = await createTestShop()
  try {
    await join(test, [selfItem('monthly')])
    expect((await readPayouts(test.shop, year)).payouts).toEqual([])
    test.clock.advance(3 * 24 * hour)
    const { payouts, booksCents, providerCents } = await readPayouts(test.shop, year)
    // 2.9 % of $69.50 is $2.0155.
    expect(payouts).toMatchObject([
      { day: '2026-11-23', amountCents: 6950 - 232, feeCents: -232, charges: 1, isReconciled: true },
    ])
    expect({ booksCents, providerCents }).toEqual({ booksCents: 0, providerCents: 0 })
    // What the provider lists late, behind what is known, is kept all the same.
    const { shop } = test
    const fee = (id: string, minutesAgo: number) => ({
      ...{ id, category: 'fee', amountCents: -100, feeCents: 0, sourceId: null, description: null },
      createdAt: new Date(shop.now().getTime() - minutesAgo * 60_000),
    })
    const pages = [
      { objects: [fee('txn_known', 10)], next: 'txn_known' },
      { objects: [fee('txn_late', 20)], next: null },
    ]
    test.clock.advance(2 * hour)
    const listBalance = async (after: string | null) => pages[after ? 1 : 0]!
    await syncBalance({ ...shop, payments: { ...shop.payments, listBalance } })
    expect(await shop.db.$count(balanceMovements, eq(balanceMovements.id, 'txn_late'))).toBe(1)
  } finally {
    await test.close()
  }
})
