import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { KeptDropState } from '../../domain/admin/drop-state.ts'
import type { CurationState } from '../../domain/curation/curation.ts'
import { type DelayAnswer, type DelayReason, delayAnswers, delayReasons } from '../../domain/delay.ts'
import { boxes } from './boxes.ts'
import { createdAt, instant, primaryId } from './columns.ts'
import { curationState, dropState } from './states.ts'

/**
 * One month's shipment; its cut-off and ship-by day are stored, so that the owner can move a single drop (club-rules.md).
 */
export const drops = pgTable(
  'drops',
  {
    drop: text('drop').primaryKey(),
    cutOffAt: instant('cut_off_at').notNull(),
    shipBy: text('ship_by').notNull(),
    state: text('state').$type<KeptDropState>().notNull().default('open'),
    createdAt: createdAt(),
  },
  (table) => [
    check('drops_name', sql`${table.drop} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('drops_state', sql`${table.state} in ${dropState.all}`),
  ],
)

/** What everyone in a drop was told when the owner held or moved it, in the owner's words (club-rules.md "Hold or move"). */
export const dropNotices = pgTable(
  'drop_notices',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    /** 'hold', 'release', 'ship-by': a new day; 'month': its boxes move to another drop */
    kind: text('kind').notNull(),
    /** what the owner wrote */
    words: text('words').notNull(),
    /** the new day the boxes ship by; null while on hold */
    shipBy: date('ship_by', { mode: 'string' }),
    /** the drop the boxes move to */
    toDrop: text('to_drop'),
    username: text('username').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check('drop_notices_kind', sql`${table.kind} in ('hold', 'release', 'ship-by', 'month')`),
    index('drop_notices_drop').on(table.drop, table.createdAt),
  ],
)

/** One curation run of a drop (club-rules.md "Curate"), with its progress. */
export const curationRuns = pgTable(
  'curation_runs',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    state: text('state').$type<CurationState>().notNull().default('running'),
    /** started by the worker at the cut-off, not by the owner */
    isAutomatic: boolean('is_automatic').notNull(),
    /** total steps: every box is read once and written once */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** at the end: boxes with a belt, boxes on hold, and boxes whose belt changed */
    assigned: integer('assigned').notNull().default(0),
    held: integer('held').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    /** its last sign of life: a silent run was killed, and its drop can be curated again */
    seenAt: instant('seen_at').notNull(),
    finishedAt: instant('finished_at'),
    error: text('error'),
  },
  (table) => [
    check('curation_runs_state', sql`${table.state} in ${curationState.all}`),
    uniqueIndex('curation_runs_one_at_a_time').on(table.drop).where(sql`${table.state} = 'running'`),
    index('curation_runs_drop').on(table.drop, table.startedAt),
  ],
)

const listed = (words: readonly string[]) => sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`)

/**
 * A paid belt that can't ship on time: what its buyer was told, and their answer. This is the proof 16 CFR 435 requires.
 * A row only ever changes by its answer and its end; the email is kept with it (docs/decisions/058, 073).
 */
export const delays = pgTable(
  'delays',
  {
    id: primaryId(),
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    reason: text('reason').$type<DelayReason>().notNull(),
    /** the owner's own words, if a drop was held or moved */
    noticeId: uuid('notice_id').references(() => dropNotices.id),
    /** the day promised at purchase, the one promised last, and the new one; null: not known yet */
    originalDay: date('original_day', { mode: 'string' }).notNull(),
    wasDay: date('was_day', { mode: 'string' }).notNull(),
    newDay: date('new_day', { mode: 'string' }),
    silence: text('silence').$type<DelayAnswer>().notNull(),
    /** the last day to answer, when no answer means a refund */
    refundAfter: date('refund_after', { mode: 'string' }),
    answer: text('answer').$type<DelayAnswer>(),
    answeredAt: instant('answered_at'),
    /** the mailbox that answered; 'silence': no answer by that day */
    answeredBy: text('answered_by'),
    /** when it shipped, was refunded, or a new day replaced it */
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('delays_reason', sql`${table.reason} in ${listed(delayReasons)}`),
    check('delays_silence', sql`${table.silence} in ${listed(delayAnswers)}`),
    check('delays_answer', sql`${table.answer} in ${listed(delayAnswers)}`),
    check('delays_refund_after', sql`(${table.silence} = 'refund') = (${table.refundAfter} is not null)`),
    // One at a time: if two processes see the delay, only one sends the notice.
    uniqueIndex('delays_open').on(table.boxId).where(sql`${table.endedAt} is null`),
    index('delays_box').on(table.boxId, table.createdAt),
    index('delays_silent').on(table.refundAfter).where(sql`${table.endedAt} is null`),
  ],
)
