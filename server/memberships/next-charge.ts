import { and, asc, desc, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
import { creditUses, membershipPayments, memberships } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { creditFor } from '../../domain/credit.ts'
import type { Drop } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { ShopError } from '../../domain/errors.ts'
import { runningStatuses } from '../../domain/membership.ts'
import type { Plan } from '../../domain/plan.ts'
import { renewableCents } from '../credit/renewal-credit.ts'
import { creditOf } from '../credit/store-credit.ts'
import { disputedAmong, isDisputed, isDisputedM } from '../ledger/disputes.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { lastDrop } from '../ledger/next-drop.ts'
import { stateOfQuote } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { type NextTerms, nextTermsOfEach, syncTerms } from './next-terms.ts'
import { quoteRenewal, renewalItem } from './renewal-item.ts'
import { pausedTerms, recordOtherCharge } from './sync-subscription.ts'

/** When a membership is charged next, and how much. */
export type NextCharge = {
  /** day in the shop's time zone; if past due, the day it should have been charged */
  on: CalendarDate
  /** integer cents before tax, after a promotion code that discounts every term */
  amountCents: number
  /** the part store credit will pay, as far as known today */
  creditCents: number
  /**
   * someone changed something at the provider that makes the amount unknown until fixed; `amountCents` is then the shop's
   * own
   */
  isUnsure: boolean
  /** it won't come while payments are paused: by somebody at the provider, or by this shop during a dispute */
  isPaused: boolean
}

/**
 * The next charge of a membership, as shown on every page and in every email; null if none will come. If someone set a
 * different amount at the provider, this returns that one, because it will be charged.
 */
export async function nextCharge(shop: Shop, membership: Membership): Promise<NextCharge | null> {
  return (await nextChargeOfEach(shop, [membership])).get(membership.id)!
}

/**
 * The same of each of these memberships, by their ids, in as many statements for any number of them, and a few more for each
 * payer with store credit.
 * @param terms their next terms, if already read
 */
export async function nextChargeOfEach(
  shop: Shop,
  all: Membership[],
  terms?: Map<string, NextTerms>,
): Promise<Map<string, NextCharge | null>> {
  const own = await ownCharges(shop, all, terms)
  const disputed = await disputedAmong(shop, [...own.keys()])
  return new Map(
    all.map((membership) => {
      const charge = own.get(membership.id)?.charge
      const isPaused = isPausedThere(membership) || disputed.has(membership.id)
      return [membership.id, charge ? asSet(membership, charge, isPaused) : null]
    }),
  )
}

function asSet(
  { providerTerms, providerChargeCents }: Membership,
  charge: NextCharge,
  isPaused: boolean,
): NextCharge {
  if (providerTerms === null) return { ...charge, isPaused }
  // Store credit doesn't pay an invoice with a different amount (prepare-renewal.ts).
  const amountCents = providerChargeCents ?? charge.amountCents
  return { ...charge, amountCents, creditCents: 0, isUnsure: providerChargeCents === null, isPaused }
}

/** Whether nothing is charged for now: somebody paused its payments at the provider, or this shop did during a dispute. */
export async function isChargingPaused(shop: Shop, membership: Membership): Promise<boolean> {
  return isPausedThere(membership) || (await isDisputed(shop, membership.id))
}

const isPausedThere = ({ providerTerms }: Membership) => providerTerms === pausedTerms

/** The same of membership `m`. */
export const isChargingPausedM = sql`(m.provider_terms is not distinct from ${pausedTerms} or ${isDisputedM})`

/** The amount to show on pages, in integer cents before tax; null if it is unknown or nothing will be charged. */
export function sumOf(charge: NextCharge | null | undefined): number | null {
  return charge && !charge.isUnsure && !charge.isPaused ? charge.amountCents : null
}

/**
 * The next charge by the shop's own terms, ignoring the provider, and the plan it buys: one read of the terms serves both.
 */
async function ownCharge(
  shop: Shop,
  membership: Membership,
): Promise<{ charge: NextCharge; plan: Plan } | null> {
  return (await ownCharges(shop, [membership])).get(membership.id) ?? null
}

async function ownCharges(shop: Shop, all: Membership[], known?: Map<string, NextTerms>) {
  const running = all.filter(({ renews, status }) => renews && runningStatuses.includes(status))
  const terms = known ?? (await nextTermsOfEach(shop, running))
  const credits = await creditAhead(shop, running, terms)
  return new Map(
    running.map(({ id, paidUntil }) => {
      const { plan, ...due } = terms.get(id)!
      const amounts = { amountCents: dueOf(due), creditCents: credits.get(id) ?? 0 }
      return [id, { charge: { on: paidUntil, ...amounts, isUnsure: false, isPaused: false }, plan }]
    }),
  )
}

/**
 * What store credit will pay of the next charge of each of these memberships: the amount already reserved for its invoice,
 * else today's balance minus what earlier charges of the same payer will use. One whose amount is reserved takes no more of
 * it.
 * @returns by membership; absent: nothing
 */
async function creditAhead(
  shop: Shop,
  all: Membership[],
  terms: Map<string, NextTerms>,
): Promise<Map<string, number>> {
  if (all.length === 0) return new Map()
  const ids = all.map(({ id }) => id)
  const reserved = await shop.db
    .select({ id: creditUses.membershipId, amountCents: creditUses.amountCents })
    .from(creditUses)
    .where(and(inArray(creditUses.membershipId, ids), eq(creditUses.state, 'kept')))
  const credits = new Map(reserved.map(({ id, amountCents }) => [id, amountCents]))
  const open = all.filter(({ id, payerEmail }) => payerEmail && !credits.has(id))
  for (const [payer, theirs] of Map.groupBy(open, ({ payerEmail }) => payerEmail!)) {
    const { balanceCents } = await creditOf(shop.db, payer)
    if (balanceCents === 0) continue
    for (const [id, cents] of await creditOfPayer(shop, payer, theirs, terms, balanceCents))
      credits.set(id, cents)
  }
  return credits
}

async function creditOfPayer(
  shop: Shop,
  payer: string,
  theirs: Membership[],
  known: Map<string, NextTerms>,
  balanceCents: number,
): Promise<Map<string, number>> {
  const others = await shop.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.payerEmail, payer),
        eq(memberships.renews, true),
        inArray(memberships.status, runningStatuses),
        notExists(
          shop.db
            .select({ one: sql`1` })
            .from(creditUses)
            .where(and(eq(creditUses.membershipId, memberships.id), eq(creditUses.state, 'kept'))),
        ),
      ),
    )
    .orderBy(asc(memberships.paidUntil), asc(memberships.id))
  const unknown = others.filter(({ id }) => !known.has(id))
  const terms = new Map([...known, ...(await nextTermsOfEach(shop, unknown))])
  const most = await renewableCents(shop.db, [...new Set([...theirs, ...others].map(({ id }) => id))])
  const taken = (id: string, aheadCents: number) => {
    const leftCents = Math.max(0, Math.min(balanceCents, most.get(id) ?? 0) - aheadCents)
    return creditFor(dueOf(terms.get(id)!), leftCents)
  }
  const isBefore = (one: Membership, other: Membership) =>
    one.paidUntil < other.paidUntil || (one.paidUntil === other.paidUntil && one.id < other.id)
  return new Map(
    theirs.map((membership) => {
      const earlier = others.filter((other) => other.id !== membership.id && isBefore(other, membership))
      const aheadCents = earlier.reduce((sum, { id }) => sum + taken(id, sum), 0)
      return [membership.id, taken(membership.id, aheadCents)]
    }),
  )
}

