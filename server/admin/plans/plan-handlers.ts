import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { membershipStatus } from '../../../db/schema/states.ts'
import { subscriptionPlans } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { PlanView } from '../../../domain/admin/plan-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { firstFeatures } from '../../../domain/first-plans.ts'
import { runningStatuses } from '../../../domain/membership.ts'
import { centsOfDollars, dollarsOfCents, formatCents } from '../../../domain/money.ts'
import { leastChargeCents } from '../../../domain/promotion.ts'
import { suggestSlug } from '../../../domain/slug.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { changedFields, refuseEditConflict } from '../edit-conflict.ts'

const planWords = {
  priceCents: 'price',
  intervalCount: 'months',
  originalPriceCents: 'compared price',
  popular: 'Best Value',
  isActive: 'whether it’s on sale',
}

type Row = typeof subscriptionPlans.$inferSelect

/** Integer cents: the most a term can cost. */
const maxCents = 1_000_000

/** GET /api/admin/plans: every plan, retired ones included. */
export async function listPlans(shop: Shop): Promise<AdminReply<'listPlans'>> {
  return { plans: await viewPlans(shop.db) }
}

/**
 * POST /api/admin/plans: the plan is on sale from now on, on every page and in every call.
 * @throws ShopError 'invalid_body' naming the field, 'taken' for the id of another plan
 */
export async function createPlan(
  shop: Shop,
  input: AdminInput<'createPlan'>,
  staff: Staff,
): Promise<AdminReply<'createPlan'>> {
  return shop.db.transaction(async (tx) => {
    const known = await holdPlans(tx)
    const ids = known.map((row) => row.planId)
    const planId = input.planId ?? suggestSlug(input.name, ids)
    if (planId === '')
      throw refuse('planId', 'Give the plan an id of lowercase letters and numbers, like 3-months.')
    if (ids.includes(planId))
      throw refuse('planId', `There’s already a plan ${planId}, or there was one.`, 'taken')
    const row = {
      planId,
      name: input.name.trim(),
      priceCents: priceOf('price', input.price),
      billingInterval: 'month',
      intervalCount: input.months,
      originalPriceCents: input.originalPrice == null ? null : priceOf('originalPrice', input.originalPrice),
      popular: input.popular ?? false,
      features: (input.features ?? firstFeatures).map((line) => line.trim()),
    }
    if (row.popular) await clearPopular(tx)
    const [made] = await tx.insert(subscriptionPlans).values(row).returning()
    await keep(tx, shop, staff, { action: 'plan.create', entityId: made!.id, after: row })
    return viewOne(tx, made!.id)
  })
}

/**
 * PATCH /api/admin/plans/{id}. Buyers pay a new price from now on; members keep theirs until a price run. The length of a
 * plan that was bought can't change, because its terms are counted by it.
 * @throws ShopError 'not_found', 'invalid_body' naming the field, 'not_possible' for the last plan on sale and for the
 * length of a sold plan
 */
export async function updatePlan(
  shop: Shop,
  { id, was, ...input }: AdminInput<'updatePlan'>,
  staff: Staff,
): Promise<AdminReply<'updatePlan'>> {
  return shop.db.transaction(async (tx) => {
    const all = await holdPlans(tx)
    const known = all.find((row) => row.id === id || row.planId === id)
    if (!known) throw new ShopError('not_found', 'We can’t find that plan.')
    await refuseEditConflict(
      tx,
      { entity: 'subscription_plans', entityId: known.id, what: 'this plan', words: planWords },
      was && changedRow(known, was),
      known,
    )
    const row = changedRow(known, input)
    const change = changedFields(known, row)
    if (change.isSame) return viewOne(tx, known.id)
    if (row.intervalCount !== known.intervalCount && (await isSold(tx, known.planId))) {
      const sentence = `${known.name} has been sold, so you can’t change its ${known.intervalCount} months. Make another plan and retire this one.`
      throw refuse('months', sentence, 'not_possible')
    }
    if (!row.isActive && !all.some((each) => each.isActive && each.id !== known.id)) {
      throw refuse('isActive', 'This is the last plan on sale. Make another one first.', 'not_possible')
    }
    if (row.popular && row.isActive) await clearPopular(tx, known.id)
    // With another price, length or name, the provider needs a new price (cachePriceIds in
    // server/catalog/catalog-changed.ts).
    const isAsSold = ['priceCents', 'intervalCount', 'name'].every((key) => !(key in change.after))
    await tx
      .update(subscriptionPlans)
      .set({ ...row, ...(isAsSold ? {} : { stripePriceId: null }) })
      .where(eq(subscriptionPlans.id, known.id))
    await keep(tx, shop, staff, {
      action: 'plan.update',
      entityId: known.id,
      before: change.before,
      after: change.after,
    })
    return viewOne(tx, known.id)
  })
}

