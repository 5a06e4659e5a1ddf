import { and, eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  boxes,
  disputeChanges,
  disputes,
  membershipPayments,
  memberships,
  orderItems,
  refunds,
  storeCredit,
} from '../../db/schema.ts'
import { addDays, formatDate } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { asksShop, type DisputeStatus, disputeStatuses, undecidedStatuses } from '../../domain/dispute.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import type { StripeShop } from '../../test/create-stripe-shop.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { collectEvidence } from '../billing/evidence.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { finishRefunds } from '../billing/refunds.ts'
import { shopDay } from '../shop/shop.ts'
import { readBooks } from './books.ts'
import { readPayouts, syncBalance } from './payouts.ts'

// Money that turns round: the books stand on the provider's balance at every status, and closed days stay as they were.

const minute = 60_000
const day = 24 * 60 * minute
const all = { from: '2026-01-01', to: '2035-12-31' }

const test = stripeShopOfFile()

async function join(...cart: CartItem[]) {
  const { body } = await test.start(cart.length > 0 ? cart : [selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  test.mails.length = 0
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const [row] = await test.shop.db
    .select({ id: memberships.id, orderId: orderItems.orderId, customerId: memberships.customerId })
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(membershipPayments.intentId, intentId))
  return { intentId, ...row! }
}

const movedAt = ({ stripe }: StripeShop) => stripe.balance().reduce((sum, { net }) => sum + net, 0)

/** The books' balance and the provider's, which must be the same; and each account. */
async function accounts(period = all) {
  await syncBalance(test.shop, 0)
  const { booksCents, providerCents } = await readPayouts(test.shop, all)
  expect({ booksCents, providerCents }).toEqual({ booksCents: movedAt(test), providerCents: movedAt(test) })
  const books = await readBooks(test.shop, period)
  const cents = (code: string) => books.accounts.find((each) => each.code === code)?.closingCents ?? 0
  return {
    cash: cents('1010'),
    disputed: cents('1300'),
    lost: cents('4910'),
    returns: cents('4900'),
    tax: cents('2200-CA'),
    credit: cents('2400'),
    unexplained: cents('9000'),
  }
}

/** What a change moved in each account since an earlier look. */
function moved(before: Awaited<ReturnType<typeof accounts>>, after: typeof before) {
  const names = Object.keys(before) as (keyof typeof before)[]
  return Object.fromEntries(
    names.flatMap((name) => (after[name] === before[name] ? [] : [[name, after[name] - before[name]]])),
  )
}

it.each([
  [['lost', 'appeal_needs_response', 'appeal_under_review', 'lost']],
  [['lost', 'appeal_needs_response', 'won']],
  [['won', 'needs_response', 'lost']],
  [['won', 'appeal_needs_response', 'appeal_under_review', 'won']],
] as DisputeStatus[][][])(
  'a dispute that is %j is in the books as at the provider, each day',
  async (statuses) => {
    const member = await join()
    const before = await accounts()
    const { id } = test.stripe.openDispute(member.intentId)
    await test.pass(minute)
    const closed = [{ day: shopDay(test.shop), ...(await accounts()) }]
    expect(moved(before, closed[0]!)).toMatchObject({ cash: -6950 - 1500, disputed: 6950 })
    for (const status of statuses) {
      await test.pass(2 * day)
      test.stripe.moveDispute(id, status)
      await test.pass(minute)
      const now = await accounts()
      // Lost, its belt was never owed: no money is under dispute, and nothing was earned or lost by it.
      const isDecided = status === 'lost' || status === 'won'
      expect(now.disputed - before.disputed, status).toBe(isDecided ? 0 : 6950)
      closed.push({ day: shopDay(test.shop), ...now })
    }
    // Each day stays as it was closed.
    for (const { day: to, ...was } of closed)
      expect(await accounts({ from: to, to })).toMatchObject({ cash: was.cash })
    const history = await test.shop.db.select().from(disputeChanges).where(eq(disputeChanges.disputeId, id))
    expect(history.map(({ status }) => status)).toEqual(['needs_response', ...statuses])
    const [row] = await test.shop.db.select().from(disputes).where(eq(disputes.id, id))
    const last = statuses.at(-1)!
    expect(row).toMatchObject({
      status: last,
      closedAt: last === 'won' || last === 'lost' ? expect.any(Date) : null,
    })
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
  },
)

it('the card part of a renewal that credit paid in part is lost: the credit returns, and nothing is earned', async () => {
  const member = await join()
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, member.id))
  const given = {
    personId: row!.personId,
    amountCents: 4000,
    reason: 'staff',
    words: 'Sorry',
    reference: 'staff:1',
  }
  await test.shop.db.insert(storeCredit).values({ ...given, createdAt: test.shop.now() })
  const before = await accounts()
  await test.passDays(32)
  const paid = await test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, member.id))
  const renewal = paid.find(({ creditCents }) => creditCents > 0)!
  expect(renewal).toMatchObject({ amountCents: 2950, creditCents: 4000 })
  const { id } = test.stripe.openDispute(renewal.intentId!)
  await test.pass(minute)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  const after = moved(before, await accounts())
  // The bank has $29.50 and its fee, the provider its fee of the charge; nothing else moved.
  expect(after).toEqual({ cash: -1500 - 116 })
  // Twice is once.
  test.stripe.moveDispute(id, 'appeal_needs_response')
  await test.pass(minute)
  test.stripe.moveDispute(id, 'lost')
  await test.pass(minute)
  expect(moved(before, await accounts())).toEqual(after)
})

