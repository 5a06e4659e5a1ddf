import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CartItem } from '../../domain/cart.ts'
import type { ManualOrderKind } from '../../domain/manual-order.ts'
import { createdAt, instant, primaryId } from './columns.ts'
import { orders } from './orders.ts'

/** A tag staff put on an order; searches find it as "tag:word" in order_words. */
export const orderTags = pgTable(
  'order_tags',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** lower case, the form used in comparisons */
    tag: text('tag').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.tag] }),
    check('order_tags_tag', sql`${table.tag} = lower(trim(${table.tag})) and ${table.tag} <> ''`),
    index('order_tags_tag_of').on(table.tag),
  ],
)

/** A named search for orders that staff saved; all staff see it. */
export const orderSearches = pgTable(
  'order_searches',
  {
    id: primaryId(),
    name: text('name').notNull(),
    /** the filters of the list (domain/admin/order-contracts.ts) */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    username: text('username').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('order_searches_name').on(sql`lower(${table.name})`)],
)

/** An order entered by staff (docs/decisions/075). The id comes from the form, so sending it twice creates it once. */
export const manualOrders = pgTable(
  'manual_orders',
  {
    id: primaryId(),
    kind: text('kind').$type<ManualOrderKind>().notNull(),
    /** priced when it's paid, by the plans of that day */
    cart: jsonb('cart').$type<CartItem[]>().notNull(),
    /** of the cart; for a replacement, of the belt and what it gets */
    cartHash: text('cart_hash').notNull(),
    email: text('email').notNull(),
    reason: text('reason').notNull(),
    /** hash of the payment link's token; null: nothing is left to pay */
    tokenHash: text('token_hash').unique(),
    expiresAt: instant('expires_at'),
    username: text('username').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    createdAt: createdAt(),
  },
  (table) => [
    check('manual_orders_kind', sql`${table.kind} in ('link', 'card', 'paid', 'free', 'replacement')`),
    index('manual_orders_newest').on(table.createdAt, table.id),
    index('manual_orders_order').on(table.orderId),
  ],
)
