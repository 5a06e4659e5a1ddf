import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { rowsOf } from '../../db/rows.ts'
import { planChangeState, priceRunState } from '../../db/schema/states.ts'
import {
  checkouts,
  memberships,
  orderItems,
  outbox,
  planChanges,
  priceChanges,
  priceRunMembers,
} from '../../db/schema.ts'
import type { Plan } from '../../domain/plan.ts'
import { openPriceRuns, priceChangeDays } from '../../domain/price-change.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'

export type PlanChange = typeof planChanges.$inferSelect

/** What the next charge of a membership buys: the one place that every page, mail and the provider are told from. */
export type NextTerms = {
  plan: Plan
  /** integer cents of a term, before a code and before tax */
  priceCents: number
  /** what a promotion code takes off every term */
  offCents: number
  /** the price at which it was sold */
  boughtCents: number
  /** the change of plan that it carries out */
  change: PlanChange | null
}

/**
 * The plan that was chosen for the next term, at the price that was shown then; else the plan that it has, at a new price
 * that its payer was told of in time for this charge, at the one that they came to pay since, or at that of the sale.
 */
export async function nextTerms(shop: Shop, membership: Membership): Promise<NextTerms> {
  const [row] = await shop.db
    .select({ ...sale, change: planChanges, toldCents: toldPrice(shop, membership) })
    .from(orderItems)
    .leftJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .leftJoin(planChanges, isOpenChange(membership.id))
    .where(eq(orderItems.id, membership.orderItemId))
  const bought = soldAs(membership, row)
  const { change = null, toldCents = null } = row ?? {}
  return {
    plan: await readPlan(shop.db, change?.toPlanId ?? membership.planId),
    priceCents: change?.priceCents ?? toldCents ?? membership.renewalPriceCents ?? bought.priceCents,
    offCents: bought.offCents,
    boughtCents: bought.priceCents,
    change,
  }
}

/**
 * Every plan and price at which a term of this membership may rightly be billed: what the next one costs first; then what
 * was sold, and whatever the provider was told since, because a bill may have been a draft when that changed.
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
  const terms = [
    { planId: next.plan.id, priceCents: next.priceCents },
    { planId: changes[0]?.fromPlanId ?? planId, priceCents: next.boughtCents },
    ...(renewalPriceCents === null ? [] : [{ planId, priceCents: renewalPriceCents }]),
    ...(providerPriceCents === null
      ? []
      : [{ planId: providerPlanId ?? planId, priceCents: providerPriceCents }]),
    ...changes.map(({ toPlanId, priceCents }) => ({ planId: toPlanId, priceCents })),
    ...told,
  ]
  return terms.map((each) => ({ ...each, dueCents: Math.max(0, each.priceCents - next.offCents) }))
}

/** What a cart's item was sold for, and what its code takes off every term; of the snapshot that alone is read. */
const sale = {
  priceCents: orderItems.priceCents,
  offCents: sql<
    number | null
  >`(${checkouts.snapshot} -> 'items' -> ${orderItems.position} ->> 'renewalDiscountCents')::int`,
}

function soldAs({ id }: Membership, row: { priceCents: number; offCents: number | null } | undefined) {
  if (!row) throw new Error(`the order item of membership ${id} is gone`)
  return { priceCents: row.priceCents, offCents: row.offCents ?? 0 }
}

async function soldAt(tx: Transaction, membership: Membership) {
  const [row] = await tx
    .select(sale)
    .from(orderItems)
    .leftJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .where(eq(orderItems.id, membership.orderItemId))
  return soldAs(membership, row)
}

const isOpenChange = (membershipId: string) =>
  and(eq(planChanges.membershipId, membershipId), eq(planChanges.state, 'open'))

/** The change of plan that is neither charged nor taken back, or null. */
export async function openChange(
  db: Database | Transaction,
  membershipId: string,
): Promise<PlanChange | null> {
  const [row] = await db.select().from(planChanges).where(isOpenChange(membershipId))
  return row ?? null
}

