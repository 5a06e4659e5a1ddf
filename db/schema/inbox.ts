import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, instant, primaryId } from './columns.ts'
import { contactMessages } from './messages.ts'
import { users } from './staff.ts'

/** A mail that somebody sent us, read from the mailbox once. */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: primaryId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    /** where it lies: folder, its validity and the mail's number there */
    place: text('place').notNull().unique(),
    /** of what it says: the same mail in two folders, or numbered again, is one */
    digest: text('digest').notNull(),
    /** Message-ID without its brackets; "" where the sender gave none */
    rfcId: text('rfc_id').notNull().default(''),
    fromName: text('from_name').notNull().default(''),
    /** as the mail claims */
    fromEmail: text('from_email').notNull(),
    /** another address that it asks to be answered at; nothing is sent there */
    asksFor: text('asks_for'),
    /** how we know that it is from this address: 'server', 'reply'; null: we do not */
    verifiedBy: text('verified_by'),
    /** it began its thread, which has its words */
    isFirst: boolean('is_first').notNull(),
    text: text('text').notNull(),
    receivedAt: instant('received_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('inbound_mails_digest').on(table.digest),
    index('inbound_mails_thread').on(table.messageId, table.createdAt),
    index('inbound_mails_rfc').on(table.rfcId).where(sql`${table.rfcId} <> ''`),
    index('inbound_mails_email').on(table.fromEmail, table.createdAt),
    check('inbound_mails_verified', sql`${table.verifiedBy} in ('server', 'reply')`),
  ],
)

/** What came with a mail: kept where it is of a kind and a size that we take. */
export const mailAttachments = pgTable(
  'mail_attachments',
  {
    id: primaryId(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => inboundMails.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** as its first bytes say; null: of a kind that is not kept */
    type: text('type'),
    size: integer('size').notNull(),
    /** null: left out, because of its kind or size */
    content: bytes('content'),
  },
  (table) => [index('mail_attachments_mail').on(table.mailId)],
)

/** What the staff write down for each other beside a thread; it is never sent. */
export const contactNotes = pgTable(
  'contact_notes',
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
  (table) => [index('contact_notes_message').on(table.messageId, table.createdAt)],
)

/** How far a mailbox was read. */
export const mailboxPlaces = pgTable('mailbox_places', {
  folder: text('folder').primaryKey(),
  /** UIDVALIDITY (RFC 3501 §2.3.1.1): another one says that all numbers are new */
  validity: text('validity').notNull(),
  /** the highest number that was read */
  uid: bigint('uid', { mode: 'number' }).notNull(),
  readAt: instant('read_at').notNull(),
})
