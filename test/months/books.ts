import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  boxes,
  lostTaxes,
  membershipPayments,
  memberships,
  orders,
  outbox,
  refunds,
} from '../../db/schema.ts'
import type { ClubMonths } from './club-months.ts'
import { type ModelMembership, shopDay } from './model-membership.ts'

const sumOf = <Row>(rows: Row[], amount: (row: Row) => number) =>
  rows.reduce((total, row) => total + amount(row), 0)

/** What must be true of money, tax, gifts and emails at the end of the months. */
export async function checkBooks(club: ClubMonths, about: string) {
  await checkPayments(club, about)
  await checkConservation(club, about)
  await checkRefunds(club, about)
  await checkTaxes(club, about)
  for (const member of club.members) await checkMails(club, member, about)
}

/** Every paid bill is in the ledger once, every later payment matches a paid bill, and gifts have neither. */
async function checkPayments({ test, members }: ClubMonths, about: string) {
  const { db } = test.shop
  const paid = await db.select().from(membershipPayments)
  const renewals = paid.filter((payment) => payment.reference.startsWith('in_'))
  const bills = test.stripe
    .invoices()
    .filter((bill) => bill.status === 'paid' && bill.billing_reason === 'subscription_cycle')
  expect(renewals.map((payment) => payment.reference).sort(), about).toEqual(
    bills.map((bill) => bill.id).sort(),
  )
  const charged = test.stripe.charges().filter((charge) => charge.paid)
  const held = new Set(paid.flatMap((payment) => payment.intentId ?? []))
  expect([...held].sort(), about).toEqual(charged.map((charge) => charge.payment_intent).sort())
  expect(
    sumOf(paid, (payment) => payment.amountCents + payment.taxCents),
    about,
  ).toBe(test.stripe.totals().charged)
  const rows = await db.select().from(memberships)
  const gifts = rows.filter((row) => row.isGift)
  expect(gifts.length, about).toBe(members.filter((member) => member.isGift).length)
  for (const gift of gifts) {
    expect(gift, about).toMatchObject({ renews: false, stripeSubscriptionId: null })
    expect(
      paid.filter((payment) => payment.membershipId === gift.id),
      about,
    ).toHaveLength(1)
  }
  const own = rows.flatMap((row) => row.stripeSubscriptionId ?? [])
  expect(own.sort(), about).toEqual(
    test.stripe
      .subscriptions()
      .map((each) => each.id)
      .sort(),
  )
}

/** Per payment: paid = shipped + owed or held + refunded + lost to the bank. */
async function checkConservation({ test }: ClubMonths, about: string) {
  const paid = await test.shop.db.select().from(membershipPayments)
  const all = Map.groupBy(await test.shop.db.select().from(boxes), (box) => box.paymentId)
  for (const payment of paid) {
    const bought = all.get(payment.id) ?? []
    const worth = (...states: string[]) =>
      sumOf(
        bought.filter((box) => states.includes(box.state)),
        (box) => box.valueCents,
      )
    const where = `${about}, payment ${payment.reference}`
    expect(bought.length, where).toBe(payment.boxCount)
    const parts = worth('shipped') + worth('owed', 'held') + worth('refunded') + worth('cancelled')
    expect(parts, where).toBe(payment.amountCents + payment.creditCents)
    const living = bought.filter((box) => !['refunded', 'cancelled'].includes(box.state))
    expect(new Set(living.map((box) => box.drop)).size, `${where}: one belt a month`).toBe(living.length)
    const given = await test.shop.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))
    expect(
      sumOf(given, (refund) => refund.amountCents),
      where,
    ).toBe(worth('refunded'))
    const tax = sumOf(given, (refund) => refund.taxCents)
    const share = (payment.taxCents * worth('refunded')) / (payment.amountCents || 1)
    expect(Math.abs(tax - share), where).toBeLessThanOrEqual(0.5)
  }
}

