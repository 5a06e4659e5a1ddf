import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Gender, Style } from '../../domain/belt.ts'
import { bytes, cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'

/** A picture the owner uploaded, by the hash of its content; in the database, so that every process can serve it. */
export const pictures = pgTable('pictures', {
  /** sha256 of the upload, base64url */
  hash: text('hash').primaryKey(),
  /** pixels of the upload, turned upright */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  createdAt: createdAt(),
})

/** One width and format of an uploaded picture. */
export const pictureFiles = pgTable(
  'picture_files',
  {
    hash: text('hash')
      .notNull()
      .references(() => pictures.hash, { onDelete: 'cascade' }),
    /** pixels */
    width: integer('width').notNull(),
    format: text('format').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.width, table.format] }),
    check('picture_files_format', sql`${table.format} in ('avif', 'webp')`),
  ],
)

/** A picture as a JPEG for shared links and emails, made once, by the hash of the shot it is made from. */
export const sharePictures = pgTable(
  'share_pictures',
  {
    hash: text('hash').notNull(),
    /** 'share': on a wide ground; 'mail': as it is; 'box': in an opened box */
    kind: text('kind').$type<'share' | 'mail' | 'box'>().notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.kind] }),
    check('share_pictures_kind', sql`${table.kind} in ('share', 'mail', 'box')`),
  ],
)

/** A belt. Its SKU contains its drop's date code (spec §3, club-rules.md). */
export const products = pgTable(
  'products',
  {
    id: primaryId(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    material: text('material').notNull(),
    width: text('width').notNull(),
    buckle: text('buckle').notNull(),
    style: text('style').$type<Style>().notNull(),
    sku: text('sku').notNull().unique(),
    imageUrl: text('image_url'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    gender: text('gender').$type<Gender>().notNull(),
    colors: text('colors').array().notNull().default([]),
    imageAlt: text('image_alt').notNull().default(''),
    lifestyleImageUrl: text('lifestyle_image_url'),
    lifestyleAlt: text('lifestyle_alt').notNull().default(''),
    /** the last segment of its page's URL; a belt inserted without the admin gets one nobody can guess */
    slug: text('slug').notNull().unique().default(sql`gen_random_uuid()::text`),
    /** who it suits, in a sentence or two; "" if not stated */
    suits: text('suits').notNull().default(''),
    /** the product shot on dark wood, for the dark theme */
    nightImageUrl: text('night_image_url'),
    /** close-up of buckle and stitching */
    detailImageUrl: text('detail_image_url'),
    detailAlt: text('detail_alt').notNull().default(''),
    drop: text('drop').notNull(),
    displayOrder: integer('display_order').notNull().default(0),
    /** equal for a belt and its copies in other drops: to members they are the same belt (docs/decisions/091) */
    design: uuid('design').notNull().default(sql`time_ordered_id()`),
  },
  (table) => [
    check('products_style', sql`${table.style} in ('dress', 'casual', 'stretch')`),
    check('products_gender', sql`${table.gender} in ('male', 'female')`),
    check('products_drop', sql`${table.drop} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    index('products_shown').on(table.gender, table.style, table.displayOrder),
    index('products_design').on(table.design),
  ],
)

/** Belt × size with a stock count (club-rules.md "variant"). */
export const beltVariants = pgTable(
  'belt_variants',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: text('size').notNull(),
    stock: integer('stock').notNull().default(0),
  },
  (table) => [
    unique('belt_variants_belt_size').on(table.productId, table.size),
    check('belt_variants_stock', sql`${table.stock} >= 0`),
  ],
)

/** Units received, one row per scan. The scanning device makes the id, so a scan sent twice counts once. */
export const stockReceipts = pgTable(
  'stock_receipts',
  {
    id: uuid('id').primaryKey(),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => beltVariants.id, { onDelete: 'cascade' }),
    pieces: integer('pieces').notNull(),
    username: text('username').notNull(),
    createdAt: createdAt(),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    check('stock_receipts_pieces', sql`${table.pieces} between 1 and 999`),
    index('stock_receipts_newest').on(table.createdAt),
    index('stock_receipts_variant').on(table.variantId),
  ],
)

export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: primaryId(),
    name: text('name').notNull(),
    planId: text('plan_id').notNull().unique(),
    priceCents: cents('price').notNull(),
    billingInterval: text('billing_interval').notNull(),
    intervalCount: integer('interval_count').notNull(),
    stripePriceId: text('stripe_price_id'),
    isActive: boolean('is_active').notNull().default(true),
    /** dollars a month for comparison: "was $69.50" */
    originalPriceCents: cents('original_price'),
    popular: boolean('popular').notNull().default(false),
    features: text('features').array().notNull().default([]),
  },
  (table) => [
    check('subscription_plans_price', sql`${table.priceCents} >= 0`),
    check('subscription_plans_months', sql`${table.intervalCount} between 1 and 24`),
    // Only one plan can be the best value.
    uniqueIndex('subscription_plans_one_popular')
      .on(table.popular)
      .where(sql`${table.popular} and ${table.isActive}`),
  ],
)

export const productTypes = pgTable('product_types', {
  id: primaryId(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  description: text('description').notNull(),
  displayOrder: integer('display_order').notNull().default(0),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
