import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { planChangeState, priceRunState } from '../../db/schema/states.ts'
import {
  checkouts,
  memberships,
  orderItems,
  outbox,
  planChanges,
  priceChanges,
  priceRunMembers,
  promotionCodes,
} from '../../db/schema.ts'
import type { Plan } from '../../domain/plan.ts'
import { openPriceRuns } from '../../domain/price-change.ts'
import { type PermanentCode, permanentDiscount } from '../../domain/promotion.ts'
import { terms } from '../../domain/terms.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { chargeAsWritten } from './charge-as-written.ts'

export type PlanChange = typeof planChanges.$inferSelect

/** What the next charge of a membership buys: the one source for every page, every email and the provider. */
export type NextTerms = {
  plan: Plan
  /** integer cents per term, before any code and tax */
  priceCents: number
  /** cents a promotion code takes off this term */
  offCents: number
  /** the code, for what it takes off other terms; null: there's none */
  code: PermanentCode | null
  /** the price of the original sale, in cents */
  boughtCents: number
  /** the open change of plan this charge will carry out, if any */
  change: PlanChange | null
}

/**
 * If the member chose another plan for the next term: that plan, at the price shown then. Otherwise the current plan, at the
 * first of these prices there is: a new price whose notice was sent early enough for this charge, the renewal price they
 * already pay, the price of the original sale.
 */
export async function nextTerms(shop: Shop, membership: Membership): Promise<NextTerms> {
  return (await nextTermsOfEach(shop, [membership])).get(membership.id)!
}

