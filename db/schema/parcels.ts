import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  type AddressCheck,
  activeLabels,
  addressChecks,
  type LabelState,
  openTrackStates,
  type ParcelAddress,
  type TrackState,
  trackStates,
} from '../../domain/parcel.ts'
import { boxes } from './boxes.ts'
import { bytes, cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { exchanges } from './exchanges.ts'
import { labelState } from './states.ts'

const listed = (states: readonly string[]) => sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`)

/**
 * A package: its label, and where its carrier says it is. Written before the carrier is asked for anything; its id is the
 * reference the carrier stores (docs/decisions/071).
 */
export const parcels = pgTable(
  'parcels',
  {
    id: primaryId(),
    /** the box that ships, or comes back */
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    /** the exchange it comes back for; null: it's outgoing */
    exchangeId: uuid('exchange_id').references(() => exchanges.id),
    label: text('label').$type<LabelState>().notNull().default('wanted'),
    ounces: real('ounces').notNull(),
    /** null: a label from elsewhere; only its number is known */
    shipmentId: text('shipment_id').unique(),
    rateId: text('rate_id'),
    carrier: text('carrier'),
    service: text('service'),
    costCents: cents('cost'),
    trackingNumber: text('tracking_number'),
    /** the label as a PDF, and as a code for post offices to scan */
    pdf: bytes('pdf'),
    qr: bytes('qr'),
    /** when the carrier was told to buy it: if it's later found unbought, the carrier is asked what happened */
    buyingAt: instant('buying_at'),
    boughtAt: instant('bought_at'),
    lastError: text('last_error'),
    /** status of the destination address; null: the carrier wasn't asked */
    addressCheck: text('address_check').$type<AddressCheck>(),
    /** the address the carrier thinks is meant, until someone has checked */
    suggestion: jsonb('suggestion').$type<ParcelAddress>(),
    track: text('track').$type<TrackState>().notNull().default('waiting'),
    /** the carrier's time of the latest report and of the last scan, and when the carrier was last asked */
    trackedAt: instant('tracked_at'),
    scannedAt: instant('scanned_at'),
    askedAt: instant('asked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('parcels_label', sql`${table.label} in ${labelState.all}`),
    check('parcels_address_check', sql`${table.addressCheck} in ${listed(addressChecks)}`),
    check('parcels_track', sql`${table.track} in ${listed(trackStates)}`),
    // One label each way: if two processes start one, the second finds the first's.
    uniqueIndex('parcels_out')
      .on(table.boxId)
      .where(sql`${table.exchangeId} is null and ${table.label} in ${labelState.list(...activeLabels)}`),
    uniqueIndex('parcels_back')
      .on(table.exchangeId)
      .where(sql`${table.label} in ${labelState.list(...activeLabels)}`),
    index('parcels_box').on(table.boxId),
    index('parcels_number').on(table.trackingNumber).where(sql`${table.trackingNumber} is not null`),
    index('parcels_followed')
      .on(table.askedAt)
      .where(
        sql`${table.label} = 'bought' and ${table.track} in ${listed(openTrackStates)} and ${table.trackingNumber} is not null`,
      ),
    index('parcels_unfinished')
      .on(table.updatedAt)
      .where(sql`${table.label} in ('wanted', 'quoted', 'voiding')`),
  ],
)

/** What the demo carrier remembers: it stands in for a company across the network (server/adapters/demo-carrier.ts). */
export const demoParcels = pgTable('demo_parcels', {
  shipmentId: text('shipment_id').primaryKey(),
  reference: text('reference').notNull().unique(),
  trackingNumber: text('tracking_number').notNull().unique(),
  isReturn: boolean('is_return').notNull(),
  sender: jsonb('sender').$type<ParcelAddress>().notNull(),
  receiver: jsonb('receiver').$type<ParcelAddress>().notNull(),
  cents: integer('cents').notNull(),
  boughtAt: instant('bought_at'),
  voidedAt: instant('voided_at'),
  createdAt: createdAt(),
})