const reportedTax = () =>
  test.stripe
    .taxTransactions()
    .flatMap(({ line_items }) => line_items.data)
    .reduce((sum, line) => sum + line.amount_tax, 0)

it('the sales tax of belts that never left is owed no more after a lost dispute, in the books and at the provider', async () => {
  const before = await accounts()
  const member = await join(toCalifornia(selfItem('6-months')))
  const [payment] = await test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, member.id))
  const taxCents = payment!.taxCents
  expect((await accounts()).tax).toBe(before.tax - taxCents)
  // One of six has shipped: its tax stays owed.
  const [first] = await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, member.id)).limit(1)
  await test.shop.db
    .update(boxes)
    .set({ state: 'shipped', shippedAt: test.shop.now() })
    .where(eq(boxes.id, first!.id))
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  const left = before.tax - (await accounts()).tax
  expect(Math.abs(left - taxCents / 6)).toBeLessThan(1)
  expect(reportedTax()).toBe(left)
  test.stripe.moveDispute(id, 'appeal_needs_response')
  await test.pass(minute)
  expect(before.tax - (await accounts()).tax).toBe(left)
  test.stripe.moveDispute(id, 'won')
  await test.pass(minute)
  expect(before.tax - (await accounts()).tax).toBe(taxCents)
})

it('a refund by hand that is heard of after the rest was lost takes no tax back twice', async () => {
  const before = await accounts()
  const reportedBefore = reportedTax()
  const member = await join(toCalifornia(selfItem('monthly')))
  test.stripe.webhooks.hold()
  await test.provider.refunds.create({ payment_intent: member.intentId, amount: 777 })
  const { id } = test.stripe.openDispute(member.intentId)
  test.stripe.closeDispute(id, 'lost')
  await test.stripe.webhooks.deliver(({ type }) => type.startsWith('charge.dispute'))
  await test.work()
  await test.stripe.webhooks.release()
  await test.pass(day)
  await finishRefunds(test.shop)
  const tax = (await accounts()).tax - before.tax
  expect({ tax, reported: reportedTax() - reportedBefore }).toEqual({ tax: 0, reported: 0 })
  expect((await compareMoneyNow(test.shop)).found).toEqual([])
})

it('a refund by hand after an appeal was won has no tax left to take back at the provider', async () => {
  const member = await join(toCalifornia(selfItem('monthly')))
  const { id } = test.stripe.openDispute(member.intentId)
  for (const status of ['lost', 'appeal_needs_response', 'won'] as const) {
    test.stripe.moveDispute(id, status)
    await test.pass(minute)
  }
  await test.provider.refunds.create({ payment_intent: member.intentId, amount: 777 })
  await test.pass(day)
  await finishRefunds(test.shop)
  expect((await compareMoneyNow(test.shop)).found).toEqual([])
})

const statusOfRefund = async (id: string) =>
  (
    await test.shop.db
      .select({ status: refunds.status, providerId: refunds.providerId })
      .from(refunds)
      .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
      .where(eq(membershipPayments.membershipId, id))
  )[0]!

it.each(['dispute first', 'refund first', 'at once'] as const)(
  'a refund that fails late while the bank takes its money is no task, %s, whatever reason is written',
  async (order) => {
    const member = await join()
    await refundBoxes(test.shop, { membershipId: member.id })
    await test.pass(minute)
    const refund = test.stripe.refunds().at(-1)!
    const fail = () => test.stripe.byHand.settleRefund(refund.id, 'failed', 'a_new_reason')
    test.mails.length = 0
    if (order === 'refund first') fail()
    if (order !== 'at once') await test.pass(minute)
    const { id } = test.stripe.openDispute(member.intentId, 'needs_response', 6950)
    if (order === 'dispute first') await test.pass(minute)
    if (order !== 'refund first') fail()
    await test.pass(minute)
    expect(await statusOfRefund(member.id)).toEqual({ status: 'pending', providerId: null })
    if (order !== 'refund first') expect(test.mails.map(({ kind }) => kind)).toEqual(['dispute'])
    await accounts()
    test.mails.length = 0
    test.stripe.closeDispute(id, 'lost')
    await test.pass(minute)
    await finishRefunds(test.shop)
    expect(await statusOfRefund(member.id)).toEqual({ status: 'settled', providerId: null })
    expect(test.mails.map(({ kind }) => kind)).not.toContain('refund-stuck')
    await accounts()
  },
)

