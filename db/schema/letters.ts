import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LetterAudience, LetterBlock } from '../../domain/admin/letter-blocks.ts'
import type { LetterState } from '../../domain/letter.ts'
import { createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { letterReaderState, letterState } from './states.ts'

/** A letter to many, written in blocks: the shop promises one a month (docs/decisions/081). */
export const letters = pgTable(
  'letters',
  {
    id: primaryId(),
    /** the last segment of its page's URL */
    slug: text('slug').notNull().unique(),
    /** the month this letter is for, YYYY-MM */
    month: text('month').notNull(),
    /** who started it; null: the shop, when the month's drop was shown */
    username: text('username'),
    subject: text('subject').notNull(),
    /** what mail programs show next to the subject */
    preview: text('preview').notNull().default(''),
    blocks: jsonb('blocks').$type<LetterBlock[]>().notNull(),
    audience: jsonb('audience').$type<LetterAudience>().notNull(),
    state: text('state').$type<LetterState>().notNull().default('draft'),
    /** increments with every change: whoever saves says which version they had read */
    version: integer('version').notNull().default(0),
    /** when it should be sent */
    sendAt: instant('send_at'),
    /**
     * when it was published; then the last address listed as a reader so far ('' before the first), and when all were
     * listed
     */
    publishedAt: instant('published_at'),
    listedAfter: text('listed_after'),
    listedAt: instant('listed_at'),
    /** when the outbox last got some of its emails */
    releasedAt: instant('released_at'),
    finishedAt: instant('finished_at'),
    /** why it's paused, in words */
    stoppedBecause: text('stopped_because'),
    /** sent and bounced when a person last continued it: the limit is then twice that share */
    sentBefore: integer('sent_before').notNull().default(0),
    bouncedBefore: integer('bounced_before').notNull().default(0),
    /** kept after the list of readers is deleted: readers, sent, bounced, complained, dropped */
    figures: jsonb('figures').$type<Record<string, number>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('letters_month', sql`${table.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('letters_state', sql`${table.state} in ${letterState.all}`),
    // The shop drafts a month's letter once, whatever becomes of it.
    uniqueIndex('letters_drafted').on(table.month).where(sql`${table.username} is null`),
    index('letters_newest').on(table.createdAt, table.id),
  ],
)

/** One address a letter goes to: exactly once, even if a process is killed in between. */
export const letterReaders = pgTable(
  'letter_readers',
  {
    /** the fact of its email in the outbox */
    id: primaryId(),
    letterId: uuid('letter_id')
      .notNull()
      .references(() => letters.id),
    /** normalized */
    email: text('email').notNull(),
    state: text('state').notNull().default('waiting'),
    /** when the mail server accepted or refused it */
    sentAt: instant('sent_at'),
    /** what the other mail server said about it */
    problem: text('problem'),
  },
  (table) => [
    unique('letter_readers_once').on(table.letterId, table.email),
    check('letter_readers_state', sql`${table.state} in ${letterReaderState.all}`),
    index('letter_readers_state').on(table.letterId, table.state, table.id),
    index('letter_readers_email').on(table.email),
  ],
)
