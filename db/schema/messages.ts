import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { openPriceRuns, type PlanChangeState, type PriceRunState } from '../../domain/price-change.ts'
import type { Consent } from '../../domain/renewal-terms.ts'
import type { SubscriberStatus } from '../../domain/subscriber.ts'
import { memberships } from './club.ts'
import { cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { users } from './staff.ts'
import { planChangeState, priceRunState, subscriberStatus } from './states.ts'

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

/** The owner's settings, one row each (server/settings/). */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
})

/** Kinds of email an address can refuse with one click (RFC 8058); legally required ones aren't included. */
export const mailOptouts = pgTable(
  'mail_optouts',
  {
    /** normalized */
    email: text('email').notNull(),
    /** 'gift-reminders', 'size-reminders', 'review-requests', 'yearly-summary' */
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
      sql`${table.kind} in ('gift-reminders', 'size-reminders', 'review-requests', 'yearly-summary')`,
    ),
  ],
)

/** A price run: a new price for members who renew a plan, announced 30 days ahead (club-rules.md "Renewal law"). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: primaryId(),
    planId: text('plan_id').notNull(),
    /** what new buyers paid when it started */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** charges on or after this day use the new price */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** the shop's day of the announcement, at least 30 days before */
    announcedOn: date('announced_on', { mode: 'string' }).notNull(),
    /** when it was stopped: members not yet charged at the new price keep the old one */
    withdrawnAt: instant('withdrawn_at'),
    /** when everyone affected had been charged or had left */
    finishedAt: instant('finished_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('price_changes_ahead', sql`${table.effectiveOn} >= ${table.announcedOn} + 30`),
    check('price_changes_prices', sql`${table.thenCents} > 0`),
    index('price_changes_plan').on(table.planId, table.effectiveOn),
    // One at a time: two new prices of a plan would race for the same charge.
    uniqueIndex('price_changes_running')
      .on(table.planId)
      .where(sql`${table.withdrawnAt} is null and ${table.finishedAt} is null`),
  ],
)

/** One member affected by a price run. */
export const priceRunMembers = pgTable(
  'price_run_members',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => priceChanges.id),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the price per term before and after, before any code and tax */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** the first charge at the new price, and the day of its notice; an estimate while `state` is 'waiting' */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    tellOn: date('tell_on', { mode: 'string' }).notNull(),
    /**
     * 'waiting': not told; 'told': the notice was sent; 'charged': paid at the new price; 'undone': stopped before that;
     * 'left': nothing more is charged
     */
    state: text('state').$type<PriceRunState>().notNull().default('waiting'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.membershipId] }),
    check('price_run_members_state', sql`${table.state} in ${priceRunState.all}`),
    index('price_run_members_open')
      .on(table.membershipId)
      .where(sql`${table.state} in ${priceRunState.list(...openPriceRuns)}`),
  ],
)

/** A change of plan for a member’s next term, from the click until it's charged or undone. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    fromPlanId: text('from_plan_id').notNull(),
    toPlanId: text('to_plan_id').notNull(),
    /** the new plan's price per term as shown, before any code and tax */
    priceCents: cents('price').notNull(),
    /** what the member agreed to: version, text, instant */
    consent: jsonb('consent').$type<Consent>().notNull(),
    /** the staff member who did it; null: the member */
    username: text('username'),
    state: text('state').$type<PlanChangeState>().notNull().default('open'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('plan_changes_state', sql`${table.state} in ${planChangeState.all}`),
    uniqueIndex('plan_changes_open').on(table.membershipId).where(sql`${table.state} = 'open'`),
  ],
)
