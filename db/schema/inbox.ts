import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, instant, primaryId } from './columns.ts'
import { contactMessages } from './messages.ts'
import { users } from './staff.ts'

/** An email someone sent us, read from the mailbox once. */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: primaryId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    /** where it is: folder, its UIDVALIDITY and the email's number there */
    place: text('place').notNull().unique(),
    /** of its content: the same email in two folders, or renumbered, counts as one */
    digest: text('digest').notNull(),
    /** Message-ID without its brackets; "" if the sender gave none */
    rfcId: text('rfc_id').notNull().default(''),
    fromName: text('from_name').notNull().default(''),
    /** as the email claims */
    fromEmail: text('from_email').notNull(),
    /** a different Reply-To address; nothing is sent there */
    asksFor: text('asks_for'),
    /** how we know it's from this address: 'server', 'reply'; null: we don't */
    verifiedBy: text('verified_by'),
    /** it started its thread, which holds its text */
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

/** An attachment of an email; stored if we accept its type and size. */
export const mailAttachments = pgTable(
  'mail_attachments',
  {
    id: primaryId(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => inboundMails.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** the type its first bytes show; null: a type that isn't stored */
    type: text('type'),
    size: integer('size').notNull(),
    /** null: not stored, because of its type or size */
    content: bytes('content'),
  },
  (table) => [index('mail_attachments_mail').on(table.mailId)],
)

/** Staff's notes to each other on a thread; never sent. */
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

/** How far a mailbox has been read. */
export const mailboxPlaces = pgTable('mailbox_places', {
  folder: text('folder').primaryKey(),
  /** UIDVALIDITY (RFC 3501 §2.3.1.1): if it changes, all numbers are new */
  validity: text('validity').notNull(),
  /** the highest number read */
  uid: bigint('uid', { mode: 'number' }).notNull(),
  readAt: instant('read_at').notNull(),
})
