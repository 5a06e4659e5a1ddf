import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { quizVersions } from '../../../db/schema.ts'
import type { QuestionView } from '../../../domain/admin/quiz-calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { copyVersion } from './copy-version.ts'
import { questionViews } from './quiz-views.ts'

/** Until the transaction ends nobody else edits, publishes or begins a version. */
export async function holdVersions(tx: Transaction) {
  await tx.execute(sql`lock table ${quizVersions} in share row exclusive mode`)
  return tx.select().from(quizVersions)
}

export type HeldDraft = {
  id: string
  number: number
  questions: QuestionView[]
  /** the draft's question for an id of the draft, or of the published version it was just copied from */
  find: (questionId: string) => QuestionView
}

const gone = () =>
  new ShopError(
    'not_possible',
    'This question is not of the draft: somebody has changed or published the quiz meanwhile. Load the page again.',
  )

/** The draft, begun now as a copy of the published version where there is none: what is public is never edited. */
export async function holdDraft(tx: Transaction, at: Date): Promise<HeldDraft> {
  const versions = await holdVersions(tx)
  const known = versions.find(({ state }) => state === 'draft')
  const published = versions.find(({ state }) => state === 'published')
  if (!known && !published) throw new ShopError('not_found', 'There is no quiz to edit.')
  const draft = known
    ? { ...known, copies: new Map<string, string>() }
    : await copyVersion(tx, published!.id, at)
  if (known) await tx.update(quizVersions).set({ updatedAt: at }).where(eq(quizVersions.id, known.id))
  const questions = await questionViews(tx, draft.id)
  return {
    id: draft.id,
    number: draft.number,
    questions,
    find(questionId) {
      const id = draft.copies.get(questionId) ?? questionId
      const question = questions.find((each) => each.id === id)
      if (!question) throw gone()
      return question
    },
  }
}
