import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { membershipStatus, planChangeState, priceRunState } from '../../db/schema/states.ts'
import { memberships, priceChanges, priceRunMembers, subscriptionPlans } from '../../db/schema.ts'
import { addDays, type CalendarDate, formatDate, isCalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { runningStatuses } from '../../domain/membership.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan } from '../../domain/plan.ts'
import { earliestNewPrice, firstNewCharge, noticeLeadDays, openPriceRuns } from '../../domain/price-change.ts'
import { leastChargeCents } from '../../domain/promotion.ts'
import { priceNotice } from '../../domain/term-words.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { syncTerms } from '../memberships/next-terms.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

export type PriceRun = typeof priceChanges.$inferSelect
export type NewPrice = { planId: string; thenCents: number; effectiveOn: CalendarDate }

/**
 * Validates a price run before anything is written (spec §9 "price changes announced ${priceNotice} ahead").
 * @throws ShopError 'invalid_body' naming the field and, for its day, the earliest one allowed
 */
export async function checkPriceRun(shop: Shop, { planId, thenCents, effectiveOn }: NewPrice) {
  const refuse = (field: string, sentence: string) =>
    new ShopError('invalid_body', sentence, { fields: { [field]: sentence } })
  const plans = await readPlans(shop.db)
  const plan = findPlan(plans, planId)
  const earliest = earliestNewPrice(shopDay(shop))
  if (!plan)
    throw refuse('planId', `We can’t find that plan. Choose ${plans.map(({ id }) => id).join(', ')}.`)
  if (!Number.isSafeInteger(thenCents) || thenCents < leastChargeCents || thenCents > 1_000_000)
    throw refuse(
      'price',
      `A price is in dollars and cents, from ${formatCents(leastChargeCents)}, such as 74.50.`,
    )
  if (!isCalendarDate(effectiveOn)) throw refuse('effectiveOn', 'Write the day like 2027-03-01.')
  if (effectiveOn < earliest) {
    throw refuse(
      'effectiveOn',
      `A new price is announced ${priceNotice} ahead, so ${formatDate(earliest)} (${earliest}) is the first day it can start.`,
    )
  }
  return plan
}

/**
 * Starts a price run: everyone who renews the plan at a different price pays the new one from their first charge on or after
 * its day, and gets the legal notice in time. The worker processes members one by one; after a crash the next round
 * continues with the remaining rows. New buyers pay the plan's own price.
 * @throws ShopError as checkPriceRun, 'not_possible' while the plan has another open run
 */
export async function startPriceRun(
  shop: Shop,
  input: NewPrice,
  alongside?: (tx: Transaction, run: PriceRun) => Promise<void>,
): Promise<PriceRun> {
  const plan = await checkPriceRun(shop, input)
  const run = await shop.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(priceChanges)
      .values({
        ...input,
        nowCents: plan.stripeAmount,
        announcedOn: shopDay(shop),
        createdAt: shop.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (!made) {
      throw new ShopError(
        'not_possible',
        `A price run of ${plan.name} is under way. Stop it first, or let it end.`,
      )
    }
    await alongside?.(tx, made)
    return made
  })
  await planNotices(shop)
  shop.wakeWorker()
  return run
}

/**
 * Stops a run: everyone not yet charged at the new price keeps the old one, at the provider too, and is emailed if they had
 * been told of the new one. Calling it again changes nothing.
 */
export async function stopPriceRun(
  shop: Shop,
  runId: string,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const [stopped] = await tx
      .update(priceChanges)
      .set({ withdrawnAt: shop.now() })
      .where(
        and(eq(priceChanges.id, runId), isNull(priceChanges.withdrawnAt), isNull(priceChanges.finishedAt)),
      )
      .returning({ id: priceChanges.id })
    if (stopped) await alongside?.(tx)
  })
  await processPriceRuns(shop)
}

/**
 * Adds the members a run affects, and schedules each one's notice in time for the first charge at which the law allows the
 * new price (domain/price-change.ts). Also adds those who join the run's plan at another price before its day.
 */
