import { and, asc, count, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { planChangeState } from '../../../db/schema/states.ts'
import {
  memberships,
  orderItems,
  orders,
  priceChanges,
  priceRunMembers,
  subscriptionPlans,
} from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { PriceRunView } from '../../../domain/admin/plan-contracts.ts'
import { addDays } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { centsOfDollars, dollarsOfCents } from '../../../domain/money.ts'
import { firstNewCharge, noticeLeadDays } from '../../../domain/price-change.ts'
import { checkPriceRun, type PriceRun, startPriceRun, stopPriceRun } from '../../billing/price-runs.ts'
import { dueOf, quoteTerm } from '../../memberships/next-charge.ts'
import { atPrice, nextTerms } from '../../memberships/next-terms.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

type Touched = PriceRunView['members'][number]
const entity = 'price_changes'
/** Members per page: each one may cost a tax request to the provider. */
const usualPage = 50

/** GET /api/admin/price-runs, newest first. */
export async function listPriceRuns(shop: Shop): Promise<AdminReply<'listPriceRuns'>> {
  const runs = await shop.db.select().from(priceChanges).orderBy(desc(priceChanges.createdAt)).limit(100)
  return { runs: await Promise.all(runs.map((run) => factsOf(shop, run))) }
}

/** Members a new price would affect, and what each would pay. @throws ShopError as checkPriceRun */
export async function previewPriceRun(
  shop: Shop,
  { id: planId, price, effectiveOn, limit = usualPage, cursor }: AdminInput<'previewPriceRun'>,
): Promise<AdminReply<'previewPriceRun'>> {
  const thenCents = centsOfDollars(price) ?? Number.NaN
  await checkPriceRun(shop, { planId, thenCents, effectiveOn })
  const paid = sql`coalesce(${memberships.renewalPriceCents}, ${orderItems.priceCents})`
  const isTouched = and(
    eq(memberships.planId, planId),
    eq(memberships.renews, true),
    inArray(memberships.status, ['active', 'past_due']),
    ne(paid, dollarsOfCents(thenCents)),
    sql`not exists (select 1 from plan_changes p where p.membership_id = ${memberships.id} and p.state in ${planChangeState.list('open')})`,
  )
  const from = () =>
    shop.db
      .select({
        membership: memberships,
        orderNumber: orders.orderNumber,
        months: subscriptionPlans.intervalCount,
      })
      .from(memberships)
      .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
      .innerJoin(orders, eq(orderItems.orderId, orders.id))
      .innerJoin(subscriptionPlans, eq(subscriptionPlans.planId, memberships.planId))
  const rows = await from()
    .where(and(isTouched, cursor ? gt(memberships.id, cursor) : undefined))
    .orderBy(asc(memberships.id))
    .limit(limit + 1)
  const [all] = await shop.db
    .select({ total: count() })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(isTouched)
  const shown = rows.slice(0, limit)
  const members = await Promise.all(
    shown.map(async ({ membership, orderNumber, months }) => {
      const chargeOn = firstNewCharge({
        joinedOn: shopDay(shop, membership.createdAt),
        chargeOn: membership.paidUntil,
        termMonths: months,
        effectiveOn,
        toldOn: shopDay(shop),
      })
      const tellOn = addDays(chargeOn, -noticeLeadDays)
      const today = shopDay(shop)
      return viewTouched(shop, membership, {
        ...{ orderNumber, thenCents, chargeOn, state: 'waiting' as const },
        tellOn: tellOn > today ? tellOn : today,
      })
    }),
  )
  return {
    total: all?.total ?? 0,
    members,
    nextCursor: rows.length > limit ? shown.at(-1)!.membership.id : null,
  }
}

/** POST /api/admin/price-runs. @throws ShopError as startPriceRun */
export async function beginPriceRun(
  shop: Shop,
  { planId, price, effectiveOn }: AdminInput<'startPriceRun'>,
  staff: Staff,
): Promise<AdminReply<'startPriceRun'>> {
  const thenCents = centsOfDollars(price) ?? Number.NaN
  const run = await startPriceRun(shop, { planId, thenCents, effectiveOn }, (tx, made) =>
    audit(tx, staff, shop.now(), {
      action: 'price-run.start',
      entity,
      entityId: made.id,
      after: { planId, thenCents, effectiveOn },
    }),
  )
  return readPriceRun(shop, { id: run.id })
}

/** GET /api/admin/price-runs/{id}. @throws ShopError 'not_found' */
export async function readPriceRun(
  shop: Shop,
  { id, limit = usualPage, cursor }: AdminInput<'readPriceRun'>,
): Promise<AdminReply<'readPriceRun'>> {
  const [run] = await shop.db.select().from(priceChanges).where(eq(priceChanges.id, id))
  if (!run) throw new ShopError('not_found', 'We can’t find that price run.')
  const rows = await shop.db
    .select({ row: priceRunMembers, membership: memberships, orderNumber: orders.orderNumber })
    .from(priceRunMembers)
    .innerJoin(memberships, eq(priceRunMembers.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(and(eq(priceRunMembers.runId, id), cursor ? gt(priceRunMembers.membershipId, cursor) : undefined))
    .orderBy(asc(priceRunMembers.membershipId))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const members = await Promise.all(
    shown.map(({ row, membership, orderNumber }) =>
      viewTouched(shop, membership, {
        ...{ orderNumber, thenCents: row.thenCents, beforeCents: row.nowCents },
        ...{ tellOn: row.tellOn, chargeOn: row.chargeOn, state: row.state as Touched['state'] },
      }),
    ),
  )
  const nextCursor = rows.length > limit ? shown.at(-1)!.row.membershipId : null
  return { run: { ...(await factsOf(shop, run)), members, nextCursor } }
}

/** POST /api/admin/price-runs/{id}/stop. @throws ShopError 'not_found' */
export async function endPriceRun(
  shop: Shop,
  { id }: AdminInput<'stopPriceRun'>,
  staff: Staff,
): Promise<AdminReply<'stopPriceRun'>> {
  await readPriceRun(shop, { id, limit: 1 })
  await stopPriceRun(shop, id, (tx) =>
    audit(tx, staff, shop.now(), { action: 'price-run.stop', entity, entityId: id }),
  )
  shop.wakeWorker()
  return readPriceRun(shop, { id })
}

async function factsOf(shop: Shop, run: PriceRun) {
  const [plan] = await shop.db
    .select({ name: subscriptionPlans.name })
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.planId, run.planId))
  const rows = await shop.db
    .select({ state: priceRunMembers.state, members: count() })
    .from(priceRunMembers)
    .where(eq(priceRunMembers.runId, run.id))
    .groupBy(priceRunMembers.state)
  const none = { waiting: 0, told: 0, charged: 0, undone: 0, left: 0 }
  return {
    id: run.id,
    planId: run.planId,
    planName: plan?.name ?? run.planId,
    price: dollarsOfCents(run.thenCents),
    effectiveOn: run.effectiveOn,
    begunOn: shopDay(shop, run.createdAt),
    state: run.withdrawnAt ? ('stopped' as const) : run.finishedAt ? ('done' as const) : ('running' as const),
    counts: { ...none, ...Object.fromEntries(rows.map(({ state, members }) => [state, members])) },
  }
}

type Planned = Pick<Touched, 'orderNumber' | 'thenCents' | 'tellOn' | 'chargeOn' | 'state'> & {
  /** the term's price when the run recorded it; absent: the current price */
  beforeCents?: number
}

async function viewTouched(
  shop: Shop,
  membership: typeof memberships.$inferSelect,
  { orderNumber, thenCents: price, beforeCents, ...planned }: Planned,
): Promise<Touched> {
  const terms = await nextTerms(shop, membership)
  const thenCents = dueOf(atPrice(terms, price))
  // The list still works while the provider doesn't answer.
  const taxCents = await quoteTerm(shop, membership, terms.plan, {
    ...{ on: planned.chargeOn, amountCents: thenCents },
  }).catch(() => null)
  return {
    membershipId: membership.id,
    orderNumber,
    email: membership.payerEmail,
    nowCents: dueOf(atPrice(terms, beforeCents ?? terms.priceCents)),
    thenCents,
    taxCents,
    totalCents: thenCents + (taxCents ?? 0),
    ...planned,
    isMoved: membership.providerPriceCents === price,
  }
}
