import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type DelayAnswer, type DelayReason, delayAnswers, delayReasons } from '../../domain/delay.ts'
import { boxes } from './boxes.ts'
import { createdAt, instant, primaryId } from './columns.ts'
import { dropNotices } from './drops.ts'

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
