import { expect } from 'vitest'
import { membershipPayments, memberships } from '../../db/schema.ts'
import { addDays, addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { readBooks } from '../../server/books/books.ts'
import { readPayouts, syncBalance } from '../../server/books/payouts.ts'
import { openStrays } from '../../server/books/stray-movements.ts'
import { shopDay } from '../../server/shop/shop.ts'
import type { MoneyLife } from './life.ts'

const all = { from: '2026-01-01', to: '2099-12-31' }
/** Days after a month's end when nothing of it is under way anymore, and it's closed. */
const closedAfter = 2

/** What must be true of the books at the end of every day, whatever has happened. */
export function moneyChecks(life: MoneyLife) {
  const { test, byHand, diary, seed } = life
  const { db } = test.shop
  const where = () => `SEED=${seed}\n${diary.slice(-60).join('\n')}`
  /** what each account was when its month was closed, in cents by code */
  const closed = new Map<CalendarDate, Record<string, number>>()
  const seenBills = new Set<string>()
  /** the day of each membership's next charge, as the shop said it the evening before */
  let announced = new Map<string, CalendarDate>()

  async function accountsUntil(to: CalendarDate) {
    const { accounts } = await readBooks(test.shop, { ...all, to })
    return Object.fromEntries(accounts.map(({ code, closingCents }) => [code, closingCents]))
  }

  /** The books' balance is the sum of the movements, and only what a hand did is unexplained. */
  async function balances() {
    await syncBalance(test.shop, 0)
    const { booksCents, providerCents } = await readPayouts(test.shop, all)
    const movedCents = test.stripe.balance().reduce((sum, { net }) => sum + net, 0)
    expect({ booksCents, providerCents }, where()).toEqual({
      booksCents: movedCents,
      providerCents: movedCents,
    })
    const unexplained = (await openStrays(test.shop)).filter(({ intentId }) => !byHand.has(intentId ?? ''))
    expect(unexplained, where()).toEqual([])
  }

  /** A card is charged on the day that was announced, which is the day of the month on which its member joined. */
  async function charges() {
    const rows = await db.select().from(memberships)
    for (const bill of test.stripe.invoices()) {
      if (bill.billing_reason !== 'subscription_cycle' || seenBills.has(bill.id)) continue
      seenBills.add(bill.id)
      const isCharged = bill.amount_due > 0 && bill.status !== 'void' && bill.status !== 'draft'
      const { subscription } = bill.parent.subscription_details
      const row = rows.find(({ stripeSubscriptionId }) => stripeSubscriptionId === subscription)
      if (!isCharged || !row) continue
      const day = shopDay(test.shop, new Date(bill.created * 1000))
      const said = announced.get(row.id)
      expect({ said, of: row.id }, where()).toEqual({ said: day, of: row.id })
    }
    announced = new Map(rows.map(({ id, paidUntil }) => [id, paidUntil]))
  }

  /** No payment is charged twice: one charge of a bill, one of a cart. */
  async function once() {
    const paid = test.stripe.charges().filter((charge) => charge.paid)
    const intents = paid.map(({ payment_intent }) => payment_intent)
    expect(new Set(intents).size, where()).toBe(intents.length)
    const booked = await db.select().from(membershipPayments)
    const references = new Set(booked.map(({ membershipId, reference }) => `${membershipId} ${reference}`))
    expect(references.size, where()).toBe(booked.length)
  }

  return {
    async atEndOf(day: CalendarDate) {
      await balances()
      await charges()
      const first = `${day.slice(0, 7)}-01`
      if (day === addDays(first, closedAfter)) {
        const to = addDays(first, -1)
        closed.set(to, await accountsUntil(to))
      }
    },
    /** Months that were closed stay as they were, and an adoption doesn't touch them. */
    async closedMonths(today: CalendarDate) {
      await once()
      for (const [to, was] of closed) {
        // What moved under the bank's hand is looked at for as long as it can be appealed, and a little more.
        if (to < addMonths(today, -8)) continue
        expect({ to, ...(await accountsUntil(to)) }, where()).toEqual({ to, ...was })
      }
    },
  }
}
