import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { quizAnswerOptions, quizQuestions, quizVersions } from '../../../db/schema.ts'
import type { QuestionView, QuizView, VersionView } from '../../../domain/admin/quiz-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'

/**
 * A version of the quiz with its questions and options. Without a number, the version being edited: the draft, or the
 * published one if there's no draft.
 * @throws ShopError 'not_found'
 */
export async function quizView(db: Database | Transaction, number?: number): Promise<QuizView> {
  const rows = await db.select().from(quizVersions).orderBy(desc(quizVersions.number))
  const state = rows.some((row) => row.state === 'draft') ? 'draft' : 'published'
  const row = rows.find((each) => (number === undefined ? each.state === state : each.number === number))
  if (!row) throw new ShopError('not_found', 'We can’t find that version of the quiz. Reload the page.')
  return {
    version: versionView(row),
    versions: rows.map(versionView),
    questions: await questionViews(db, row.id),
  }
}

function versionView({ number, state, publishedAt }: typeof quizVersions.$inferSelect): VersionView {
  return {
    number,
    state: state as VersionView['state'],
    publishedAt: publishedAt?.toISOString() ?? null,
  }
}

/** The questions of a version in order, with their options as answerOptions (spec §2, §3). */
export async function questionViews(db: Database | Transaction, versionId: string): Promise<QuestionView[]> {
  const questions = await db
    .select()
    .from(quizQuestions)
    .where(eq(quizQuestions.versionId, versionId))
    .orderBy(asc(quizQuestions.displayOrder), asc(quizQuestions.id))
  if (questions.length === 0) return []
  const ids = questions.map((question) => question.id)
  const options = await db
    .select()
    .from(quizAnswerOptions)
    .where(inArray(quizAnswerOptions.questionId, ids))
    .orderBy(asc(quizAnswerOptions.displayOrder), asc(quizAnswerOptions.id))
  return questions.map(({ versionId: _, createdAt, updatedAt, questionType, ...question }) => ({
    ...question,
    questionType: questionType as QuestionView['questionType'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answerOptions: options
      .filter((option) => option.questionId === question.id)
      .map((option) => ({ ...option, createdAt: option.createdAt.toISOString() })),
  }))
}
