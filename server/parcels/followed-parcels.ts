import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { parcels } from '../../db/schema.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { followedDays, openTrackStates, pickupDays } from '../../domain/parcel.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** The first instant of a day so many days ago. */
export const daysAgo = (shop: Shop, days: number) =>
  instantAt(addDays(shopDay(shop), -days), 0, shop.config.timeZone)

/** Condition: the carrier still knows the package by its number, which a later one may have. */
export const isFollowed = (shop: Shop) =>
  or(isNull(parcels.boughtAt), gte(parcels.boughtAt, daysAgo(shop, followedDays)))

/** Condition: on its way, as far as the carrier said. */
export const isOpen = sql`${parcels.track} in ${sql.raw(`(${openTrackStates.map((each) => `'${each}'`).join(', ')})`)} and ${parcels.trackingNumber} is not null`

/** Condition: with a label that the shop bought. */
export const isOurs = sql`${parcels.label} = 'bought'`

/** Packages that the carrier couldn't be asked about for a day, because it's out of reach or fails at their number. */
export async function countUnasked(shop: Shop): Promise<number> {
  const yesterday = new Date(shop.now().getTime() - 24 * 60 * 60_000)
  const isLongAgo = sql`coalesce(${parcels.askedAt}, ${parcels.boughtAt}) < ${yesterday.toISOString()}::timestamptz`
  return shop.db.$count(parcels, and(isOurs, isOpen, isFollowed(shop), isLongAgo))
}

/** The numbers of packages that a carrier has kept for pickup for longer than carriers do, the oldest first. */
export async function forgottenAtPickup(shop: Shop): Promise<string[]> {
  const isForgotten = and(
    isOurs,
    eq(parcels.track, 'pickup'),
    isFollowed(shop),
    lte(parcels.scannedAt, daysAgo(shop, pickupDays)),
  )
  const rows = await shop.db
    .select({ trackingNumber: parcels.trackingNumber })
    .from(parcels)
    .where(and(isForgotten, isOpen))
    .orderBy(parcels.scannedAt)
  return rows.map(({ trackingNumber }) => trackingNumber!)
}
