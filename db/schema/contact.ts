import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, primaryId } from '../columns.ts'
import { users } from './staff.ts'

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
    /** put away by the staff, answered or not */
    doneAt: instant('done_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'contact_messages_category',
      sql`${table.category} in ('general', 'order', 'return', 'billing', 'sizing', 'feedback')`,
    ),
    index('contact_messages_newest').on(table.createdAt, table.id),
    index('contact_messages_open').on(table.createdAt).where(sql`${table.doneAt} is null`),
    index('contact_messages_order').on(table.orderNumber),
  ],
)

/** What the staff answered; it leaves through the outbox. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: primaryId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    username: text('username').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_replies_message').on(table.messageId, table.createdAt)],
)

/** Answers that are given often. */
export const cannedAnswers = pgTable('canned_answers', {
  id: primaryId(),
  title: text('title').notNull().unique(),
  text: text('text').notNull(),
  displayOrder: integer('display_order').notNull().default(0),
  createdAt: createdAt(),
})
