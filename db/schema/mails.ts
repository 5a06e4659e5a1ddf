import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { optOutKinds } from '../../domain/mail-kinds.ts'
import { createdAt, foundBy, instant, primaryId, wordsOf } from './columns.ts'

/** Emails and other effects, written in the same transaction as the fact they report; once per (fact, kind). */
export const outbox = pgTable(
  'outbox',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    /** the fact: an order's id, a membership's id and day, ... */
    subjectId: text('fact').notNull(),
    /** 0 for the original email; 1, 2 ... each time the admin has it sent again */
    copy: integer('copy').notNull().default(0),
    /** the address last handed to the mail server, normalized; null: none yet, or the person's data was deleted */
    recipient: foundBy('recipient'),
    payload: jsonb('payload').notNull().default({}),
    /**
     * 0: someone is waiting for it; 1: about something that just happened; 2: a notice to many; 3: the letter. Lower is
     * sent first.
     */
    priority: smallint('priority')
      .generatedAlwaysAs(
        sql`case when kind in ('magic-link', 'exchange-link', 'security-notice', 'newsletter-confirmation') then 0
          when kind like 'letter%' then 3
          when kind like '%-notice%' or kind like '%-reminder%' or kind in ('box-shipped', 'gift-progress', 'price-change', 'yearly-summary', 'card-expiring', 'choice-wanted') then 2
          else 1 end`,
      )
      .notNull(),
    /** when it is tried next; claims and retries move it */
    runAt: instant('run_at').notNull().defaultNow(),
    /** when it was first due; no retry moves it, so it says how long a reader has waited */
    dueAt: instant('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    /** the mail server works, but did not take this address or email yet: says nothing about the others */
    isDeferred: boolean('is_deferred').notNull().default(false),
    /** why the last attempt failed; with `droppedBecause`, why it was given up */
    lastError: text('last_error'),
    /** when it was settled: sent or dropped */
    sentAt: instant('sent_at'),
    /** why it was not sent when its time came: no longer true, or nobody accepted it for days */
    droppedBecause: text('dropped_because'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('outbox_once').on(table.subjectId, table.kind, table.copy),
    index('outbox_due').on(table.priority, table.runAt).where(sql`${table.sentAt} is null`),
    // The admin's list of all emails, of one kind, or of undelivered ones: read backwards, newest first. A descending
    // index would put nulls last, and PostgreSQL would not use it for "order by ... desc".
    index('outbox_newest').on(table.createdAt, table.id),
    index('outbox_kind').on(table.kind, table.createdAt, table.id),
    index('outbox_dropped').on(table.createdAt, table.id).where(sql`${table.droppedBecause} is not null`),
    index('outbox_sent').on(table.sentAt),
    // All emails about a row: every fact starts with an id.
    index('outbox_about').on(sql`left(${table.subjectId}, 36)`),
    // The admin's search by the beginning of an address.
    index('outbox_recipient').on(table.recipient, table.createdAt, table.id),
  ],
)

/** Each email as it was sent, except for links that open something (server/outbox/mail-archive.ts). */
export const keptMails = pgTable(
  'kept_mails',
  {
    mailId: uuid('mail_id')
      .primaryKey()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    sentAt: instant('sent_at').notNull(),
    /** the mail server's reply when it accepted the email */
    answer: text('answer').notNull(),
    /** all three are null once they are gone for the reason in `goneBecause` */
    subject: text('subject'),
    text: text('text'),
    html: text('html'),
    /** 'deleted': their reader's data was deleted; 'old': the retention period is over */
    goneBecause: text('gone_because'),
  },
  (table) => [
    check('kept_mails_gone', sql`(${table.goneBecause} is null) = (${table.html} is not null)`),
    check('kept_mails_gone_because', sql`${table.goneBecause} in ('deleted', 'old')`),
    index('kept_mails_age').on(table.sentAt).where(sql`${table.goneBecause} is null`),
  ],
)

/** Kinds of email an address can refuse with one click (RFC 8058); legally required ones aren't included. */
export const mailOptouts = pgTable(
  'mail_optouts',
  {
    /** normalized */
    email: text('email').notNull(),
    /** domain/mail-kinds.ts */
    kind: text('kind').notNull(),
    /** 256 random bits for links in emails; stored in clear, because every such email repeats it */
    token: text('token').notNull().unique(),
    /** null: not refused; the link was only offered */
    optedOutAt: instant('opted_out_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.kind] }),
    check(
      'mail_optouts_kind',
      // 'yearly-summary' could once be refused.
      sql`${table.kind} in ${wordsOf([...optOutKinds, 'yearly-summary'])}`,
    ),
  ],
)

/**
 * An address where nothing arrives, or whose owner marked our email as spam: only required emails are sent there
 * (docs/decisions/082).
 */
export const deadAddresses = pgTable(
  'dead_addresses',
  {
    /** normalized */
    email: text('email').primaryKey(),
    kind: text('kind').$type<'bounce' | 'complaint'>().notNull(),
    /** what the other mail server said */
    words: text('words').notNull(),
    /** who reported it: 'smtp', 'mailbox', 'ses', 'postmark', 'desk' (the admin) */
    source: text('source').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check('dead_addresses_kind', sql`${table.kind} in ('bounce', 'complaint')`),
    check('dead_addresses_source', sql`${table.source} in ('smtp', 'mailbox', 'ses', 'postmark', 'desk')`),
    index('dead_addresses_person').on(sql`md5(${table.email})`),
  ],
)
