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

/** A conversation: it begins with the contact form or with a mail, whose words it has. */
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
    /** how we know that the address is theirs: 'order' (they know its number), 'server', 'reply', 'staff'; null: we do not */
    verifiedBy: text('verified_by'),
    /** set aside, and never answered by itself: 'spam', 'automatic', 'bounce', 'list', 'loop', 'own' */
    aside: text('aside'),
    /** the conversation that its sender answers from another address */
    follows: uuid('follows'),
    /** since when the one who wrote waits for an answer */
    waitingSince: instant('waiting_since').notNull().defaultNow(),
    answeredAt: instant('answered_at'),
    /** put away by the staff, answered or not */
    doneAt: instant('done_at'),
    /** until then it stands in no list of what is open; the promised hour comes all the same */
    snoozedUntil: instant('snoozed_until'),
    /** who of the staff took it */
    assignee: text('assignee'),
    /** who of the staff is writing an answer, and when their screen last said so */
    writer: text('writer'),
    writerSeenAt: instant('writer_seen_at'),
    /** goes up with every mail and answer: whoever answers says what they have read */
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
    // Who wrote, in the admin: by the mailbox, and by how any word begins.
    index('contact_messages_person').on(sql`md5(lower(trim(${table.email})))`),
    index('contact_messages_email').on(sql`lower(trim(${table.email}))`, table.createdAt),
    index('contact_messages_words').using(
      'gin',
      sql`search_words(${table.name} || ' ' || ${table.email} || ' ' || ${table.subject} || ' ' || coalesce(${table.orderNumber}, ''))`,
    ),
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
    /** when the owner of the address agreed; null: nobody did yet, so nothing but the question is sent there */
    confirmedAt: instant('confirmed_at'),
    /** when a mail about signing up last went out, which happens once an hour at most */
    mailedAt: instant('mailed_at'),
    /** 256 random bits in the links of mails; readable, because every letter carries it again */
    token: text('token').unique(),
  },
  (table) => [
    index('newsletter_subscribers_newest').on(table.subscribedAt, table.id),
    index('newsletter_subscribers_person').on(sql`md5(${table.email})`),
    index('newsletter_subscribers_words').using(
      'gin',
      sql`search_words(${table.email} || ' ' || coalesce(${table.name}, ''))`,
    ),
    // Who has to be asked once more, and who is forgotten.
    index('newsletter_subscribers_pending')
      .on(table.subscribedAt)
      .where(sql`${table.confirmedAt} is null and ${table.status} = 'active'`),
    index('newsletter_subscribers_status').on(table.status, table.confirmedAt),
    check('newsletter_subscribers_status', sql`${table.status} in ${subscriberStatus.all}`),
  ],
)

/** The owner's switches, one row each (server/settings/). */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
})

/** Kinds of mail that an address may refuse with one click (RFC 8058); what the law asks for is none of them. */
export const mailOptouts = pgTable(
  'mail_optouts',
  {
    /** normalized */
    email: text('email').notNull(),
    /** 'gift-reminders', 'size-reminders', 'review-requests', 'yearly-summary' */
    kind: text('kind').notNull(),
    /** 256 random bits in the links of mails; readable, because every such mail carries it again */
    token: text('token').notNull().unique(),
    /** null: still welcome, the link was only offered */
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

/** A price run: a new price for those who renew a plan, told 30 days ahead (club-rules.md "Renewal law"). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: primaryId(),
    planId: text('plan_id').notNull(),
    /** what new buyers paid when it began */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** charges from this day on are at the new price */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** the shop's day of the announcement, at least 30 before */
    announcedOn: date('announced_on', { mode: 'string' }).notNull(),
    /** it was stopped: who was not charged at it yet keeps the price of before */
    withdrawnAt: instant('withdrawn_at'),
    /** everybody whom it touches was charged, or has left */
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

/** One member whom a price run touches. */
export const priceRunMembers = pgTable(
  'price_run_members',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => priceChanges.id),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** what a term costs before and after, before a code and before tax */
    nowCents: cents('now_price').notNull(),
    thenCents: cents('then_price').notNull(),
    /** the first charge at the new price, and the day of its notice; while it waits, as things stand */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    tellOn: date('tell_on', { mode: 'string' }).notNull(),
    /** 'waiting': not told; 'told': the notice has left; 'charged': paid at the new price; 'undone': stopped before;
     * 'left': nothing is charged any more */
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

/** A member’s next term is to be of another plan, from the click until it is charged or taken back. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    fromPlanId: text('from_plan_id').notNull(),
    toPlanId: text('to_plan_id').notNull(),
    /** what a term of the new plan costs, as it was shown, before a code and before tax */
    priceCents: cents('price').notNull(),
    /** what was agreed to: version, text, instant */
    consent: jsonb('consent').$type<Consent>().notNull(),
    /** who of the staff did it; null: the member */
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