async function checkRefunds({ test }: ClubMonths, about: string) {
  const rows = await test.shop.db.select().from(refunds)
  const made = test.stripe.refunds()
  expect(rows.map((row) => row.providerId).sort(), about).toEqual(made.map((refund) => refund.id).sort())
  expect(
    rows.every((row) => row.status === 'succeeded'),
    about,
  ).toBe(true)
  expect(
    sumOf(rows, (row) => row.amountCents + row.taxCents),
    about,
  ).toBe(test.stripe.totals().refunded)
}

/** Tax that was charged is reported as tax, once per payment. */
async function checkTaxes({ test }: ClubMonths, about: string) {
  const { db } = test.shop
  const paid = await db.select().from(membershipPayments)
  const all = test.stripe.taxTransactions()
  const reported = all.filter((each) => each.type === 'transaction')
  expect(new Set(reported.map((each) => each.reference)).size, about).toBe(reported.length)
  const taxOf = (transactions: typeof reported) =>
    sumOf(transactions, (each) => sumOf(each.line_items.data, (line) => line.amount_tax))
  const renewals = paid.filter((payment) => payment.reference.startsWith('in_') && payment.taxCents > 0)
  const ofBills = reported.filter((each) => each.reference.startsWith('in_'))
  expect(ofBills.map((each) => each.reference).sort(), about).toEqual(
    renewals.map((payment) => payment.reference).sort(),
  )
  expect(taxOf(ofBills), about).toBe(sumOf(renewals, (payment) => payment.taxCents))
  const ofOrders = reported.filter((each) => !each.reference.startsWith('in_'))
  expect(taxOf(ofOrders), about).toBe(sumOf(await db.select().from(orders), (order) => order.taxCents))
  const given = sumOf(await db.select().from(refunds), (refund) => refund.taxCents)
  // What a lost payment charged for belts that never left is taken back, too.
  const lost = sumOf(await db.select().from(lostTaxes), (row) => (row.taxReversalId ? row.taxCents : 0))
  expect(taxOf(all) - taxOf(reported) + given + lost, about).toBe(0)
}

/** A failed renewal is announced on days 0, 3 and 7 while it's unpaid, and its end once. */
async function checkMails({ test }: ClubMonths, member: ModelMembership, about: string) {
  const { db } = test.shop
  const [row] = await db.select().from(memberships).where(eq(memberships.id, member.id))
  const bills = test.stripe
    .invoices()
    .filter((bill) => bill.parent.subscription_details.subscription === row!.stripeSubscriptionId)
  const where = `${about}\n${member.diary.join('\n')}`
  const rows = (await db.select().from(outbox)).filter(
    (mail) =>
      mail.kind.startsWith('renewal-failed-') &&
      bills.some((bill) => bill.id === mail.subjectId.split(':')[0]),
  )
  const sent = rows.filter((mail) => mail.sentAt && !mail.droppedBecause).map((mail) => mail.id)
  const inBox = test.mails.filter((mail) => mail.id && sent.includes(mail.id)).map((mail) => mail.kind)
  const expected = member.mails.filter((mail) => mail.isSent).map((mail) => `renewal-failed-${mail.day}`)
  expect(inBox.sort(), where).toEqual(expected.sort())
  expect(rows.filter((mail) => mail.sentAt).length, where).toBe(
    member.mails.filter((mail) => mail.isSent !== null).length,
  )
  const ends = await db.select().from(outbox).where(eq(outbox.subjectId, member.id))
  const told = ends.filter((mail) => mail.kind === 'membership-ended-unpaid')
  const sentOn = told.flatMap((mail) => (mail.sentAt ? shopDay(mail.sentAt) : []))
  expect(sentOn, where).toEqual(member.endedOn)
  expect(test.mails.filter((mail) => told.some((each) => each.id === mail.id)).length, where).toBe(
    member.endedOn.length,
  )
}