/** The next charge with its plan, the tax on the part not paid by credit, and its drops, in order. */
export type QuotedCharge = NextCharge & { plan: Plan; taxCents: number; drops: Drop[] }

/**
 * The next charge, with the provider's tax quote for the address the belts go to now.
 * @throws ShopError 'payments_unavailable'
 */
export async function quoteNextCharge(shop: Shop, membership: Membership): Promise<QuotedCharge | null> {
  const ahead = await ownCharge(shop, membership)
  if (!ahead) return null
  const { plan } = ahead
  const charge = asSet(membership, ahead.charge, await isChargingPaused(shop, membership))
  const amountCents = charge.amountCents - charge.creditCents
  const taxCents = await quoteTerm(shop, membership, plan, { on: charge.on, amountCents })
  return { ...charge, plan, taxCents, drops: await dropsAhead(shop, membership, plan) }
}

/**
 * The next charge exactly as the provider will make it, for legally required notices: read from the provider after updating
 * its terms and tax rate. If the provider is down, or was when the renewal should have been set up, the notice must not be
 * late, so it uses the amount known here with the tax rate of the previous payment (docs/decisions/049).
 * @returns null if no charge will come
 */
export async function readNextCharge(shop: Shop, membership: Membership): Promise<QuotedCharge | null> {
  const ahead = await ownCharge(shop, membership)
  const subscriptionId = membership.stripeSubscriptionId
  if (!ahead) return null
  const { charge, plan } = ahead
  const drops = await dropsAhead(shop, membership, plan)
  // Not set up yet, because the provider didn't answer after its purchase: it will be, at this amount.
  if (!subscriptionId) return asKnownHere(shop, membership, { ...charge, plan, drops })
  try {
    await syncTerms(shop, membership.id)
    const sums = await previewTaxed(shop, membership, plan, { subscriptionId, on: charge.on })
    const amountCents = sums && sums.amountCents - sums.balanceCents
    if (sums?.amountCents !== charge.amountCents || amountCents !== charge.amountCents) {
      const billed = sums && { amountCents: amountCents!, taxCents: sums.taxCents }
      await recordOtherCharge(
        shop,
        membership.id,
        subscriptionId,
        billed && { ...billed, months: plan.months },
      )
      // Store credit doesn't pay an invoice with a different amount (prepare-renewal.ts).
      return billed && { ...charge, ...billed, creditCents: 0, plan, drops }
    }
    const leftCents = charge.amountCents - charge.creditCents
    const taxCents =
      charge.creditCents > 0
        ? await quoteTerm(shop, membership, plan, { on: charge.on, amountCents: leftCents })
        : sums.taxCents
    return { ...charge, taxCents, plan, drops }
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'payments_unavailable') throw error
    shop.log.warn(
      { error, membershipId: membership.id },
      'a notice names the sum of the shop: ask the provider',
    )
    const known = (await nextCharge(shop, membership)) ?? charge
    return asKnownHere(shop, membership, { ...known, plan, drops })
  }
}

