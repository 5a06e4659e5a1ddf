import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  boxes,
  creditUses,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  paymentEvents,
  people,
  storeCredit,
} from '../../db/schema.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { readBooks } from '../books/books.ts'
import { findMembership } from '../ledger/find-membership.ts'
import { nextCharge } from '../memberships/next-charge.ts'
import { prepareRenewal, settleKeptCredit } from '../memberships/prepare-renewal.ts'
import { creditOf } from './store-credit.ts'

// Store credit pays renewals at a provider that behaves as documented, whatever fails, repeats or is edited in between.
// All join on one day and are billed in one hour; each has its own story.

const minute = 60_000
const hour = 60 * minute

type Member = { email: string; id: string; customerId: string; subscriptionId: string; draft: string }
type Story = {
  /** what they have, oldest first */
  credit?: number[]
  /** given before they joined */
  isOlder?: boolean
  item?: ReturnType<typeof selfItem>
  /** the bank refuses their renewals */
  isRefused?: boolean
  /** what happens in the draft’s hour, before the shop is told */
  early?: (member: Member) => Promise<unknown> | unknown
  /** and once it has */
  late?: (member: Member) => Promise<unknown>
}

let test: StripeShop
const resets = (draft: string, when: 'before' | 'after', times: number) =>
  test.stripe.fail({ method: 'POST', path: `/v1/invoices/${draft}`, when, how: 'reset', times })

const stories = {
  partly: { credit: [1000, 500] },
  wholly: { credit: [10_000] },
  older: { credit: [4000], isOlder: true },
  since: {
    ...{ credit: [4000], isOlder: true },
    // $10 given since, and $5 back from a code that they turned older credit into.
    early: async ({ email }) => {
      await comeBack(email, 500)
      const line = { personId: await personOf(email), createdAt: test.clock.now() }
      const given = { ...line, amountCents: 1000, reason: 'return', reference: 'exchange:since' }
      await test.shop.db.insert(storeCredit).values(given)
    },
  },
  byCode: {
    ...{ credit: [3000], isOlder: true },
    early: async ({ email, id }) => {
      const promotionCode = await comeBack(email, 3000)
      const bought = test.shop.db
        .select({ id: orderItems.orderId })
        .from(orderItems)
        .innerJoin(memberships, eq(memberships.orderItemId, orderItems.id))
        .where(eq(memberships.id, id))
      await test.shop.db.update(orders).set({ promotionCode }).where(inArray(orders.id, bought))
    },
  },
  smallRest: { credit: [6930] },
  california: { credit: [1500], item: toCalifornia(selfItem('monthly')) },
  refunded: { credit: [1500] },
  byHand: { credit: [1500] },
  atOnce: {
    credit: [4000],
    early: ({ draft }) => Promise.all([1, 2, 3].map(() => prepareRenewal(test.shop, draft))),
    late: ({ draft }) => prepareRenewal(test.shop, draft),
  },
  failsBefore: { credit: [4000], early: ({ draft }) => resets(draft, 'before', 2) },
  failsAfter: { credit: [4000], early: ({ draft }) => resets(draft, 'after', 2) },
  dies: { credit: [4000], early: ({ draft }) => resets(draft, 'before', 999) },
  unheard: {
    credit: [4000],
    early: ({ draft }) =>
      test.shop.db.delete(paymentEvents).where(sql`${paymentEvents.payload}->>'id' = ${draft}`),
  },
  tooLate: {
    credit: [4000],
    early: ({ draft }) =>
      test.shop.db
        .update(paymentEvents)
        .set({ handledAt: test.clock.now() })
        .where(sql`${paymentEvents.payload}->>'id' = ${draft}`),
  },
  voided: { credit: [4000], isRefused: true },
  voidedUnheard: { credit: [4000], isRefused: true },
  voidedAsDraft: {
    credit: [4000],
    late: async ({ draft }) => {
      await test.provider.invoices.finalizeInvoice(draft, { auto_advance: false })
      await test.provider.invoices.voidInvoice(draft)
    },
  },
  givenUp: { credit: [4000], isRefused: true },
  takenOff: { credit: [4000], late: ({ draft }) => test.provider.invoices.update(draft, { discounts: '' }) },
  otherPrice: {
    credit: [4000],
    early: ({ draft }) => {
      bill(draft).lines.data[0]!.amount = 500
      return test.provider.invoices.update(draft, { description: 'special' })
    },
  },
  strange: {
    early: async ({ draft }) => {
      await test.provider.coupons.create({ id: 'belt-club-credit-1234', amount_off: 1234, currency: 'usd' })
      await test.provider.invoices.update(draft, { discounts: [{ coupon: 'belt-club-credit-1234' }] })
    },
  },
} satisfies Record<string, Story>
const members = {} as Record<keyof typeof stories, Member>