// A price that this payer was told of in time for this charge.
function toldPrice({ db, config }: Shop, { id, planId, paidUntil }: Membership): SQL<number | null> {
  const told = db
    .select({ thenCents: priceRunMembers.thenCents })
    .from(priceRunMembers)
    .innerJoin(priceChanges, eq(priceRunMembers.runId, priceChanges.id))
    .innerJoin(
      outbox,
      and(
        eq(outbox.kind, 'price-change'),
        eq(outbox.subjectId, sql`${id}::text || ':' || ${priceChanges.id}`),
      ),
    )
    .where(
      and(
        eq(priceRunMembers.membershipId, id),
        inArray(priceRunMembers.state, openPriceRuns),
        eq(priceChanges.planId, planId),
        isNull(priceChanges.withdrawnAt),
        isNull(outbox.droppedBecause),
        lte(priceChanges.effectiveOn, paidUntil),
        sql`(${outbox.sentAt} at time zone ${config.timeZone})::date + ${sql.raw(String(priceChangeDays))} <= ${paidUntil}::date`,
      ),
    )
    .limit(1)
  return sql`(${told})`.mapWith(priceRunMembers.thenCents)
}

/**
 * Has the provider charge next what the ledger says. It is told again until both say the same, so that of two changes at
 * once the later one stands; after a crash in between the worker tells it again (syncAllTerms).
 */
export async function syncTerms(shop: Shop, membershipId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const membership = await findMembership(shop, membershipId)
    const { renews, status, stripeSubscriptionId: subscriptionId } = membership
    if (!renews || !subscriptionId || !['active', 'past_due'].includes(status)) return
    const { plan, priceCents, offCents, boughtCents } = await nextTerms(shop, membership)
    const held = {
      planId: membership.providerPlanId ?? membership.planId,
      priceCents: membership.providerPriceCents ?? boughtCents,
    }
    if (held.planId === plan.id && held.priceCents === priceCents) return
    await shop.payments.setTerms({
      subscriptionId,
      plan: { planId: plan.id, planName: plan.name, months: plan.months, amountCents: priceCents },
      renewalDiscountCents: offCents,
    })
    await shop.db
      .update(memberships)
      .set({
        ...{ providerPlanId: plan.id, providerPriceCents: priceCents },
        // What somebody had set there is gone with it; what stays wrong is noted again with the news of this.
        ...{ providerTerms: null, providerChargeCents: null },
      })
      .where(eq(memberships.id, membershipId))
  }
}

const maxRounds = 5

/**
 * The repair, and the hand that moves a price run: everybody whose next terms may be others than the provider's.
 * @param atOnce memberships that are asked for at a time
 */
export async function syncAllTerms(shop: Shop, atOnce = 500): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await termsToKeep(shop, after, atOnce)
    for (const { id, isDue } of found) {
      if (!isDue) continue
      try {
        await syncTerms(shop, id)
      } catch (error) {
        // One that the provider refuses must not keep the others at the former price.
        shop.log.error(
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
 * By the ids of those that may be due, which three small indexes hold in order: PostgreSQL expects most prices to differ, and
 * would read every membership and its item.
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
 * What a paid bill settles, in the transaction that records it: a change of plan is carried out, a new price is the
 * member's own from now on.
 * @param bill.planId what it sold
 * @param bill.priceCents before tax, in money and store credit
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
  // A bill that was a draft when the provider heard of the new price is still of the old one.
  const { offCents } = await soldAt(tx, membership)
  if (!told || priceCents !== Math.max(0, told.thenCents - offCents)) return { planId }
  await tx
    .update(priceRunMembers)
    .set({ state: priceRunState.to('charged', priceRunMembers.state) })
    .where(and(eq(priceRunMembers.runId, told.runId), eq(priceRunMembers.membershipId, membership.id)))
  return { planId, renewalPriceCents: told.thenCents }
}