export async function planNotices(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  await rowsOf(
    shop.db,
    sql`insert into price_run_members (run_id, membership_id, now_price, then_price, charge_on, tell_on)
      select c.id, m.id, coalesce(m.renewal_price, i.price), c.then_price, m.paid_until, m.paid_until
      from price_changes c
      join memberships m on m.plan_id = c.plan_id and m.renews and m.status in ${membershipStatus.list(...runningStatuses)}
      join order_items i on i.id = m.order_item_id
      where c.withdrawn_at is null and c.finished_at is null
        and coalesce(m.renewal_price, i.price) <> c.then_price
        and m.created_at < c.effective_on::timestamp at time zone ${shop.config.timeZone}::text
        and not exists (select 1 from plan_changes p where p.membership_id = m.id and p.state in ${planChangeState.list('open')})
      order by m.id
      on conflict do nothing returning 1`,
  )
  const waiting = await shop.db
    .select({
      row: priceRunMembers,
      membership: memberships,
      run: priceChanges,
      months: subscriptionPlans.intervalCount,
    })
    .from(priceRunMembers)
    .innerJoin(priceChanges, eq(priceRunMembers.runId, priceChanges.id))
    .innerJoin(memberships, eq(priceRunMembers.membershipId, memberships.id))
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.planId, memberships.planId))
    .where(and(eq(priceRunMembers.state, 'waiting'), isNull(priceChanges.withdrawnAt)))
  for (const { row, membership, run, months } of waiting) {
    // A skip or pause moves the charge, so its notice moves too.
    const chargeOn = firstNewCharge({
      joinedOn: shopDay(shop, membership.createdAt),
      chargeOn: membership.paidUntil,
      termMonths: months,
      effectiveOn: run.effectiveOn,
      toldOn: today,
    })
    const tellOn = addDays(chargeOn, -noticeLeadDays)
    if (row.chargeOn === chargeOn && row.tellOn === tellOn) continue
    await shop.db.update(priceRunMembers).set({ chargeOn, tellOn }).where(isRow(row))
  }
}

/** The worker's step for price runs, safe to repeat: records who was told and who left, and undoes stopped runs. */
export async function processPriceRuns(shop: Shop): Promise<void> {
  const [found] = await rowsOf<{ open: boolean }>(
    shop.db,
    sql`select exists (select from price_changes where withdrawn_at is null and finished_at is null)
      or exists (select from price_run_members where state in ${priceRunState.list(...openPriceRuns)}) as open`,
  )
  if (!found?.open) return
  await planNotices(shop)
  await rowsOf(
    shop.db,
    sql`update price_run_members r set state = ${priceRunState.to('told', sql`r.state`)}, updated_at = ${shop.now().toISOString()}::timestamptz
      from outbox o where r.state in ${priceRunState.list('waiting')} and o.kind = 'price-change'
        and o.fact = r.membership_id::text || ':' || r.run_id::text
        and o.sent_at is not null and o.dropped_because is null returning 1`,
  )
  await rowsOf(
    shop.db,
    sql`update price_run_members r set state = ${priceRunState.to('left', sql`r.state`)}, updated_at = ${shop.now().toISOString()}::timestamptz
      from memberships m, price_changes c where r.state in ${priceRunState.list(...openPriceRuns)}
        and m.id = r.membership_id and c.id = r.run_id and c.withdrawn_at is null
        and (m.status in ${membershipStatus.list('ended')} or m.plan_id <> c.plan_id) returning 1`,
  )
  await undoStopped(shop)
  await rowsOf(
    shop.db,
    sql`update price_changes c set finished_at = ${shop.now().toISOString()}::timestamptz
      where c.withdrawn_at is null and c.finished_at is null and c.effective_on <= ${shopDay(shop)}::date
        and not exists (select 1 from price_run_members r where r.run_id = c.id and r.state in ${priceRunState.list(...openPriceRuns)})
      returning 1`,
  )
}

// Sets the old price at the provider first, then updates the row; after a crash in between it sets it again.
async function undoStopped(shop: Shop) {
  const rows = await shop.db
    .select({ row: priceRunMembers })
    .from(priceRunMembers)
    .innerJoin(priceChanges, eq(priceRunMembers.runId, priceChanges.id))
    .where(and(inArray(priceRunMembers.state, openPriceRuns), isNotNull(priceChanges.withdrawnAt)))
    .orderBy(asc(priceRunMembers.membershipId))
  for (const { row } of rows) {
    stepDone()
    try {
      await syncTerms(shop, row.membershipId)
      await shop.db.transaction(async (tx) => {
        const [undone] = await tx
          .update(priceRunMembers)
          .set({ state: priceRunState.to('undone', priceRunMembers.state) })
          .where(and(isRow(row), inArray(priceRunMembers.state, openPriceRuns)))
          .returning()
        if (undone && row.state === 'told')
          await enqueueMail(tx, shop, {
            kind: 'price-kept',
            about: { membershipId: row.membershipId, runId: row.runId },
          })
      })
    } catch (error) {
      itemFailed(shop, { error, ...row }, 'a new price could not be undone; it is tried again')
    }
  }
}

function isRow({ runId, membershipId }: { runId: string; membershipId: string }) {
  return and(eq(priceRunMembers.runId, runId), eq(priceRunMembers.membershipId, membershipId))
}