beforeAll(async () => {
  test = await createStripeShop()
  const all = Object.entries(stories) as [keyof typeof stories, Story][]
  for (const [name, story] of all) members[name] = await join(story)
  test.mails.length = 0
  await test.stripe.advanceTo('2026-12-21T15:30:00Z')
  for (const member of Object.values(members))
    member.draft = test.stripe.subscriptions().find(({ id }) => id === member.subscriptionId)!.latest_invoice!
  for (const [name, { early }] of all) await early?.(members[name])
  await test.work()
  await test.pass(2 * minute)
  for (const [name, { late }] of all) await late?.(members[name])
})
afterAll(() => test.close())

async function join({ credit = [], isOlder, item = selfItem('monthly'), isRefused }: Story): Promise<Member> {
  const email = `${crypto.randomUUID()}@example.com`
  const { body } = await test.start([{ ...item, shippingDetails: { ...item.shippingDetails!, email } }])
  const { subscriptionId } = body
  test.stripe.confirm(body.clientSecret, { number: '4242424242424242', email, authentication: 'completed' })
  await test.stripe.webhooks.settled()
  await test.work()
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  const [membership] = await test.shop.db.select().from(memberships).where(isIt)
  const createdAt = isOlder ? new Date('2026-10-01T15:00:00Z') : test.clock.now()
  const given = { personId: await personOf(email), reason: 'staff', createdAt }
  for (const amountCents of credit)
    await test.shop.db.insert(storeCredit).values({ ...given, amountCents, reference: crypto.randomUUID() })
  const customerId = membership!.customerId!
  if (isRefused) test.stripe.turnCards(customerId, '4000000000000002')
  return { email, id: membership!.id, customerId, subscriptionId, draft: '' }
}

const isPerson = (email: string) => eq(people.key, `email:${email}`)
const bill = (id: string) => test.stripe.invoices().find((invoice) => invoice.id === id)!
const left = async ({ email }: Member) => (await creditOf(test.shop.db, email)).balanceCents
const personOf = async (email: string) =>
  (await test.shop.db.select().from(people).where(isPerson(email)))[0]!.id
/** Credit that was turned into a code and came back. */
async function comeBack(email: string, amountCents: number) {
  const line = { personId: await personOf(email), createdAt: test.clock.now() }
  const code = `CREDIT-${amountCents}`
  await test.shop.db.insert(storeCredit).values([
    { ...line, amountCents: -amountCents, reason: 'code', reference: `code:${code}:${line.personId}` },
    { ...line, amountCents, reason: 'unused', reference: `unused:${code}` },
  ])
  return code
}
const useOf = async ({ draft }: Member) =>
  (await test.shop.db.select().from(creditUses).where(eq(creditUses.invoiceId, draft)))[0]
const paymentOf = async ({ draft }: Member) =>
  (await test.shop.db.select().from(membershipPayments).where(eq(membershipPayments.reference, draft)))[0]
const worthOf = async (paymentId: string) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.paymentId, paymentId))).map((box) => box.valueCents)
const receiptOf = async (member: Member) =>
  test.mails.find((mail) => mail.kind === 'renewal-receipt' && mail.to === member.email)!.text

it('the draft bill shows reserved credit once, whoever prepares it and however often', async () => {
  const total = ({ draft }: Member) => bill(draft).total
  expect(total(members.partly)).toBe(5450)
  expect([members.atOnce, members.failsBefore, members.failsAfter].map(total)).toEqual([2950, 2950, 2950])
  expect(total(members.dies)).toBe(6950)
  expect(await left(members.atOnce)).toBe(0)
  expect(await useOf(members.failsAfter)).toMatchObject({ state: 'kept', placedAt: expect.any(Date) })
  expect(await useOf(members.dies)).toMatchObject({ state: 'kept', placedAt: null })
})