it('a refund that was a task before the bank took its money changes no day that is closed', async () => {
  const member = await join()
  await refundBoxes(test.shop, { membershipId: member.id })
  await test.pass(minute)
  test.stripe.byHand.settleRefund(test.stripe.refunds().at(-1)!.id, 'failed', 'declined')
  const closed: [string, object][] = []
  const close = async () => {
    await test.pass(2 * day)
    const to = addDays(shopDay(test.shop), -1)
    closed.push([to, await accounts({ from: to, to })])
  }
  await close()
  const { id } = test.stripe.openDispute(member.intentId, 'needs_response', 6950)
  await close()
  test.stripe.closeDispute(id, 'lost')
  await close()
  await finishRefunds(test.shop)
  expect(await statusOfRefund(member.id)).toEqual({ status: 'settled', providerId: null })
  await close()
  for (const [to, was] of closed)
    expect({ to, ...(await accounts({ from: to, to })) }).toEqual({ to, ...was })
})

it('a full refund by hand as fraud ends the membership before it is charged again, in either order with the warning', async () => {
  for (const order of ['warning', 'refund', 'no warning']) {
    const member = await join()
    const refundIt = (reason: 'fraudulent' | 'requested_by_customer') =>
      test.provider.refunds.create({ payment_intent: member.intentId, reason })
    if (order === 'warning') test.stripe.warnOfFraud(member.intentId)
    await test.pass(minute)
    await refundIt(order === 'refund' ? 'requested_by_customer' : 'fraudulent')
    await test.pass(minute)
    if (order === 'refund') test.stripe.warnOfFraud(member.intentId)
    await test.passDays(40)
    const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, member.id))
    expect(row, order).toMatchObject({ status: 'ended', renews: false })
    const paid = test.stripe.charges().filter((each) => each.paid && each.customer === member.customerId)
    expect(paid, order).toHaveLength(1)
  }
  await accounts()
})

it('what was refunded already leads the evidence of its dispute, and no mail speaks of belts on hold', async () => {
  const member = await join()
  await refundBoxes(test.shop, { membershipId: member.id })
  await test.pass(minute)
  const refund = test.stripe.refunds().at(-1)!
  test.mails.length = 0
  const { id } = test.stripe.openDispute(member.intentId, 'needs_response', 6950)
  await test.pass(minute)
  const mail = test.mails.find(({ kind }) => kind === 'dispute')!
  expect(mail.text).toContain(refund.id)
  expect(mail.text).not.toContain('on hold')
  const { sections, fields } = await collectEvidence(test.shop, id)
  expect(sections[0]!.lines.join()).toContain(refund.id)
  expect(fields.uncategorized_text).toMatch(/^This payment was refunded already\n\$69\.50 refunded on /)
})

it('each status that asks for an answer is mailed with its deadline, and again three days and one day before', async () => {
  const member = await join()
  const { id } = test.stripe.openDispute(member.intentId)
  await test.pass(minute)
  test.stripe.moveDispute(id, 'lost')
  await test.pass(minute)
  test.mails.length = 0
  test.stripe.moveDispute(id, 'appeal_needs_response')
  await test.pass(minute)
  const due = test.stripe.disputes().find((each) => each.id === id)!.evidence_details.due_by
  const on = formatDate(shopDay(test.shop, new Date(due * 1000)))
  expect(test.mails.map(({ kind }) => kind)).toEqual(['dispute'])
  expect(test.mails[0]!.text).toContain('in appeal')
  expect(test.mails[0]!.text.replaceAll('\u00a0', ' ')).toContain(on.replaceAll('\u00a0', ' '))
  for (const days of [4, 2]) {
    await test.pass(days * day + minute)
    expect(test.mails.map(({ kind }) => kind).filter((kind) => kind.startsWith('dispute-due'))).toHaveLength(
      days === 4 ? 1 : 2,
    )
  }
  test.mails.length = 0
  test.stripe.moveDispute(id, 'appeal_under_review')
  await test.pass(9 * day)
  expect(test.mails.filter(({ kind }) => kind.startsWith('dispute'))).toEqual([])
})

