import { and, count, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm'
import { boxes, demoCards, demoInvoices, memberships, paymentEvents } from '../db/schema.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { addDrops, type Drop } from '../domain/drop.ts'
import { normalizeEmail } from '../domain/email.ts'
import { ShopError } from '../domain/errors.ts'
import { refundBoxes } from '../server/billing/refund-boxes.ts'
import { finishRefunds } from '../server/billing/refunds.ts'
import { giveCredit } from '../server/credit/store-credit.ts'
import { handleEvents } from '../server/events/handle-events.ts'
import { nextDrop } from '../server/ledger/next-drop.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import { cancelRenewal, undoCancel } from '../server/memberships/cancel-renewal.ts'
import { changePlan, undoPlanChange } from '../server/memberships/change-plan.ts'
import { endUnpaid } from '../server/memberships/end-unpaid.ts'
import { syncAllTerms } from '../server/memberships/next-terms.ts'
import { settleKeptCredit } from '../server/memberships/prepare-renewal.ts'
import { reconcileRenewals } from '../server/memberships/reconcile-renewals.ts'
import { pauseMembership, resumeMembership, skipBox } from '../server/memberships/skip-box.ts'
import type { TestShop } from './create-test-shop.ts'
import { disputingBank } from './disputing-bank.ts'
import { faultyPayments } from './faulty-payments.ts'
import { ledgerOf } from './members.ts'

const stepDays = ['01', '05', '12', '19', '24', '28']
const lastDay = stepDays.at(-1)

type Life = {
  /** everyone who ever joined */
  memberIds: string[]
  /** ids of new members; called every three months */
  join: (month: number) => Promise<string[]>
  /** how likely a member is to do something on each of the six days a month */
  liveliness: number
  /** the only source of randomness */
  random: () => number
  /**
   * members also change plans and have store credit; nobody disputes a payment, so the books match the provider's to the
   * cent
   */
  isSpending?: boolean
  /** what the owner does each day; absent: everything owed ships on the 5th */
  owner?: ClubOwner
}

/** The owner's month (test/club-owner.ts). */
export type ClubOwner = {
  /** before the members act */
  work(today: CalendarDate, month: Drop): Promise<void>
  /** after them: what the worker writes and sends */
  tell(): Promise<void>
  /** another thing a member may do: change a size, ask for an exchange or a return */
  wish(membershipId: string): Promise<void>
  /** the first broken promise, as a sentence */
  broken(today: CalendarDate, unsure: ReadonlySet<string>): Promise<string | null>
}

/** Simulates, at random, what members, owner, bank and network do over months. */
export function clubLife(test: TestShop, { memberIds, join, liveliness, random, owner, isSpending }: Life) {
  const provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
  const bank = disputingBank(test)
  const { shop } = test
  /** members whose last action failed and wasn't retried: shop and provider may disagree until they next communicate */
  const unsure = new Set<string>()
  /** everyone who ever was unsure: they may have been told another day */
  const wereUnsure = new Set<string>()
  let gifts = 0
  const chance = (share: number) => random() < share
  const pick = <Item>(items: Item[]): Item | undefined => items[Math.floor(random() * items.length)]

  async function bill() {
    while ((await shop.payments.renewDemo?.()) !== 0) {
      await bank.voidDrafts()
      if (isSpending && chance(0.2)) provider.fail('placeCredit', chance(0.5) ? 'before' : 'after')
      if (chance(0.25)) await shop.db.delete(paymentEvents).where(isNull(paymentEvents.handledAt))
      if (chance(0.25)) await deliverAgain()
      await handleEvents(shop)
    }
    await handleEvents(shop)
    await drainOutbox(shop)
  }

  /** Delivers events again, as the provider does for up to three days; in a small club, all events ever. */
  async function deliverAgain() {
    const lately = new Date(shop.now().getTime() - 3 * 24 * 60 * 60_000)
    const which =
      memberIds.length < 100 ? isNotNull(paymentEvents.handledAt) : gte(paymentEvents.handledAt, lately)
    await shop.db.update(paymentEvents).set({ handledAt: null }).where(which)
  }

  /** The number of bills of each membership. */
  async function billsMade(): Promise<Map<string, number>> {
    const rows = await shop.db
      .select({ id: memberships.id, made: count(demoInvoices.id) })
      .from(memberships)
      .leftJoin(demoInvoices, eq(demoInvoices.subscriptionId, memberships.stripeSubscriptionId))
      .groupBy(memberships.id)
    return new Map(rows.map(({ id, made }) => [id, made]))
  }

  /** A sentence about the first charge that was unexpected or missing. */
  async function billAndCompare(today: string): Promise<string | null> {
    const before = await billsMade()
    const due = new Set<string>()
    const unpaid = new Set<string>()
    for (const row of await shop.db.select().from(memberships).where(eq(memberships.renews, true))) {
      if (row.status === 'active' && row.paidUntil <= today) due.add(row.id)
      // During a dispute it may stay unpaid beyond its term: a bill for the next one is written, and voided.
      if (row.status === 'past_due') unpaid.add(row.id)
    }
    await bill()
    const after = await billsMade()
    for (const [id, count] of before) {
      if (unsure.has(id) || unpaid.has(id)) continue
      const made = after.get(id)! - count
      const expected = due.has(id) ? 1 : 0
      if (made !== expected) return `${today}: ${made} bills for ${id}, expected ${expected}`
    }
    return null
  }

  async function ship(month: string) {
    await shop.db
      .update(boxes)
      .set({ state: 'shipped', shippedAt: test.clock.now() })
      .where(and(eq(boxes.state, 'owed'), lte(boxes.drop, month)))
  }

  async function mend(today: string) {
    provider.mend()
    await reconcileRenewals(shop)
    await finishRefunds(shop)
    await endUnpaid(shop)
    await syncAllTerms(shop)
    await settleKeptCredit(shop)
    for (const id of unsure) {
      const { membership } = await ledgerOf(test, id)
      const state = await shop.payments.fetchSubscription(membership.stripeSubscriptionId!)
      const isSame = state?.nextChargeAt?.toISOString().slice(0, 10) === membership.paidUntil
      if (isSame || membership.status === 'ended' || !membership.renews) unsure.delete(id)
    }
    await drainOutbox(shop)
    return today
  }

  /** Does one action; if the provider fails, retries it as people do, or gives up. */
  async function wish(id: string, act: () => Promise<unknown>) {
    for (let tries = 0; tries < 3; tries++) {
      try {
        await act()
        return
      } catch (error) {
        if (error instanceof ShopError) return
        if (chance(0.3)) {
          wereUnsure.add(id)
          return void unsure.add(id)
        }
        provider.mend()
      }
    }
  }

  async function live(id: string, today: string) {
    const membershipId = id
    const { membership, payments, boxes: all } = await ledgerOf(test, id)
    const next = await nextDrop(shop.db, membership, today, test.shop.config.timeZone)
    if (chance(0.15)) {
      const call = pick([
        ...(['moveNextCharge', 'setRenewing', 'refund', 'endSubscription'] as const),
        ...(isSpending ? (['setTerms'] as const) : []),
      ])!
      provider.fail(call, chance(0.5) ? 'before' : 'after')
    }
    const dice = random()
    if (isSpending && chance(0.4)) await spend(id, membership.payerEmail!)
    else if (dice < 0.12 && next) await wish(id, () => skipBox(shop, { membershipId, drop: next }))
    else if (dice < 0.18 && next) {
      const until = addDrops(next, 1 + Math.floor(random() * 3))
      await wish(id, () => pauseMembership(shop, { membershipId, until }))
    } else if (dice < 0.26) {
      // If resuming moves the charge earlier and the reply is lost, that charge is what the member asked for, not an
      // error.
      provider.mend()
      await wish(id, () => resumeMembership(shop, { membershipId }))
    } else if (dice < 0.32) await wish(id, () => cancelRenewal(shop, { membershipId }))
    else if (dice < 0.42) await wish(id, () => undoCancel(shop, { membershipId }))
    else if (dice < 0.46) {
      const boxIds = all.filter(() => chance(0.3)).map((box) => box.id)
      await wish(id, () => refundBoxes(shop, { membershipId, boxIds }))
    } else if (dice < 0.5) await breakCard(membership.customerId!)
    else if (dice < 0.58) await shop.payments.changeDemoCard!(membership.customerId!)
    else if (dice < 0.62 && !isSpending) await dispute(pick(payments)!.intentId)
    else if (owner) await owner.wish(id)
    provider.mend()
  }

  /** Changes the plan for the next term, undoes that, or gives any amount of store credit. */
  async function spend(membershipId: string, email: string) {
    const dice = random()
    if (dice < 0.45) {
      const planId = pick(['monthly', '6-months', '12-months'])!
      return wish(membershipId, () => changePlan(shop, { membershipId, planId, username: null }))
    }
    if (dice < 0.6) return wish(membershipId, () => undoPlanChange(shop, membershipId))
    const amountCents = pick([1, 1250, 6_900, 6_950, 20_000])!
    const key = `life-${++gifts}`
    await giveCredit(
      shop,
      { email: normalizeEmail(email), amountCents, words: 'Thanks.', key },
      async () => {},
    )
  }

  async function breakCard(customerId: string) {
    await shop.db.update(demoCards).set({ paysRenewals: false }).where(eq(demoCards.customerId, customerId))
  }

  async function dispute(intentId: string | null) {
    if (intentId) await bank.dispute(intentId, chance(0.5) ? 'lost' : 'won')
  }

  /** Lives through `months` months from the first of `from` ("YYYY-MM"). Returns the first surprise, or null. */
  async function run(from: string, months: number): Promise<string | null> {
    for (let index = 0; index < months; index++) {
      const month = addDrops(from, index)
      if (index % 3 === 2) memberIds.push(...(await join(index)))
      for (const day of stepDays) {
        const today = `${month}-${day}`
        test.clock.set(`${today}T17:00:00Z`)
        await mend(today)
        const surprise = await billAndCompare(today)
        if (surprise) return surprise
        if (owner) await owner.work(today, month)
        else if (day === '05') await ship(month)
        await owner?.tell()
        for (const id of memberIds) if (chance(liveliness)) await live(id, today)
        await handleEvents(shop)
        await owner?.tell()
        const broken = day === lastDay ? await owner?.broken(today, wereUnsure) : null
        if (broken) return `${today}: ${broken}`
      }
    }
    provider.mend()
    test.clock.set(`${addDrops(from, months)}-01T17:00:00Z`)
    await bill()
    await mend('')
    return null
  }

  return { run }
}
