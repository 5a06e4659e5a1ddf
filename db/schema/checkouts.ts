import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type CheckoutStatus, unfinishedCheckouts } from '../../domain/checkout-status.ts'
import type { Consent } from '../../domain/renewal-terms.ts'
import { cents, createdAt, foundBy, instant, primaryId, updatedAt } from './columns.ts'
import { orders } from './orders.ts'
import { checkoutStatus } from './states.ts'

/** A promotion code the owner made: percent or amount off, once or forever. */
export const promotionCodes = pgTable(
  'promotion_codes',
  {
    id: primaryId(),
    /** upper case, the form used in comparisons */
    code: text('code').notNull().unique(),
    percentOff: integer('percent_off'),
    amountOffCents: cents('amount_off'),
    duration: text('duration').notNull(),
    /** ids of the plans it's valid for; null: all */
    plans: jsonb('plans').$type<string[]>(),
    /** the last day it's valid, in the shop's time zone; null: no end */
    expiresOn: date('expires_on', { mode: 'string' }),
    /** how many orders can use it; null: any number */
    mostUses: integer('most_uses'),
    /** the owner of this store credit, normalized: no one else can use the code; null: anyone can */
    email: text('email'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    check('promotion_codes_code', sql`${table.code} = upper(${table.code}) and ${table.code} <> ''`),
    check('promotion_codes_percent', sql`${table.percentOff} between 1 and 100`),
    check('promotion_codes_amount', sql`${table.amountOffCents} > 0`),
    check('promotion_codes_one', sql`(${table.percentOff} is null) <> (${table.amountOffCents} is null)`),
    check('promotion_codes_duration', sql`${table.duration} in ('once', 'forever')`),
    check('promotion_codes_uses', sql`${table.mostUses} > 0`),
  ],
)

/**
 * One cart content on its way through payment (stripe.md §9). The order is made from the snapshot, not from the browser's
 * cart.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: primaryId(),
    cartHash: text('cart_hash').notNull(),
    /** the cart as CheckoutSnapshot (server/ledger/snapshot.ts): items with amounts and tax in cents */
    snapshot: jsonb('snapshot').notNull(),
    kind: text('kind').notNull(),
    subtotalCents: cents('subtotal').notNull(),
    taxCents: cents('tax'),
    totalCents: cents('total'),
    customerId: text('customer_id'),
    /** the provider's, or our own if nothing is charged (domain/checkout.ts `freeReference`) */
    intentId: text('intent_id').unique(),
    subscriptionId: text('subscription_id').unique(),
    purchaserEmail: text('purchaser_email'),
    promotionCode: text('promotion_code'),
    discountCents: cents('discount').notNull().default(0),
    /** hash of who is trying to pay, for the limits against card testing (server/checkout/find-or-open-checkout.ts) */
    addressKey: text('address_key'),
    /** the /56 for IPv6; null for IPv4 */
    subnetKey: text('subnet_key'),
    /** the /48 for IPv6, the /24 for IPv4 */
    networkKey: text('network_key'),
    emailKey: text('email_key'),
    /** how often the bank declined, as reported by the provider */
    declines: integer('declines').notNull().default(0),
    /** the renewal terms the buyer agreed to: version, text, instant (club-rules.md "Renewal law") */
    consent: jsonb('consent').$type<Consent>(),
    status: text('status').$type<CheckoutStatus>().notNull().default('open'),
    orderId: uuid('order_id')
      .unique()
      .references(() => orders.id),
    /** when a browser was told the order's number; until then its cart may still try to pay again */
    toldAt: instant('told_at'),
    lastError: text('last_error'),
    checkedAt: instant('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('checkouts_status', sql`${table.status} in ${checkoutStatus.all}`),
    check('checkouts_kind', sql`${table.kind} in ('subscription', 'payment', 'setup', 'free')`),
    check(
      'checkouts_order',
      sql`(${table.status} in ('completing', 'done')) = (${table.orderId} is not null)`,
    ),
    // One open checkout per cart content: a second click, a second tab or a lost reply finds the same intent.
    uniqueIndex('checkouts_open_cart').on(table.cartHash).where(sql`${table.status} = 'open'`),
    // Also finds a cart that is already paid, so that it isn't sold twice.
    index('checkouts_cart').on(table.cartHash, table.createdAt),
    // The limits count unpaid checkouts only, so where many people buy from one network, the paid ones aren't read each
    // time.
    index('checkouts_by_address').on(table.addressKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_by_subnet').on(table.subnetKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_by_network').on(table.networkKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_by_email').on(table.emailKey, table.createdAt).where(sql`${table.orderId} is null`),
    index('checkouts_unfinished')
      .on(table.createdAt)
      .where(sql`${table.status} in ${checkoutStatus.list(...unfinishedCheckouts)}`),
  ],
)

/** Events of the payment provider, stored once by id, then handled by the worker (stripe.md §6). */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    payload: jsonb('payload').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    handledAt: instant('handled_at'),
    runAt: instant('run_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [index('payment_events_due').on(table.runAt).where(sql`${table.handledAt} is null`)],
)

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
    runAt: instant('run_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
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

/**
 * When a process last did the work that one process does for all: once an hour, and right away on a new day
 * (server/worker.ts).
 */
export const workerLooks = pgTable('worker_looks', {
  part: text('part').primaryKey(),
  day: date('day', { mode: 'string' }).notNull(),
  lookedAt: instant('looked_at').notNull(),
})
