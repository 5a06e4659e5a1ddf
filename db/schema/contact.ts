import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, primaryId } from '../columns.ts'

/** What people wrote through the contact form. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: primaryId(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    category: text('category'),
    orderNumber: text('order_number'),
    message: text('message').notNull(),
    answeredAt: instant('answered_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'contact_messages_category',
      sql`${table.category} in ('general', 'order', 'return', 'billing', 'sizing', 'feedback')`,
    ),
    index('contact_messages_newest').on(table.createdAt.desc()),
  ],
)
