import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import pMap from 'p-map'
import { rowsOf } from '../../db/database.ts'
import { boxState, membershipStatus } from '../../db/schema/states.ts'
import { memberships, renewalStops } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { chargeDayAfter } from '../../domain/charge-day.ts'
import { reasonOf } from '../../domain/errors.ts'
import { catalogChanged } from '../catalog/catalog-changed.ts'
import { findMembership, lockMembership } from '../ledger/find-membership.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'
import { chargeAsWritten } from '../memberships/charge-as-written.ts'
import { changeUnlessEnded } from '../memberships/sync-subscription.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { refundBoxes } from './refund-boxes.ts'

type RenewalStop = typeof renewalStops.$inferSelect
/** Whom a stop is for, and what it does. */
export type StopScope = Pick<RenewalStop, 'kind' | 'planId' | 'style' | 'size' | 'untilDay' | 'refunds'>

/** Memberships read per statement, done at a time, and done per round and stop. */
const [batch, lanes, most] = [200, 8, 4_000]

/**
 * SQL for the memberships `m` a stop still has to do. It is the stop's whole progress: one that is done isn't among them, so
 * a crash, a second process or a second round does nothing twice, and who joins meanwhile is found too.
 */
export function leftOf(stop: StopScope, today: CalendarDate): SQL {
  const { planId, style, size } = stop
  const isMeant = and(
    planId === null ? undefined : sql`m.plan_id = ${planId}`,
    style === null ? undefined : sql`m.styles = ${JSON.stringify([style])}::jsonb`,
    size === null ? undefined : sql`m.size = ${size}`,
  )
  const act =
    stop.kind === 'pause'
      ? sql`m.renews and m.status in ${membershipStatus.list('active')} and m.stripe_subscription_id is not null
          and m.paid_until > ${today} and m.paid_until < ${stop.untilDay}`
      : sql`(m.renews or (${stop.refunds} and exists (select 1 from boxes b where b.membership_id = m.id and b.kind = 'owed'
          and b.state in ${boxState.list(...unpackedStates)} and b.hold_reason is distinct from 'dispute')))`
  return isMeant ? sql`${act} and ${isMeant}` : act
}

/** Carries out the open stops, some thousand memberships of each per round. */
export async function processRenewalStops(shop: Shop): Promise<void> {
  const open = await shop.db
    .select()
    .from(renewalStops)
    .where(and(isNull(renewalStops.finishedAt), isNull(renewalStops.heldAt)))
    .orderBy(asc(renewalStops.createdAt))
  for (const stop of open) await carryOut(shop, stop)
}

async function carryOut(shop: Shop, stop: RenewalStop) {
  const isIt = eq(renewalStops.id, stop.id)
  const today = shopDay(shop)
  if (stop.untilDay && stop.untilDay <= today) {
    await finish(shop, stop)
    return
  }
  let lastError: string | null = null
  let after = '00000000-0000-0000-0000-000000000000'
  for (let seen = 0; seen < most; seen += batch) {
    const [now] = await shop.db.select({ heldAt: renewalStops.heldAt }).from(renewalStops).where(isIt)
    if (now?.heldAt !== null) return
    const found = await rowsOf<{ id: string }>(
      shop.db,
      sql`select m.id from memberships m where ${leftOf(stop, today)} and m.id > ${after}::uuid order by m.id limit ${batch}`,
    )
    const outcomes = await pMap(
      found,
      async ({ id }) => {
        try {
          await (stop.kind === 'pause' ? pauseOne(shop, stop, id) : closeOne(shop, stop, id))
          return true
        } catch (error) {
          // One that can't be done must not keep the others.
          shop.log.error(
            { error, membershipId: id },
            'a stop of renewals could not be carried out; it is repeated',
          )
          lastError = reasonOf(error)
          return false
        }
      },
      { concurrency: lanes },
    )
    const done = outcomes.filter(Boolean).length
    if (done > 0)
      await shop.db
        .update(renewalStops)
        .set({ done: sql`${renewalStops.done} + ${done}` })
        .where(isIt)
    if (found.length < batch) {
      // A pause goes on for those who join, until its day.
      if (stop.kind === 'close' && lastError === null) return finish(shop, stop)
      await shop.db.update(renewalStops).set({ lastError }).where(isIt)
      return
    }
    after = found.at(-1)!.id
  }
  await shop.db.update(renewalStops).set({ lastError }).where(isIt)
}

/** What was stopped can be bought again, and the pages say so. */
async function finish(shop: Shop, { id }: RenewalStop) {
  await shop.db.transaction(async (tx) => {
    await tx
      .update(renewalStops)
      .set({ lastError: null, finishedAt: shop.now() })
      .where(eq(renewalStops.id, id))
    await catalogChanged(tx)
  })
}

/**
 * Moves a charge to its first own day from the pause's end on: at the provider first, to an explicit date, so that a repeat
 * sets the same one. Paid belts stay where they are.
 */
async function pauseOne(shop: Shop, { id: stopId, untilDay }: RenewalStop, membershipId: string) {
  const seen = await findMembership(shop, membershipId)
  const subscriptionId = seen.stripeSubscriptionId!
  const joinedOn = shopDay(shop, seen.createdAt)
  let months = 1
  while (chargeDayAfter(joinedOn, seen.paidUntil, months) < untilDay!) months += 1
  const to = chargeDayAfter(joinedOn, seen.paidUntil, months)
  const move = () => shop.payments.moveNextCharge({ subscriptionId, to })
  if (!(await changeUnlessEnded(shop, subscriptionId, move))) return
  const isMoved = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membershipId)
    if (!locked.renews || locked.status !== 'active' || locked.paidUntil !== seen.paidUntil) return false
    await tx.update(memberships).set({ paidUntil: to }).where(eq(memberships.id, membershipId))
    await enqueueMail(tx, shop, { kind: 'renewals-stopped', about: { membershipId, stopId, chargeOn: to } })
    return true
  })
  if (!isMoved) await chargeAsWritten(shop, membershipId)
  shop.wakeWorker()
}

/** Ends what renews, and gives unpacked belts back; each sends its own email. */
async function closeOne(shop: Shop, { refunds }: RenewalStop, membershipId: string) {
  const { renews } = await findMembership(shop, membershipId)
  if (renews) await cancelRenewal(shop, { membershipId, by: 'staff' })
  const [waits] = await rowsOf<{ is: boolean }>(
    shop.db,
    sql`select exists (select 1 from boxes b where b.membership_id = ${membershipId} and b.kind = 'owed'
      and b.state in ${boxState.list(...unpackedStates)} and b.hold_reason is distinct from 'dispute') as is`,
  )
  if (refunds && waits?.is) await refundBoxes(shop, { membershipId })
}
