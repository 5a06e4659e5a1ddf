import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SubscriberStatus } from '../../domain/letter.ts'
import { bytes, createdAt, instant, primaryId } from './columns.ts'
import { users } from './staff.ts'
import { subscriberStatus } from './states.ts'

/** A conversation. It starts with the contact form or an email, whose text it holds. */
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
    /** 'form', 'mail' */
    origin: text('origin').notNull().default('form'),
    /** how we know the address is theirs: 'order' (they know an order number), 'server', 'reply', 'staff'; null: we don't */
    verifiedBy: text('verified_by'),
    /** set aside, and never answered automatically: 'spam', 'automatic', 'bounce', 'list', 'loop', 'own' */
    aside: text('aside'),
    /** the conversation its sender continues here from another address */
    follows: uuid('follows'),
    /** when the writer started waiting for an answer */
    waitingSince: instant('waiting_since').notNull().defaultNow(),
    answeredAt: instant('answered_at'),
    /** closed by staff, answered or not */
    doneAt: instant('done_at'),
    /** hidden from all open lists until then; the answer is still due at the promised hour */
    snoozedUntil: instant('snoozed_until'),
    /** the staff member who took it */
    assignee: text('assignee'),
    /** the staff member writing an answer, and the last sign of life from their screen */
    writer: text('writer'),
    writerSeenAt: instant('writer_seen_at'),
    /** increments with every email and answer: whoever answers says which version they read */
    version: integer('version').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'contact_messages_category',
      sql`${table.category} in ('general', 'order', 'return', 'billing', 'sizing', 'feedback')`,
    ),
    check('contact_messages_verified', sql`${table.verifiedBy} in ('order', 'server', 'reply', 'staff')`),
    check(
      'contact_messages_aside',
      sql`${table.aside} in ('spam', 'automatic', 'bounce', 'list', 'loop', 'own')`,
    ),
    index('contact_messages_waiting').on(table.waitingSince, table.id),
    index('contact_messages_newest').on(table.createdAt, table.id),
    index('contact_messages_open').on(table.createdAt).where(sql`${table.doneAt} is null`),
    index('contact_messages_aside').on(table.waitingSince, table.id).where(sql`${table.aside} is not null`),
    index('contact_messages_order').on(table.orderNumber),
    // Finds the writer in the admin: by mailbox, and by the beginning of any word.
    index('contact_messages_person').on(sql`md5(lower(trim(${table.email})))`),
    index('contact_messages_email').on(sql`lower(trim(${table.email}))`, table.createdAt),
    index('contact_messages_words').using(
      'gin',
      sql`search_words(${table.name} || ' ' || ${table.email} || ' ' || ${table.subject} || ' ' || coalesce(${table.orderNumber}, ''))`,
    ),
  ],
)

/** A staff answer; it's sent through the outbox. */
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

/** Saved answers for frequent questions. */
export const cannedAnswers = pgTable('canned_answers', {
  id: primaryId(),
  title: text('title').notNull().unique(),
  text: text('text').notNull(),
  displayOrder: integer('display_order').notNull().default(0),
  createdAt: createdAt(),
})

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: primaryId(),
    email: text('email').notNull().unique(),
    name: text('name'),
    status: text('status').$type<SubscriberStatus>().notNull().default('active'),
    source: text('source'),
    subscribedAt: instant('subscribed_at').notNull().defaultNow(),
    unsubscribedAt: instant('unsubscribed_at'),
    preferences: jsonb('preferences'),
    /** when the address's owner agreed; null: not yet, so only the confirmation email is sent there */
    confirmedAt: instant('confirmed_at'),
    /** when an email about signing up was last sent, which happens at most once an hour */
    mailedAt: instant('mailed_at'),
    /** 256 random bits for links in emails; stored in clear, because every letter repeats it */
    token: text('token').unique(),
  },
  (table) => [
    index('newsletter_subscribers_newest').on(table.subscribedAt, table.id),
    index('newsletter_subscribers_person').on(sql`md5(${table.email})`),
    index('newsletter_subscribers_words').using(
      'gin',
      sql`search_words(${table.email} || ' ' || coalesce(${table.name}, ''))`,
    ),
    // Finds who has to be asked once more, and who is deleted.
    index('newsletter_subscribers_pending')
      .on(table.subscribedAt)
      .where(sql`${table.confirmedAt} is null and ${table.status} = 'active'`),
    index('newsletter_subscribers_status').on(table.status, table.confirmedAt),
    check('newsletter_subscribers_status', sql`${table.status} in ${subscriberStatus.all}`),
  ],
)

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
    /** null: in pieces, or not stored because of its type or size */
    content: bytes('content'),
  },
  (table) => [index('mail_attachments_mail').on(table.mailId)],
)

/** The content of a large attachment, in pieces small enough to be written and read without anyone waiting. */
export const mailAttachmentPieces = pgTable(
  'mail_attachment_pieces',
  {
    attachmentId: uuid('attachment_id')
      .notNull()
      .references(() => mailAttachments.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.attachmentId, table.place] })],
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

/** An email whose reading began, remembered before anything reads it: none is read twice. */
export const mailReadings = pgTable(
  'mail_readings',
  {
    /** where it is, as in `inbound_mails` */
    place: text('place').primaryKey(),
    /** bytes of the whole email */
    size: integer('size').notNull(),
    receivedAt: instant('received_at').notNull(),
    startedAt: instant('started_at').notNull(),
    /** null: it is being read, or its process died */
    endedAt: instant('ended_at'),
    /** why it was set aside, not read to its end: 'time', 'memory', 'output', 'crash' */
    reason: text('reason'),
  },
  (table) => [
    index('mail_readings_open').on(table.startedAt).where(sql`${table.endedAt} is null`),
    index('mail_readings_ended').on(table.endedAt),
    check('mail_readings_reason', sql`${table.reason} in ('time', 'memory', 'output', 'crash')`),
  ],
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