it('the list of disputes has each once, page by page, those that wait for an answer first', async () => {
  for (const status of ['needs_response', 'under_review', 'needs_response', 'won', 'lost'] as const) {
    const { id } = test.stripe.openDispute((await join()).intentId)
    await test.pass(minute)
    if (status === 'needs_response') continue
    test.stripe.moveDispute(id, status)
    await test.pass(minute)
  }
  const owner = await signIn(test, 'owner', 'reader-of-disputes')
  type Listed = { disputes: { id: string; status: DisputeStatus }[]; nextCursor: string | null }
  const seen: Listed['disputes'] = []
  let next: string | null = ''
  while (next !== null) {
    const page: string = `/api/admin/disputes?state=all&limit=2${next && `&cursor=${encodeURIComponent(next)}`}`
    const { disputes: rows, nextCursor }: Listed = (await owner.get(page)).body
    seen.push(...rows)
    // One that is decided meanwhile is on another page, and none is passed over.
    if (next === '') test.stripe.moveDispute(rows[1]!.id, 'lost')
    await test.pass(minute)
    next = nextCursor
  }
  const ids = new Set(seen.map(({ id }) => id))
  expect(ids.size).toBe(await test.shop.db.$count(disputes))
  const ranks = seen.map(({ status }) => (asksShop(status) ? 0 : undecidedStatuses.includes(status) ? 1 : 2))
  expect(ranks).toEqual([...ranks].sort())
  expect((await owner.get('/api/admin/disputes?cursor=2')).status).toBe(400)
})

/** One thing that a buyer, a bank, a member or the owner does to a payment; any order, any number of times. */
const acts = [
  'dispute',
  'dispute part',
  'inquiry',
  'move',
  'move',
  'move',
  'refund a box',
  'refund by hand',
  'refund fails',
  'charge by hand',
  'skip days',
] as const

it('the books stand on the movements after every step of any history, and closed days stay', async () => {
  for (let seed = runSeed(); seed < runSeed() + sized(1, 12); seed++) {
    const random = seededRandom(seed)
    const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
    const carts = [[selfItem('monthly')], [toCalifornia(selfItem('6-months'))], [selfItem('6-months')]]
    const members = [await join(...one(carts)), await join(...one(carts))]
    const closed: [string, number][] = []
    const done: string[] = []
    for (let step = 0; step < sized(14, 40); step++) {
      const member = one(members)
      const act = one(acts)
      const mine = test.stripe.disputes().filter((each) => each.payment_intent === member.intentId)
      try {
        if (act === 'dispute' && mine.length === 0) test.stripe.openDispute(member.intentId)
        if (act === 'dispute part' && mine.length === 0)
          test.stripe.openDispute(member.intentId, 'needs_response', 2000)
        if (act === 'inquiry' && mine.length === 0)
          test.stripe.openDispute(member.intentId, 'warning_needs_response')
        const status = one(disputeStatuses)
        if (act === 'move' && mine[0]) test.stripe.moveDispute(mine[0].id, status)
        if (act === 'refund a box') {
          const [box] = await test.shop.db
            .select()
            .from(boxes)
            .where(and(eq(boxes.membershipId, member.id), inArray(boxes.state, ['owed', 'held'])))
            .limit(1)
          if (box) await refundBoxes(test.shop, { membershipId: member.id, boxIds: [box.id] })
        }
        if (act === 'refund by hand')
          await test.provider.refunds.create({ payment_intent: member.intentId, amount: 777 })
        const refund = test.stripe.refunds().findLast((each) => each.payment_intent === member.intentId)
        if (act === 'refund fails' && refund?.status === 'succeeded')
          test.stripe.byHand.settleRefund(refund.id, 'failed', one(['declined', 'unknown', 'newly_invented']))
        if (act === 'charge by hand') test.stripe.byHand.charge(member.customerId!, 1234)
        done.push(`${act} ${act === 'move' ? status : ''}`)
      } catch (error) {
        // The provider, or the shop, refuses it: a refund during a dispute.
        done.push(`${act} refused: ${(error as Error).message}`)
      }
      await test.pass(minute)
      await finishRefunds(test.shop)
      await test.pass(act === 'skip days' ? 3 * day : day)
      await syncBalance(test.shop, 0)
      const { booksCents } = await readPayouts(test.shop, all)
      expect(booksCents, `SEED=${seed}\n${done.join('\n')}`).toBe(movedAt(test))
      const to = addDays(shopDay(test.shop), -1)
      closed.push([to, (await readPayouts(test.shop, { from: to, to })).booksCents])
    }
    await test.pass(day)
    for (const [to, cents] of closed) {
      const { booksCents, providerCents } = await readPayouts(test.shop, { from: to, to })
      expect({ to, booksCents, providerCents }, `SEED=${seed}\n${done.join('\n')}`).toEqual({
        ...{ to, booksCents: cents, providerCents: cents },
      })
    }
  }
}, 600_000)
