import { and, eq, isNull, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../../db/database.ts'
import { carriersNumber } from '../../../db/schema/columns.ts'
import { boxState } from '../../../db/schema/states.ts'
import { boxes, memberships, parcels, shippingInfo } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { followedDays } from '../../../domain/parcel.ts'
import { reviewDay } from '../../../domain/review.ts'
import { oneLine } from '../../../domain/slug.ts'
import { plainTracking, trackingOf } from '../../../domain/tracking.ts'
import { exchangeOf } from '../../exchanges/sent-box.ts'
import { wearerOfM } from '../../ledger/find-membership.ts'
import { announcedAt } from '../../ledger/secret-gifts.ts'
import { tellGivers } from '../../notifications/send-notices.ts'
import { enqueueMail, type Mail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { idsIn, lockBox } from './drop-boxes.ts'
import { lockDrop, refuseHeld, requireNotHeld } from './drops.ts'
import { judgeFile, readFile } from './read-file.ts'

/**
 * Queues the "shipped" email to the wearer, once per box and tracking number. For a gift whose recipient doesn't know of
 * it yet, the email waits until the gift notice.
 */
async function tellBoxesShipped(tx: Transaction, shop: Shop, boxIds: string[]) {
  const now = shop.now()
  const sent = await rowsOf<{
    boxId: string
    trackingNumber: string
    email: string | null
    noticeOn: string | null
  }>(
    tx,
    sql`select b.id as "boxId", b.tracking_number as "trackingNumber",
        ${wearerOfM} as email, m.notice_on::text as "noticeOn"
      from boxes b join memberships m on m.id = b.membership_id
      where b.id in (${idsIn(boxIds)})`,
  )
  const mails = sent
    .filter((row) => row.email)
    .map(({ boxId, trackingNumber, noticeOn }): Mail => {
      const known = announcedAt(shop, noticeOn)
      const runAt = known && known > now ? known : now
      return { kind: 'box-shipped', about: { boxId, trackingNumber }, runAt }
    })
  await enqueueMail(tx, shop, ...mails)
}

/** Ships packed boxes in the caller's transaction: ledger, order tracking number and emails. Returns how many. */
export async function shipBoxes(
  tx: Transaction,
  shop: Shop,
  lines: { boxId: string; trackingNumber: string }[],
): Promise<number> {
  if (lines.length === 0) return 0
  const now = shop.now().toISOString()
  const reviewOn = reviewDay({ shippedOn: shopDay(shop), deliveredOn: null })
  const sent = lines.map(({ boxId, trackingNumber }) => ({ boxId, trackingNumber }))
  const shipped = await rowsOf<{ id: string }>(
    tx,
    sql`update boxes b set state = ${boxState.to('shipped', sql`b.state`)}, tracking_number = l."trackingNumber", shipped_at = ${now}, updated_at = ${now},
        review_on = ${reviewOn}::date
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as l("boxId" uuid, "trackingNumber" text)
      where b.id = l."boxId" and b.state in ${boxState.list('packed')} returning b.id::text as id`,
  )
  const ids = shipped.map((row) => row.id)
  await tellBoxesShipped(tx, shop, ids)
  await tellGivers(tx, shop, ids)
  // The order's tracking number is that of each membership's first package. A trigger updates the order's status.
  await tx.execute(
    sql`update shipping_info s set tracking_number = b.tracking_number
      from boxes b join memberships m on m.id = b.membership_id
      where b.id in (${idsIn(ids)}) and s.order_item_id = m.order_item_id and s.tracking_number is null
        and b.tracking_number is not null`,
  )
  return ids.length
}

/**
 * Refuses a number that another box left with lately: a scanner has read the same label twice.
 * @throws ShopError 'not_possible' with `details.shared`
 */
async function refuseTaken(tx: Transaction, shop: Shop, trackingNumber: string) {
  const since = new Date(shop.now().getTime() - followedDays * 24 * 60 * 60_000).toISOString()
  const [other] = await rowsOf<{ name: string }>(
    tx,
    sql`select coalesce(ship_to ->> 'fullName', '') as name from boxes
      where ${carriersNumber(sql`tracking_number`)} = ${trackingNumber.toUpperCase()} and shipped_at >= ${since}::timestamptz limit 1`,
  )
  if (!other) return
  const whose = oneLine(other.name) || 'someone else'
  const sentence = `The package for ${whose} has this number already. Scan this one’s own label.`
  throw new ShopError('not_possible', sentence, { details: { shared: trackingNumber } })
}

/**
 * Ships one box with a typed tracking number. For a box that already left, corrects the number, on its order too, and
 * emails the wearer the new one.
 * @throws ShopError 'not_found', 'not_possible' for a box that isn't packed, or a number that another one has
 */
export async function shipBox(
  shop: Shop,
  input: AdminInput<'shipBox'>,
  staff: Staff,
): Promise<AdminReply<'shipBox'>> {
  const trackingNumber = plainTracking(input.trackingNumber)
  await shop.db.transaction(async (tx) => {
    // Locks the drop before the box, in the same order as packing, to avoid a deadlock.
    const [place] = await tx.select({ drop: boxes.drop }).from(boxes).where(eq(boxes.id, input.boxId))
    const dropRow = place && (await lockDrop(tx, shop, place.drop))
    const box = await lockBox(tx, input.boxId)
    if (box.state === 'packed') {
      if (dropRow) refuseHeld(dropRow)
      // Words such as "by hand" may be on any number of them.
      if (!input.isShared && trackingOf(trackingNumber)) await refuseTaken(tx, shop, trackingNumber)
      await shipBoxes(tx, shop, [{ boxId: box.id, trackingNumber }])
    } else if (box.state === 'shipped' || box.state === 'delivered') {
      if (box.trackingNumber === trackingNumber) return
      await tx.update(boxes).set({ trackingNumber }).where(eq(boxes.id, box.id))
      const [membership] = await tx.select().from(memberships).where(eq(memberships.id, box.membershipId))
      if (box.trackingNumber) {
        await tx
          .update(shippingInfo)
          .set({ trackingNumber })
          .where(
            and(
              eq(shippingInfo.orderItemId, membership!.orderItemId),
              eq(shippingInfo.trackingNumber, box.trackingNumber),
            ),
          )
      }
      if (box.state === 'shipped') await tellBoxesShipped(tx, shop, [box.id])
    } else {
      throw new ShopError('not_possible', `This box is ${box.state}. Pack it first, then it can ship.`)
    }
    await audit(tx, staff, shop.now(), {
      action: 'box.tracking',
      entity: 'boxes',
      entityId: box.id,
      before: { trackingNumber: box.trackingNumber, state: box.state },
      after: { trackingNumber },
    })
  })
  shop.wakeWorker()
  return { success: true }
}

/**
 * Ships the boxes in a carrier's file, each with its number, and emails every member (club-rules.md "Ship"). Bad lines
 * are listed and skipped, so that three of them don't hold up 297 packages. Importing the file again ships only the rest.
 * @throws ShopError 'invalid_body' if the file isn't such a table, 'not_possible' for a drop on hold
 */
export async function importTracking(
  shop: Shop,
  { drop, file }: AdminInput<'importTracking'>,
  staff: Staff,
): Promise<AdminReply<'importTracking'>> {
  const lines = await readFile(file, 'shipped')
  const outcome = await shop.db.transaction(async (tx) => {
    await requireNotHeld(tx, shop, drop)
    const read = await judgeFile(tx, drop, lines)
    const shipped = await shipBoxes(tx, shop, read.good)
    const { badLines } = read.outcome
    await audit(tx, staff, shop.now(), {
      action: 'drop.ship',
      entity: 'drops',
      entityId: drop,
      after: { shipped, badLines },
    })
    return { ...read.outcome, taken: shipped }
  })
  shop.wakeWorker()
  return outcome
}

/**
 * Marks shipped boxes as delivered, which starts their exchange window. Returns how many changed.
 * @param at the carrier's delivery time; default: now
 */
export async function deliverBoxes(
  tx: Transaction,
  shop: Shop,
  boxIds: string[],
  at?: Date,
): Promise<number> {
  if (boxIds.length === 0) return 0
  const now = shop.now().toISOString()
  const seenAt = at && at < shop.now() ? at : shop.now()
  const reviewOn = reviewDay({ shippedOn: null, deliveredOn: shopDay(shop, seenAt) })
  const delivered = await rowsOf<{ id: string }>(
    tx,
    sql`update boxes set state = ${boxState.to('delivered', sql`state`)}, delivered_at = least(${now}::timestamptz, greatest(shipped_at, ${at?.toISOString() ?? now}::timestamptz)), updated_at = ${now}, review_on = ${reviewOn}::date
      where id in (${idsIn(boxIds)}) and state in ${boxState.list('shipped')} returning id::text as id`,
  )
  return delivered.length
}

/** Marks one box as delivered. @throws ShopError 'not_found', 'not_possible' for a box that hasn't shipped */
export async function deliverBox(
  shop: Shop,
  { boxId }: AdminInput<'deliverBox'>,
  staff: Staff,
): Promise<AdminReply<'deliverBox'>> {
  await shop.db.transaction(async (tx) => {
    const box = await lockBox(tx, boxId)
    if (box.state === 'delivered') return
    if (box.state !== 'shipped') {
      throw new ShopError('not_possible', `This box is ${box.state}. It hasn’t left yet.`)
    }
    await deliverBoxes(tx, shop, [boxId])
    await audit(tx, staff, shop.now(), {
      action: 'box.delivered',
      entity: 'boxes',
      entityId: boxId,
      before: { state: box.state },
      after: { state: 'delivered' },
    })
  })
  return { success: true }
}

/**
 * Takes back a delivery that someone marked by mistake: its exchange window hasn't begun.
 * @throws ShopError 'not_found', 'not_possible' if the carrier or its member has said that it arrived
 */
export async function undeliverBox(
  shop: Shop,
  { boxId }: AdminInput<'undeliverBox'>,
  staff: Staff,
): Promise<AdminReply<'undeliverBox'>> {
  await shop.db.transaction(async (tx) => {
    const box = await lockBox(tx, boxId)
    if (box.state === 'shipped') return
    if (box.state !== 'delivered') throw new ShopError('not_possible', `This box is ${box.state}.`)
    const isSeen = and(eq(parcels.boxId, boxId), isNull(parcels.exchangeId), eq(parcels.track, 'delivered'))
    if ((await tx.$count(parcels, isSeen)) > 0)
      throw new ShopError(
        'not_possible',
        'The carrier says that it was delivered. Start an exchange if it never came.',
      )
    if (await exchangeOf(tx, boxId))
      throw new ShopError('not_possible', 'Its return or exchange has begun. Cancel that first.')
    const shippedOn = box.shippedAt && shopDay(shop, box.shippedAt)
    await tx
      .update(boxes)
      .set({
        state: boxState.to('shipped', boxes.state),
        deliveredAt: null,
        reviewOn: box.reviewOn && reviewDay({ shippedOn, deliveredOn: null }),
      })
      .where(eq(boxes.id, boxId))
    await audit(tx, staff, shop.now(), {
      action: 'box.not-delivered',
      entity: 'boxes',
      entityId: boxId,
      before: { state: 'delivered' },
      after: { state: 'shipped' },
    })
  })
  return { success: true }
}

/** Marks the boxes that a carrier's file reports as delivered. Bad lines are listed and skipped. */
export async function importDelivered(
  shop: Shop,
  { drop, file }: AdminInput<'importDelivered'>,
  staff: Staff,
): Promise<AdminReply<'importDelivered'>> {
  const lines = await readFile(file, 'delivered')
  return shop.db.transaction(async (tx) => {
    await lockDrop(tx, shop, drop)
    const read = await judgeFile(tx, drop, lines)
    const ids = read.good.map((line) => line.boxId)
    const delivered = await deliverBoxes(tx, shop, ids)
    const { badLines } = read.outcome
    await audit(tx, staff, shop.now(), {
      action: 'drop.delivered',
      entity: 'drops',
      entityId: drop,
      after: { delivered, badLines },
    })
    return { ...read.outcome, taken: delivered }
  })
}