async function asKnownHere(
  shop: Shop,
  { id }: Membership,
  charge: Omit<QuotedCharge, 'taxCents'>,
): Promise<QuotedCharge> {
  return { ...charge, taxCents: await taxAsBefore(shop, id, charge.amountCents - charge.creditCents) }
}

// The rate is corrected when the invoice is made (prepare-renewal.ts); correcting it now makes the invoice match this
// notice.
async function previewTaxed(
  shop: Shop,
  membership: Membership,
  plan: Plan,
  { subscriptionId, on }: { subscriptionId: string; on: CalendarDate },
) {
  const sums = await shop.payments.previewCharge(subscriptionId)
  if (!sums || sums.amountCents === 0) return sums
  const item = renewalItem(membership, plan, sums.amountCents)
  const quote = await quoteRenewal(shop, item, on)
  if (!quote || quote.taxCents === sums.taxCents) return sums
  await shop.payments.setTaxRate({
    ...{ subscriptionId, invoiceId: null, ratePercent: quote.ratePercent },
    state: stateOfQuote(quote),
  })
  return shop.payments.previewCharge(subscriptionId)
}

async function taxAsBefore(shop: Shop, membershipId: string, amountCents: number): Promise<number> {
  const [before] = await shop.db
    .select({ amountCents: membershipPayments.amountCents, taxCents: membershipPayments.taxCents })
    .from(membershipPayments)
    .where(and(eq(membershipPayments.membershipId, membershipId), gt(membershipPayments.amountCents, 0)))
    .orderBy(desc(membershipPayments.paidAt))
    .limit(1)
  return before ? Math.round((amountCents * before.taxCents) / before.amountCents) : 0
}

/** The tax on one term charged on a given day, in integer cents. @throws ShopError 'payments_unavailable' */
export async function quoteTerm(
  shop: Shop,
  membership: Membership,
  plan: Pick<Plan, 'id' | 'name' | 'months'>,
  { on, amountCents }: { on: CalendarDate; amountCents: number },
): Promise<number> {
  if (amountCents <= 0) return 0
  const quote = await quoteRenewal(shop, renewalItem(membership, plan, amountCents), on)
  return quote ? quote.taxCents : taxAsBefore(shop, membership.id, amountCents)
}

/** Integer cents before tax of a term at a price, after a promotion code that discounts every term. */
export function dueOf({ priceCents, offCents }: Pick<NextTerms, 'priceCents' | 'offCents'>): number {
  return Math.max(0, priceCents - offCents)
}

// The same drops that the payment will buy (apply-invoice.ts).
async function dropsAhead(shop: Shop, { id, paidUntil }: Membership, { months }: Plan): Promise<Drop[]> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return allocateDrops(calendar, paidUntil, months, await lastDrop(shop.db, id)).drops
}
