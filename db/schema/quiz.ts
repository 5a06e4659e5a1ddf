import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, updatedAt } from '../columns.ts'

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
  },
  (table) => [check('quiz_questions_type', sql`${table.questionType} in ('single', 'multiple')`)],
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
  },
  (table) => [index('quiz_answer_options_question').on(table.questionId, table.displayOrder)],
)
