import { customType, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { orders } from './orders.ts'

// Compared byte by byte, so that all words that begin alike lie together in the index, whatever the server's locale.
const word = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * By what an order is found: its number without "BC-", the words of its names, its e-mail addresses, and its plans as
 * "plan:monthly". Kept by triggers (migration 0010), which ask the SQL function order_words_of.
 */
export const orderWords = pgTable(
  'order_words',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    word: word('word').notNull(),
    /** the order's, so that the newest of a word are read from the index alone */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.word] }),
    index('order_words_found').on(table.word, table.createdAt, table.orderId),
  ],
)

/** How many orders there are, as the sum of a few slots: purchases at the same moment seldom wait for one another. */
export const orderCounts = pgTable('order_counts', {
  slot: integer('slot').primaryKey(),
  orders: integer('orders').notNull().default(0),
  gifts: integer('gifts').notNull().default(0),
})
