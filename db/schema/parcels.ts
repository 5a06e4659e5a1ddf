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
import { boxes } from './club.ts'
import { bytes, cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { exchanges } from './exchanges.ts'
import { labelState } from './states.ts'

const listed = (states: readonly string[]) => sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`)

/**
 * A parcel: its label, and where its carrier says it is. Written before the carrier is asked for anything; its id is the
 * reference that the carrier keeps (docs/decisions/071).
 */
export const parcels = pgTable(
  'parcels',
  {
    id: primaryId(),
    /** the box that goes out, or that comes back */
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    /** the exchange for which it comes back; null: it goes out */
    exchangeId: uuid('exchange_id').references(() => exchanges.id),
    label: text('label').$type<LabelState>().notNull().default('wanted'),
    ounces: real('ounces').notNull(),
    /** null: a label from elsewhere, of which only the number is known */
    shipmentId: text('shipment_id').unique(),
    rateId: text('rate_id'),
    carrier: text('carrier'),
    service: text('service'),
    costCents: cents('cost'),
    trackingNumber: text('tracking_number'),
    /** the label as a PDF, and as a picture that post offices scan */
    pdf: bytes('pdf'),
    qr: bytes('qr'),
    /** when the carrier was told to buy it: whoever finds it unbought later asks what came of it */
    buyingAt: instant('buying_at'),
    boughtAt: instant('bought_at'),
    lastError: text('last_error'),
    /** what is known of the address that it goes to; null: the carrier wasn't asked */
    addressCheck: text('address_check').$type<AddressCheck>(),
    /** the address that the carrier takes it for, until somebody has looked */
    suggestion: jsonb('suggestion').$type<ParcelAddress>(),
    track: text('track').$type<TrackState>().notNull().default('waiting'),
    /** the carrier's own instant of the news that count, of the last scan, and when it was asked last */
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
    // One label each way: of two processes that begin one, the second finds the first.
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

/** What the demo's carrier remembers: it stands in for a company on the other side of the network (server/adapters/demo-carrier.ts). */
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
