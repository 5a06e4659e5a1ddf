import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { carriersNumber } from '../../db/schema/columns.ts'
import { boxState, labelState } from '../../db/schema/states.ts'
import { boxes, exchanges, parcels } from '../../db/schema.ts'
import {
  activeLabels,
  defaultOunces,
  followedDays,
  type ParcelTrouble,
  type TrackingUpdate,
  type TrackState,
  trackAfter,
} from '../../domain/parcel.ts'
import { terms } from '../../domain/terms.ts'
import { lockBox } from '../admin/drops/drop-boxes.ts'
import { lockDrop } from '../admin/drops/drops.ts'
import { deliverBoxes, shipBoxes } from '../admin/drops/ship-boxes.ts'
import { isPackedAndHeld } from '../billing/withdraw-boxes.ts'
import { fileExchanges } from '../exchanges/file-exchanges.ts'
import { noteUnexpected } from '../exchanges/returns.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { daysAgo, isFollowed, isOpen, isOurs } from '../parcels/followed-parcels.ts'
import { abandonLabels } from '../parcels/labels.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'

/** A return's label that isn't needed anymore: its member may have printed it, and send the belt back with it. */
const isGivenUpReturn = and(isNotNull(parcels.exchangeId), inArray(parcels.label, ['voiding', 'void']))

/** Applies the carrier's news of a package, however it arrived: repeated or late news change nothing. */
export async function applyTrackingUpdate(shop: Shop, news: TrackingUpdate): Promise<void> {
  // About the package that had this number before.
  if (news.scannedAt && news.scannedAt < daysAgo(shop, followedDays)) return
  const known = await shop.db
    .select({ id: parcels.id, boxId: parcels.boxId, exchangeId: parcels.exchangeId, drop: boxes.drop })
    .from(parcels)
    .innerJoin(boxes, eq(parcels.boxId, boxes.id))
    .where(
      and(
        eq(parcels.trackingNumber, news.trackingNumber),
        or(eq(parcels.label, 'bought'), isGivenUpReturn),
        isFollowed(shop),
      ),
    )
  for (const parcel of known) {
    await shop.db.transaction(async (tx) => {
      // Locks the drop before its boxes, as packing does.
      if (!parcel.exchangeId) await lockDrop(tx, shop, parcel.drop)
      await lockBox(tx, parcel.boxId)
      const [row] = await tx.select().from(parcels).where(eq(parcels.id, parcel.id)).for('update')
      const before = { state: row!.track, trackedAt: row!.trackedAt, scannedAt: row!.scannedAt }
      const state = trackAfter(before, news)
      if (state === null) return
      const scannedAt = news.scannedAt ?? row!.scannedAt
      await tx
        .update(parcels)
        .set({ track: state, trackedAt: news.at, scannedAt })
        .where(eq(parcels.id, parcel.id))
      if (parcel.exchangeId) await noteUnexpected(tx, parcel.exchangeId, state)
      else await onTheWayOut(tx, shop, { boxId: parcel.boxId, state, news })
    })
    // A returned belt's exchange continues automatically.
    if (parcel.exchangeId && news.state === 'delivered') await fileExchanges(shop)
  }
  if (known.length > 0) shop.wakeWorker()
}

type Out = { boxId: string; state: TrackState; news: TrackingUpdate }

async function onTheWayOut(tx: Transaction, shop: Shop, { boxId, state, news }: Out) {
  // A scan means the package has left, even if nobody marked it as shipped, or the bank asked before the carrier saw it.
  if (state !== 'waiting') {
    await tx
      .update(boxes)
      .set({ state: boxState.to('packed', boxes.state), holdReason: null })
      .where(and(eq(boxes.id, boxId), isPackedAndHeld))
    await shipBoxes(tx, shop, [{ boxId, trackingNumber: news.trackingNumber }])
  }
  if (state === 'delivered') await deliverBoxes(tx, shop, [boxId], news.scannedAt ?? news.at)
  const trouble = troubles[state] ?? null
  const box = await lockBox(tx, boxId)
  const isOut = box.state === 'shipped' || (box.state === 'delivered' && trouble === 'returned')
  if (trouble && !isOut) return
  if (box.trouble === trouble || (box.trouble === 'missing' && !trouble && state !== 'delivered')) return
  await tx
    .update(boxes)
    .set({ trouble, troubleAt: trouble && shop.now() })
    .where(eq(boxes.id, boxId))
  if (trouble) await enqueueMail(tx, shop, { kind: 'box-trouble', about: { boxId, trouble } })
}

// Only the member can report a package as missing.
const troubles: Partial<Record<TrackState, Exclude<ParcelTrouble, 'missing'>>> = {
  problem: 'problem',
  returned: 'returned',
  lost: 'lost',
}

/** Milliseconds before the carrier is asked about a package again, for events that were missed. */
const askEvery = 6 * 60 * 60_000
/** Packages checked per round. */
const oneRound = 200

/**
 * Asks the carrier about packages it hasn't reported on lately, and marks those as lost that nobody has scanned for days.
 */