describe('a renewal charged with credit', () => {
  beforeAll(async () => {
    await test.pass(2 * hour)
    test.stripe.mend()
    await test.pass(2 * minute)
  })

  it('in part charges the card the rest, and the receipt shows both', async () => {
    const member = members.partly
    expect(bill(member.draft)).toMatchObject({ status: 'paid', amount_paid: 5450 })
    const payment = await paymentOf(member)
    expect(payment).toMatchObject({ amountCents: 5450, creditCents: 1500, expectedCents: null, boxCount: 1 })
    expect(await worthOf(payment!.id)).toEqual([6950])
    expect(await useOf(member)).toMatchObject({ state: 'spent', amountCents: 1500, membershipId: member.id })
    expect(await receiptOf(member)).toContain('we charged $54.50')
    expect(await receiptOf(member)).toContain('Membership: $69.50\nStore credit: −$15.00')
  })

  it('in full charges nothing, counts as paid, and keeps the remainder', async () => {
    const member = members.wholly
    expect(bill(member.draft)).toMatchObject({ status: 'paid', total: 0, amount_paid: 0 })
    const payment = await paymentOf(member)
    expect(payment).toMatchObject({ amountCents: 0, creditCents: 6950, intentId: null, boxCount: 1 })
    expect(await worthOf(payment!.id)).toEqual([6950])
    expect(await left(member)).toBe(3050)
    const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, member.id))
    expect(row).toMatchObject({ status: 'active', paidUntil: '2027-01-21' })
    expect(await receiptOf(member)).toContain('your store credit paid for your Monthly membership')
  })

  it('given before the membership began pays none of it: a stranger may have typed its owner’s address', async () => {
    expect(await useOf(members.older)).toBeUndefined()
    expect(await left(members.older)).toBe(4000)
    expect((await paymentOf(members.older))!.amountCents).toBe(6950)
  })

  it('takes what was given since once: the next renewal leaves the older credit alone, too', async () => {
    const { since } = members
    expect(await paymentOf(since)).toMatchObject({ amountCents: 5950, creditCents: 1000 })
    expect(await left(since)).toBe(4000)
    const charge = await nextCharge(test.shop, await findMembership(test.shop, since.id))
    expect(charge).toMatchObject({ on: '2027-01-21', amountCents: 6950, creditCents: 0 })
  })

  it('takes what a code left that bought the membership: only its owner has the code', async () => {
    expect(await paymentOf(members.byCode)).toMatchObject({ amountCents: 3950, creditCents: 3000 })
  })

  it('never leaves less than a card can charge', async () => {
    expect(await paymentOf(members.smallRest)).toMatchObject({ amountCents: 50, creditCents: 6900 })
    expect(await left(members.smallRest)).toBe(30)
  })

  it('in California is taxed on what is left to pay', async () => {
    const payment = await paymentOf(members.california)
    expect(payment).toMatchObject({ amountCents: 5450, creditCents: 1500 })
    expect(payment!.taxCents).toBe(bill(members.california.draft).total - 5450)
    expect(payment!.taxTransactionId).not.toBeNull()
  })

  it('and refunded with its belts returns money to the card and credit to its owner', async () => {
    const isTheirs = (refund: { customer: string | null }) => refund.customer === members.refunded.customerId
    for (let box = 0; box < 2; box++) await refundBoxes(test.shop, { membershipId: members.refunded.id })
    expect(await left(members.refunded)).toBe(1500)
    const given = test.stripe.refunds().filter(isTheirs)
    expect(given.map(({ amount }) => amount).sort()).toEqual([5450, 6950])
  })

  it('and refunded by hand at the provider returns its credit', async () => {
    const payment = await paymentOf(members.byHand)
    await test.provider.refunds.create({ payment_intent: payment!.intentId! })
    await test.pass(minute)
    const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.paymentId, payment!.id))
    expect(box!.state).toBe('refunded')
    expect(await left(members.byHand)).toBe(1500)
  })

  it('through failures, repeats and races spends it once', async () => {
    for (const name of ['atOnce', 'failsBefore', 'failsAfter', 'unheard'] as const) {
      expect(await paymentOf(members[name])).toMatchObject({ amountCents: 2950, creditCents: 4000 })
      expect(await left(members[name])).toBe(0)
    }
  })

  it('too late to show the credit returns it to its owner', async () => {
    await prepareRenewal(test.shop, members.tooLate.draft)
    for (const name of ['dies', 'tooLate', 'takenOff'] as const) {
      expect(await paymentOf(members[name])).toMatchObject({
        ...{ amountCents: 6950, creditCents: 0, expectedCents: null },
      })
      expect(await left(members[name])).toBe(4000)
    }
    expect(await useOf(members.dies)).toMatchObject({ state: 'returned' })
    expect(await useOf(members.tooLate)).toBeUndefined()
  })

  it('and refused by the bank keeps it reserved until the bill is void', async () => {
    const { voided, voidedUnheard } = members
    expect(bill(voided.draft)).toMatchObject({ status: 'open', amount_due: 2950 })
    await settleKeptCredit(test.shop)
    expect([await left(voided), (await useOf(voided))!.state]).toEqual([0, 'kept'])
    await test.provider.invoices.voidInvoice(voided.draft)
    await test.pass(minute)
    expect([await left(voided), (await useOf(voided))!.state]).toEqual([4000, 'returned'])
    test.stripe.webhooks.hold()
    await test.provider.invoices.voidInvoice(voidedUnheard.draft)
    await settleKeptCredit(test.shop)
    expect(await left(voidedUnheard)).toBe(4000)
    await test.stripe.webhooks.release()
  })

  it('and voided by hand as a draft returns it to its owner', async () => {
    const { voidedAsDraft } = members
    expect(bill(voidedAsDraft.draft)).toMatchObject({ status: 'void', total: 2950 })
    expect([await left(voidedAsDraft), (await useOf(voidedAsDraft))!.state]).toEqual([4000, 'returned'])
    expect(await paymentOf(voidedAsDraft)).toBeUndefined()
  })

  it('and given up returns it, and takes it again when the bill is paid after all', async () => {
    const { givenUp } = members
    await test.provider.invoices.markUncollectible(givenUp.draft)
    await test.pass(minute)
    expect(await left(givenUp)).toBe(4000)
    test.stripe.turnCards(givenUp.customerId, '4242424242424242')
    await test.provider.invoices.pay(givenUp.draft)
    await test.pass(minute)
    expect(await paymentOf(givenUp)).toMatchObject({
      ...{ amountCents: 2950, creditCents: 4000, expectedCents: null },
    })
    expect(await left(givenUp)).toBe(0)
  })

  it('at a price set by hand costs no credit, and the owner decides', async () => {
    expect(await paymentOf(members.otherPrice)).toMatchObject({
      ...{ amountCents: 500, creditCents: 0, expectedCents: 6950 },
    })
    expect(await left(members.otherPrice)).toBe(4000)
  })

  it('with credit the shop never gave buys nothing until the owner decides', async () => {
    expect(await paymentOf(members.strange)).toMatchObject({
      ...{ amountCents: 5716, creditCents: 0, expectedCents: 6950 },
    })
  })

  it('provider, ledger and books agree to the cent', async () => {
    await test.pass(20 * minute)
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
    const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2099-12-31' })
    expect(accounts.reduce((sum, account) => sum + account.closingCents, 0)).toBe(0)
    const owed = (await test.shop.db.select().from(storeCredit)).reduce(
      (sum, row) => sum + row.amountCents,
      0,
    )
    expect(accounts.find(({ name }) => name === 'Store credit')!.closingCents).toBe(-owed)
    expect(await test.shop.db.$count(creditUses, eq(creditUses.state, 'kept'))).toBe(0)
  })

  it('the comparison names a bill whose credit differs from the ledger', async () => {
    const isIt = eq(creditUses.invoiceId, members.partly.draft)
    await test.shop.db.update(creditUses).set({ amountCents: 1400 }).where(isIt)
    expect((await compareMoneyNow(test.shop)).found).toMatchObject([
      { kind: 'credit-differs', id: members.partly.draft, cents: 100, membershipId: members.partly.id },
    ])
    // Here only the booked payment is wrong.
    await test.shop.db.update(creditUses).set({ amountCents: 1500 }).where(isIt)
    const isPaid = eq(membershipPayments.reference, members.partly.draft)
    await test.shop.db.update(membershipPayments).set({ creditCents: 1450 }).where(isPaid)
    const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * 24 * hour)
    for (const days of [0, 60]) {
      await test.shop.db
        .update(creditUses)
        .set({ createdAt: daysAgo(days) })
        .where(isIt)
      expect((await compareMoneyNow(test.shop)).found, `${days} days ago`).toContainEqual(
        expect.objectContaining({ kind: 'credit-differs', id: members.partly.draft, cents: -50 }),
      )
    }
    const keptFor = async (days: number) => {
      const createdAt = daysAgo(days)
      await test.shop.db.update(creditUses).set({ state: 'kept', createdAt }).where(isIt)
      return (await compareMoneyNow(test.shop)).found.filter(({ kind }) => kind === 'credit-waits')
    }
    expect(await keptFor(24), 'the provider may still try the card').toEqual([])
    expect(await keptFor(26)).toMatchObject([{ id: members.partly.draft, cents: 1500 }])
  })
})