/** The same of each of these memberships, by their ids, in two statements. */
export async function nextTermsOfEach(shop: Shop, all: Membership[]): Promise<Map<string, NextTerms>> {
  if (all.length === 0) return new Map()
  const asked = all.map((each) => ({
    ...{ id: each.id, item: each.orderItemId, plan: each.planId, paid_until: each.paidUntil },
  }))
  const rows = await shop.db
    .select({ id: sql<string>`m.id`, ...sale, change: planChanges, toldCents: toldPrice(shop) })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as m(id uuid, item uuid, plan text, paid_until date)`,
    )
    .innerJoin(orderItems, eq(orderItems.id, sql`m.item`))
    .leftJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .leftJoin(promotionCodes, eq(promotionCodes.code, checkouts.promotionCode))
    .leftJoin(planChanges, isOpenChange(sql`m.id`))
  const plans = new Map((await readPlans(shop.db)).map((plan) => [plan.id as string, plan]))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    all.map((membership) => {
      const row = rowOf.get(membership.id)
      const { boughtCents, code } = soldAs(membership, row)
      const { change = null, toldCents = null } = row ?? {}
      const planId = change?.toPlanId ?? membership.planId
      const plan = plans.get(planId)
      if (!plan) throw new Error(`unknown plan ${planId}`)
      const priceCents = change?.priceCents ?? toldCents ?? membership.renewalPriceCents ?? boughtCents
      const offCents = permanentDiscount(code, { planId, priceCents })
      return [membership.id, { plan, priceCents, offCents, code, boughtCents, change }]
    }),
  )
}

/** The same terms at another price of the plan. */
export function atPrice(terms: NextTerms, priceCents: number): NextTerms {
  return {
    ...terms,
    ...{ priceCents, offCents: permanentDiscount(terms.code, { planId: terms.plan.id, priceCents }) },
  }
}

/**
 * Every plan and price at which a term of this membership may be invoiced: the next term first, then the original sale and
 * everything the provider was ever told, since an invoice may have been a draft when that changed. `isUndone`: only told for
 * a change of plan that was undone before its charge, so nobody has agreed to pay it.
 */
export async function expectedTerms(shop: Shop, membership: Membership) {
  const { id, planId, renewalPriceCents, providerPlanId, providerPriceCents } = membership
  const next = await nextTerms(shop, membership)
  const changes = await shop.db
    .select()
    .from(planChanges)
    .where(eq(planChanges.membershipId, id))
    .orderBy(asc(planChanges.createdAt))
  const told = await shop.db
    .select({ planId: priceChanges.planId, priceCents: priceRunMembers.thenCents })
    .from(priceRunMembers)
    .innerJoin(priceChanges, eq(priceRunMembers.runId, priceChanges.id))
    .where(eq(priceRunMembers.membershipId, id))
  const undone = changes.filter(({ state }) => state === 'undone').map(termsOfChange)
  const sold = [
    { planId: next.plan.id, priceCents: next.priceCents },
    { planId: changes[0]?.fromPlanId ?? planId, priceCents: next.boughtCents },
    ...(renewalPriceCents === null ? [] : [{ planId, priceCents: renewalPriceCents }]),
    ...changes.filter(({ state }) => state !== 'undone').map(termsOfChange),
    ...told,
  ]
  const known = [
    ...sold,
    ...(providerPriceCents === null
      ? []
      : [{ planId: providerPlanId ?? planId, priceCents: providerPriceCents }]),
    ...undone,
  ]
  return known.map((each) => ({
    ...each,
    dueCents: Math.max(0, each.priceCents - permanentDiscount(next.code, each)),
    isUndone: isAmong(undone, each) && !isAmong(sold, each),
  }))
}

type Terms = { planId: string; priceCents: number }
const termsOfChange = ({ toPlanId, priceCents }: PlanChange): Terms => ({ planId: toPlanId, priceCents })
const isAmong = (all: Terms[], one: Terms) =>
  all.some(({ planId, priceCents }) => planId === one.planId && priceCents === one.priceCents)

const soldItem = sql`${checkouts.snapshot} -> 'items' -> ${orderItems.position}`

/** What an order item sold for, and what its code takes off: reads only these fields of the checkout's snapshot. */
const sale = {
  priceCents: orderItems.priceCents,
  offCents: sql<number | null>`(${soldItem} ->> 'renewalDiscountCents')::int`,
  planId: sql<string | null>`${soldItem} ->> 'planId'`,
  percentOff: promotionCodes.percentOff,
  plans: promotionCodes.plans,
}

type Sale = Omit<PermanentCode, 'offCents' | 'planId'> & {
  priceCents: number
  offCents: number | null
  planId: string | null
}

function soldAs({ id, planId }: Membership, row: Sale | undefined) {
  if (!row) throw new Error(`the order item of membership ${id} is gone`)
  const { priceCents: boughtCents, offCents, percentOff, plans } = row
  const code = offCents ? { offCents, percentOff, plans, planId: row.planId ?? planId } : null
  return { boughtCents, code }
}

async function soldAt(tx: Transaction, membership: Membership) {
  const [row] = await tx
    .select(sale)
    .from(orderItems)
    .leftJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .leftJoin(promotionCodes, eq(promotionCodes.code, checkouts.promotionCode))
    .where(eq(orderItems.id, membership.orderItemId))
  return soldAs(membership, row)
}

const isOpenChange = (membershipId: string | SQL) =>
  and(eq(planChanges.membershipId, membershipId), eq(planChanges.state, 'open'))

/** The change of plan that is neither charged nor undone, or null. */
export async function openChange(
  db: Database | Transaction,
  membershipId: string,
): Promise<PlanChange | null> {
  const [row] = await db.select().from(planChanges).where(isOpenChange(membershipId))
  return row ?? null
}

// A new price whose notice the payer of membership `m` got early enough for this charge.
function toldPrice({ db, config }: Shop): SQL<number | null> {
  const told = db
    .select({ thenCents: priceRunMembers.thenCents })
    .from(priceRunMembers)
    .innerJoin(priceChanges, eq(priceRunMembers.runId, priceChanges.id))
    .innerJoin(
      outbox,
      and(
        eq(outbox.kind, 'price-change'),
        eq(outbox.subjectId, sql`m.id::text || ':' || ${priceChanges.id}`),
      ),
    )
    .where(
      and(
        eq(priceRunMembers.membershipId, sql`m.id`),
        inArray(priceRunMembers.state, openPriceRuns),
        eq(priceChanges.planId, sql`m.plan`),
        isNull(priceChanges.withdrawnAt),
        isNull(outbox.droppedBecause),
        lte(priceChanges.effectiveOn, sql`m.paid_until`),
        sql`(${outbox.sentAt} at time zone ${config.timeZone})::date + ${sql.raw(String(terms.priceNoticeDays))} <= m.paid_until`,
      ),
    )
    .limit(1)
  return sql`(${told})`.mapWith(priceRunMembers.thenCents)
}

/**
 * Updates the provider so that it charges what the ledger says next. Repeats until both match, so that the later of two
 * simultaneous changes wins; after a crash in between, the worker does it (syncAllTerms).
 */
export async function syncTerms(shop: Shop, membershipId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const membership = await findMembership(shop, membershipId)
    const { renews, status, stripeSubscriptionId: subscriptionId } = membership
    if (!renews || !subscriptionId || !['active', 'past_due'].includes(status)) return
    const { plan, priceCents, offCents, code, boughtCents } = await nextTerms(shop, membership)
    const held = {
      planId: membership.providerPlanId ?? membership.planId,
      priceCents: membership.providerPriceCents ?? boughtCents,
    }
    if (held.planId === plan.id && held.priceCents === priceCents) return
    await shop.payments.setTerms({
      subscriptionId,
      plan: { planId: plan.id, planName: plan.name, months: plan.months, amountCents: priceCents },
      renewalDiscountCents: code && offCents,
    })
    const [after] = await shop.db
      .update(memberships)
      .set({
        ...{ providerPlanId: plan.id, providerPriceCents: priceCents },
        // setTerms replaces what someone set there; the provider's event for it records again what is still wrong.
        ...{ providerTerms: null, providerChargeCents: null },
      })
      .where(eq(memberships.id, membershipId))
      .returning({ paidUntil: memberships.paidUntil })
    // A skip moved the charge meanwhile, and the terms may have been set with the day before it.
    if (after?.paidUntil !== membership.paidUntil) await chargeAsWritten(shop, membershipId)
  }
}

const maxRounds = 5

/**
 * Runs `syncTerms` for everyone whose next terms may differ from the provider's. It carries out price changes and repairs
 * missed updates.
 * @param atOnce memberships read per query
 */
export async function syncAllTerms(shop: Shop, atOnce = 500): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await termsToKeep(shop, after, atOnce)
    for (const { id, isDue } of found) {
      if (!isDue) continue
      stepDone()
      try {
        await syncTerms(shop, id)
      } catch (error) {
        // If the provider rejects one membership, the others must still get their new price.
        itemFailed(
          shop,
          { error, membershipId: id },
          'the next terms of a membership could not be set; they are tried again',
        )
      }
    }
    if (found.length < atOnce) return
    after = found.at(-1)!.id
  }
}

/**
 * Collects candidate ids first, from three small indexes in id order: otherwise PostgreSQL, which expects most prices to
 * differ, would read every membership and its item.
 */
function termsToKeep(shop: Shop, after: string, atOnce: number) {
  const next = (id: string) =>
    sql`${sql.raw(id)} > ${after}::uuid order by ${sql.raw(id)} limit ${sql.raw(String(atOnce))}`
  return rowsOf<{ id: string; isDue: boolean }>(
    shop.db,
    sql`select m.id, m.renews and (maybe.is_open or
        (coalesce(m.provider_plan_id, m.plan_id), coalesce(m.provider_price, i.price)) is distinct from (m.plan_id, coalesce(m.renewal_price, i.price))) as "isDue"
      from (select id, bool_or(is_open) as is_open from (
        (select membership_id as id, true as is_open from plan_changes where state in ${planChangeState.list('open')} and ${next('membership_id')})
        union all
        (select membership_id, true from price_run_members where state in ${priceRunState.list('told')} and ${next('membership_id')})
        union all
        (select id, false from memberships
          where renews and (provider_plan_id <> plan_id or provider_price is distinct from renewal_price) and ${next('id')})
        ) each group by id order by id limit ${sql.raw(String(atOnce))}) maybe
      join memberships m on m.id = maybe.id
      join order_items i on i.id = m.order_item_id order by m.id`,
  )
}

/**
 * Settles what a paid invoice completes, in the transaction that records it: a change of plan is marked charged, or a new
 * price becomes the member's renewal price.
 * @param bill.planId the plan it sold
 * @param bill.priceCents before tax, money plus store credit
 */
export async function settleTerms(
  tx: Transaction,
  membership: Membership,
  { planId, priceCents }: { planId: string; priceCents: number },
): Promise<{ planId: string; renewalPriceCents?: number }> {
  const change = await openChange(tx, membership.id)
  if (change?.toPlanId === planId) {
    await tx
      .update(planChanges)
      .set({ state: planChangeState.to('charged', planChanges.state) })
      .where(eq(planChanges.id, change.id))
    return { planId, renewalPriceCents: change.priceCents }
  }
  const [told] = await tx
    .select()
    .from(priceRunMembers)
    .where(
      and(
        eq(priceRunMembers.membershipId, membership.id),
        eq(priceRunMembers.state, 'told'),
        eq(priceRunMembers.thenCents, membership.providerPriceCents ?? -1),
      ),
    )
    .limit(1)
  // An invoice that was already a draft when the provider got the new price still has the old one.
  const { code } = await soldAt(tx, membership)
  const toldOff = told && permanentDiscount(code, { planId, priceCents: told.thenCents })
  if (!told || priceCents !== Math.max(0, told.thenCents - toldOff!)) return { planId }
  await tx
    .update(priceRunMembers)
    .set({ state: priceRunState.to('charged', priceRunMembers.state) })
    .where(and(eq(priceRunMembers.runId, told.runId), eq(priceRunMembers.membershipId, membership.id)))
  return { planId, renewalPriceCents: told.thenCents }
}