export async function pollTracking(shop: Shop): Promise<void> {
  const { carrier } = shop
  if (!carrier) return
  if (carrier.kind !== 'demo') await adoptNumbers(shop)
  const longAgo = new Date(shop.now().getTime() - askEvery)
  // Asked later than now: the clock was set back since.
  const wasSetBack = gt(parcels.askedAt, new Date(shop.now().getTime() + askEvery))
  const isDue = and(
    isOpen,
    isFollowed(shop),
    or(isNull(parcels.askedAt), lte(parcels.askedAt, longAgo), wasSetBack),
  )
  const what = {
    ...{ id: parcels.id, trackingNumber: parcels.trackingNumber },
    ...{ carrier: parcels.carrier, updatedAt: parcels.updatedAt },
  }
  const open = await shop.db
    .select(what)
    .from(parcels)
    .where(and(isOurs, isDue))
    .orderBy(parcels.updatedAt)
    .limit(oneRound)
  // Found through the few exchanges: there are many parcels.
  const givenUp = await shop.db
    .select(what)
    .from(exchanges)
    .innerJoin(parcels, and(eq(parcels.boxId, exchanges.boxId), eq(parcels.exchangeId, exchanges.id)))
    .where(and(gte(exchanges.createdAt, daysAgo(shop, 2 * terms.sendBackDays)), isGivenUpReturn, isDue))
    .limit(oneRound)
  // A number that the carrier couldn't look up comes last, so that it keeps no other waiting.
  const due = [...open, ...givenUp].sort((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime())
  for (const { id, trackingNumber, carrier: by } of due) {
    stepDone()
    const at = shop.now()
    try {
      const news = await carrier.track({ trackingNumber: trackingNumber!, carrier: by })
      if (news) await applyTrackingUpdate(shop, news)
    } catch (error) {
      itemFailed(shop, { error }, 'the carrier could not be asked about a parcel; it is tried again')
      await shop.db.update(parcels).set({ updatedAt: at }).where(eq(parcels.id, id))
      break
    }
    await shop.db.update(parcels).set({ askedAt: at, updatedAt: at }).where(eq(parcels.id, id))
  }
  await giveUpLost(shop)
}

/** The number of box `b`. */
const ofBox = carriersNumber(sql`b.tracking_number`)

/**
 * Follows packages whose labels were bought elsewhere by their typed or imported tracking number, unless they left long ago: a
 * shop that gets its carrier later has a year of them. A label of ours that such a package left without is given up, unless
 * the carrier has seen it.
 */
async function adoptNumbers(shop: Shop): Promise<void> {
  const now = shop.now().toISOString()
  const isOut = sql`b.state in ${boxState.list('shipped')} and b.shipped_at >= ${daysAgo(shop, 2 * terms.sendBackDays).toISOString()}::timestamptz`
  await shop.db.execute(sql`update parcels p set label = ${labelState.to('void', sql`p.label`)}, updated_at = ${now} from boxes b
    where b.id = p.box_id and p.exchange_id is null and p.label = 'bought' and p.shipment_id is null
      and ${isOut} and ${ofBox} is distinct from p.tracking_number`)
  await shop.db.transaction((tx) =>
    abandonLabels(
      tx,
      sql`${parcels.exchangeId} is null and exists (select 1 from boxes b where b.id = ${parcels.boxId}
        and ${isOut} and b.tracking_number is not null
        and b.tracking_number is distinct from ${parcels.trackingNumber}
        and ${ofBox} is distinct from ${parcels.trackingNumber})`,
    ),
  )
  await shop.db.execute(sql`insert into parcels (box_id, label, ounces, tracking_number, bought_at, created_at, updated_at)
    select b.id, 'bought', ${defaultOunces}, ${ofBox}, ${now}, ${now}, ${now} from boxes b
    where ${isOut} and b.tracking_number is not null
      and not exists (select 1 from parcels p where p.box_id = b.id and p.exchange_id is null and p.label in ${labelState.list(...activeLabels)})
    on conflict do nothing`)
}

/**
 * After ten days without a scan, the recipient is told and chooses what happens. Only if the carrier was asked since, and
 * knows the package: a number that was typed may be mistyped, or a courier's. One that waits for pickup isn't lost.
 */
async function giveUpLost(shop: Shop): Promise<void> {
  const since = daysAgo(shop, terms.lostAfterDays).toISOString()
  const rows = await rowsOf<{ trackingNumber: string; at: string }>(
    shop.db,
    sql`select p.tracking_number as "trackingNumber", to_char(coalesce(p.tracked_at, p.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from parcels p join boxes b on b.id = p.box_id
      where p.exchange_id is null and p.label = 'bought' and p.track in ('waiting', 'moving', 'problem')
        and b.state in ${boxState.list('shipped')} and greatest(p.scanned_at, b.shipped_at) < ${since}::timestamptz
        and p.asked_at >= greatest(p.scanned_at, b.shipped_at) + make_interval(days => ${terms.lostAfterDays})
        and (p.scanned_at is not null or p.shipment_id is not null)`,
  )
  for (const { trackingNumber, at } of rows) {
    // One millisecond after the last news, so that a later scan undoes it.
    const moment = new Date(new Date(at).getTime() + 1)
    await applyTrackingUpdate(shop, { trackingNumber, state: 'lost', at: moment, scannedAt: null })
  }
}
