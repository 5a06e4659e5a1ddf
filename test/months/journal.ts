import { expect } from 'vitest'
import { type AccountSums, readBooks, readEntries } from '../../server/books/books.ts'
import { syncBalance } from '../../server/books/payouts.ts'
import type { ClubMonths } from './club-months.ts'

/**
 * Checks the shop's books against the members' lives and the provider, both computed independently: every entry balances,
 * and every account has the right total.
 */
export async function checkJournal(club: ClubMonths, about: string) {
  const { shop, stripe } = club.test
  stripe.payOut()
  await syncBalance(shop)
  for await (const entry of readEntries(shop, new Date('2100-01-01')))
    expect(
      entry.postings.reduce((sum, { cents }) => sum + cents, 0),
      `${about}: ${entry.kind} ${entry.reference}`,
    ).toBe(0)
  const { accounts } = await readBooks(shop, { from: '2026-01-01', to: '2099-12-31' })
  const balance = (which: (account: AccountSums) => boolean) =>
    accounts.filter(which).reduce((sum, account) => sum + account.closingCents, 0)
  const of = (name: string) => balance((account) => account.name === name)
  const taxes = stripe
    .taxTransactions()
    .flatMap((transaction) => transaction.line_items.data.map((line) => line.amount_tax))
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const paidOut = sumOf(stripe.balance().map(({ type, amount }) => (type === 'payout' ? -amount : 0)))
  expect(
    {
      provider: of('Payment provider balance'),
      bank: of('Bank account'),
      disputed: of('Payments under dispute'),
      credit: of('Store credit'),
      deferred: of('Deferred revenue'),
      sales: of('Belt sales'),
      tax: balance(({ code }) => code.startsWith('2200')),
      waiting: of('Payments to decide') + of('Refunds to pay by hand') + of('Provider movements to explain'),
      all: balance(() => true),
    },
    about,
  ).toEqual({
    provider: sumOf(stripe.balance().map(({ net }) => net)),
    bank: paidOut,
    disputed: 0,
    credit: 0 - sumOf(club.members.map(({ creditCents }) => creditCents)),
    deferred: 0 - worth(club, 'owed', 'held'),
    sales: 0 - worth(club, 'shipped'),
    tax: 0 - sumOf(taxes),
    waiting: 0,
    all: 0,
  })
}

/** What the boxes in these states are worth. Leftover cents of a payment go to its first boxes, one each. */
function worth({ members }: ClubMonths, ...states: string[]): number {
  let cents = 0
  for (const { boxes, payments } of members) {
    const next = payments.map(() => 0)
    for (const { payment, state } of boxes) {
      const { netCents, creditCents, months } = payments[payment]!
      const whole = netCents + creditCents
      const place = next[payment]!
      next[payment] = place + 1
      const share = Math.trunc(whole / months) + (place < whole % months ? 1 : 0)
      if (states.includes(state)) cents += share
    }
  }
  return cents
}
