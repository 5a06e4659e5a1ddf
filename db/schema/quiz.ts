import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { QuizState } from '../../domain/quiz-version.ts'
import { createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { quizState } from './states.ts'

/** One version of the quiz's wording. Only a draft is edited; published ones keep their wording. */
export const quizVersions = pgTable(
  'quiz_versions',
  {
    id: primaryId(),
    number: integer('number').notNull().unique(),
    state: text('state').$type<QuizState>().notNull().default('draft'),
    publishedAt: instant('published_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('quiz_versions_state', sql`${table.state} in ${quizState.all}`),
    uniqueIndex('quiz_versions_one_published').on(table.state).where(sql`${table.state} = 'published'`),
    uniqueIndex('quiz_versions_one_draft').on(table.state).where(sql`${table.state} = 'draft'`),
  ],
)

export const quizQuestions = pgTable(
  'quiz_questions',
  {
    id: primaryId(),
    questionText: text('question_text').notNull(),
    questionType: text('question_type').notNull(),
    displayOrder: integer('display_order').notNull(),
    isRequired: boolean('is_required').notNull().default(true),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    versionId: uuid('version_id')
      .notNull()
      .references(() => quizVersions.id, { onDelete: 'cascade' }),
    /** which of the six steps it is ('styles', 'size', ...), the same in every version; null: an extra question */
    key: text('key'),
    /** the question for gifts; "": the same */
    giftText: text('gift_text').notNull().default(''),
    /** a line under the question; "": the shop's own for a step, none for an extra question */
    hint: text('hint').notNull().default(''),
  },
  (table) => [
    check('quiz_questions_type', sql`${table.questionType} in ('single', 'multiple')`),
    index('quiz_questions_version').on(table.versionId, table.displayOrder),
    uniqueIndex('quiz_questions_step').on(table.versionId, table.key),
  ],
)

export const quizAnswerOptions = pgTable(
  'quiz_answer_options',
  {
    id: primaryId(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => quizQuestions.id, { onDelete: 'cascade' }),
    optionText: text('option_text').notNull(),
    value: text('value').notNull(),
    displayOrder: integer('display_order').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    /** the small line of the option; "": computed for a size, otherwise none */
    description: text('description').notNull().default(''),
  },
  (table) => [index('quiz_answer_options_question').on(table.questionId, table.displayOrder)],
)

/** How often each step of the quiz was reached, per day: only counts, no people. */
export const quizFunnel = pgTable(
  'quiz_funnel',
  {
    /** the shop's day */
    day: date('day', { mode: 'string' }).notNull(),
    version: integer('version').notNull(),
    /** 1 to 6; 7: added to the cart */
    step: integer('step').notNull(),
    /** 'myself', 'gift' or 'unknown' */
    recipientType: text('recipient_type').notNull(),
    count: integer('count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.version, table.step, table.recipientType] }),
    check('quiz_funnel_step', sql`${table.step} between 1 and 7`),
    check('quiz_funnel_recipient', sql`${table.recipientType} in ('myself', 'gift', 'unknown')`),
  ],
)