function changedRow(known: Row, input: Omit<AdminInput<'updatePlan'>, 'id'>) {
  const { name, price, months, originalPrice, popular, features, isActive } = input
  return {
    name: name?.trim() ?? known.name,
    priceCents: price === undefined ? known.priceCents : priceOf('price', price),
    intervalCount: months ?? known.intervalCount,
    originalPriceCents:
      originalPrice === undefined
        ? known.originalPriceCents
        : originalPrice === null
          ? null
          : priceOf('originalPrice', originalPrice),
    popular: popular ?? known.popular,
    features: features?.map((line) => line.trim()) ?? known.features,
    isActive: isActive ?? known.isActive,
  }
}

/** @throws ShopError 'invalid_body' at the field, with what to write */
function priceOf(field: string, dollars: string | number): number {
  const cents = centsOfDollars(dollars)
  if (cents !== null && cents >= leastChargeCents && cents <= maxCents) return cents
  throw refuse(
    field,
    `A price is in dollars and cents from ${formatCents(leastChargeCents)} to ${formatCents(maxCents)}, such as 74.50.`,
  )
}

function refuse(
  field: string,
  sentence: string,
  code: 'invalid_body' | 'taken' | 'not_possible' = 'invalid_body',
) {
  return new ShopError(code, sentence, { fields: { [field]: sentence } })
}

/** Locks the table until the transaction ends, so that two owners can't retire the last two plans at the same time. */
async function holdPlans(tx: Transaction): Promise<Row[]> {
  await tx.execute(sql`lock table ${subscriptionPlans} in share row exclusive mode`)
  return tx.select().from(subscriptionPlans)
}

async function clearPopular(tx: Transaction, exceptId?: string) {
  await tx
    .update(subscriptionPlans)
    .set({ popular: false })
    .where(
      and(eq(subscriptionPlans.popular, true), exceptId ? ne(subscriptionPlans.id, exceptId) : undefined),
    )
}

async function keep(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  line: { action: string; entityId: string; before?: unknown; after: unknown },
) {
  await audit(tx, staff, shop.now(), { ...line, entity: 'subscription_plans' })
  await catalogChanged(tx)
}

// Counts carts on their way to payment, and members who chose it for their next term, as well as memberships.
const soldTo = (planId: unknown) => sql<boolean>`(
  exists (select 1 from memberships m where m.plan_id = ${planId})
  or exists (select 1 from plan_changes p where p.to_plan_id = ${planId})
  or exists (select 1 from checkouts c where c.snapshot -> 'items' @> jsonb_build_array(jsonb_build_object('planId', ${planId}::text))))`

async function isSold(tx: Transaction, planId: string): Promise<boolean> {
  const [row] = await tx
    .select({ isSold: soldTo(planId) })
    .from(subscriptionPlans)
    .limit(1)
  return row?.isSold ?? false
}

async function viewOne(tx: Transaction, id: string) {
  const [plan] = await viewPlans(tx, id)
  return { plan: plan! }
}

async function viewPlans(db: Database | Transaction, id?: string): Promise<PlanView[]> {
  // Wrapped in a nested sql``: drizzle drops the table name of a column used directly in a selected expression, and the
  // subquery would read its own column instead.
  const planId = sql`${subscriptionPlans.planId}`
  const rows = await db
    .select({
      row: subscriptionPlans,
      members: sql<number>`(select count(*)::int from memberships m
        where m.plan_id = ${planId} and m.renews and m.status in ${membershipStatus.list(...runningStatuses)})`,
      isSold: soldTo(planId),
    })
    .from(subscriptionPlans)
    .where(id ? eq(subscriptionPlans.id, id) : undefined)
    .orderBy(asc(subscriptionPlans.intervalCount), asc(subscriptionPlans.planId))
  return rows.map(({ row: { priceCents, originalPriceCents, ...row }, members, isSold }) => ({
    ...row,
    months: row.intervalCount,
    price: dollarsOfCents(priceCents),
    originalPrice: originalPriceCents === null ? null : dollarsOfCents(originalPriceCents),
    members,
    isSold,
  }))
}
