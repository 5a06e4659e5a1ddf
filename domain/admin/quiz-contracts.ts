import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { done, filled, id, text } from './fields.ts'

const maxOptions = 30

/** What the owner enters for an option. `value` identifies it in every version and in orders; "" asks for a new one. */
const optionFields = z.object({
  optionText: filled(80, 'Write the words of the option, or remove it.'),
  description: text(120),
  value: text(80),
  isActive: z.boolean(),
})
export type OptionFields = z.output<typeof optionFields>

/** What the owner enters for a question, with all its options in order. */
const questionFields = z.object({
  questionText: filled(160, 'Write the question.'),
  giftText: text(160),
  hint: text(200),
  questionType: z.enum(['single', 'multiple']),
  isActive: z.boolean(),
  answerOptions: z
    .array(optionFields)
    .check(z.maxLength(maxOptions, `A question has at most ${maxOptions} options.`)),
})
export type QuestionFields = z.output<typeof questionFields>

const optionView = z.object({
  id: z.string(),
  questionId: z.string(),
  optionText: z.string(),
  value: z.string(),
  displayOrder: z.number(),
  isActive: z.boolean(),
  description: z.string(),
  createdAt: z.string(),
})

const questionView = z.object({
  id: z.string(),
  questionText: z.string(),
  questionType: z.enum(['single', 'multiple']),
  displayOrder: z.number(),
  isRequired: z.boolean(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** which of the six steps it is; null: an extra question */
  key: z.nullable(z.string()),
  giftText: z.string(),
  hint: z.string(),
  answerOptions: z.array(optionView),
})
export type QuestionView = z.output<typeof questionView>

const versionView = z.object({
  number: z.number(),
  state: z.enum(['draft', 'published', 'retired']),
  /** ISO instant; null: the draft */
  publishedAt: z.nullable(z.string()),
})
export type VersionView = z.output<typeof versionView>

const quiz = z.object({
  /** the version these questions belong to */
  version: versionView,
  /** all versions, newest first */
  versions: z.array(versionView),
  questions: z.array(questionView),
})
export type QuizView = z.output<typeof quiz>

const number = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))
const one = { params: z.object({ questionId: id }) }

/** Spec §7 "GET /api/admin/quiz-questions", and the edit calls the specification left unwired. */
export const quizContracts = {
  /** Without `version`, the version being edited: the draft, or the published one if there is no draft. */
  listQuizQuestions: {
    endpoint: 'GET /api/admin/quiz-questions',
    query: z.object({ version: z.optional(number) }),
    reply: quiz,
  },
  createQuizQuestion: { endpoint: 'POST /api/admin/quiz-questions', body: questionFields, reply: quiz },
  updateQuizQuestion: {
    endpoint: 'PATCH /api/admin/quiz-questions/:questionId',
    ...one,
    /** `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit */
    body: z.extend(questionFields, { was: z.optional(questionFields) }),
    reply: quiz,
  },
  deleteQuizQuestion: { endpoint: 'DELETE /api/admin/quiz-questions/:questionId', ...one, reply: quiz },
  /** the ids of all questions of the version being edited, in order */
  orderQuizQuestions: {
    endpoint: 'POST /api/admin/quiz-questions/order',
    body: z.object({ ids: z.array(id).check(z.maxLength(200)) }),
    reply: quiz,
  },
  publishQuiz: {
    endpoint: 'POST /api/admin/quiz-versions/publish',
    /** the version number on screen, so that nobody publishes what they haven't seen */
    body: z.object({ version: number }),
    reply: quiz,
  },
  /** starts a draft with the words of an older version */
  draftQuizFrom: {
    endpoint: 'POST /api/admin/quiz-versions/draft',
    body: z.object({ version: number }),
    reply: quiz,
  },
  discardQuizDraft: { endpoint: 'DELETE /api/admin/quiz-versions/draft', reply: done },
  /** how often each step was reached, 1 to 6; 7: added to the cart */
  readQuizFunnel: {
    endpoint: 'GET /api/admin/quiz-funnel',
    query: z.object({ version: number }),
    reply: z.object({
      /** the shop's days; null: nothing was counted */
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      steps: z.array(
        z.object({ step: z.number(), myself: z.number(), gift: z.number(), unknown: z.number() }),
      ),
    }),
  },
} satisfies Contracts
