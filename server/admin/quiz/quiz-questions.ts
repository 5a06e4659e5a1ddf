import { eq } from 'drizzle-orm'
import { quizQuestions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { isQuizOrder } from '../../../domain/admin/quiz-rules.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { changedFields, refuseEditConflict } from '../edit-conflict.ts'
import { checkedQuestion, fieldsOf, lockDraft, writeOptions, writeOrder } from './lock-draft.ts'
import { quizView } from './quiz-views.ts'

const questionWords = {
  questionText: 'question',
  giftText: 'question for a gift',
  hint: 'line under the question',
  questionType: 'kind of answers',
  isActive: 'whether it’s active',
  answerOptions: 'options',
}

/** GET /api/admin/quiz-questions (spec §7). */
export async function listQuizQuestions(
  shop: Shop,
  { version }: AdminInput<'listQuizQuestions'>,
): Promise<AdminReply<'listQuizQuestions'>> {
  return quizView(shop.db, version)
}

/** Adds an extra question to the draft, below the styles. It's never required: spec §5 says what each step asks for. */
export async function createQuizQuestion(
  shop: Shop,
  fields: AdminInput<'createQuizQuestion'>,
  staff: Staff,
): Promise<AdminReply<'createQuizQuestion'>> {
  const at = shop.now()
  return shop.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, at)
    const checked = checkedQuestion(fields, null)
    const { answerOptions: _, ...row } = checked
    const [made] = await tx
      .insert(quizQuestions)
      .values({
        ...row,
        versionId: draft.id,
        isRequired: false,
        displayOrder: draft.questions.length,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: quizQuestions.id })
    await writeOptions(tx, made!.id, checked, at)
    const ids = draft.questions.map(({ id }) => id)
    ids.splice(placeBelowStyles(draft.questions), 0, made!.id)
    await writeOrder(tx, ids)
    await audit(tx, staff, at, {
      action: 'quiz.question.create',
      entity: 'quiz_questions',
      entityId: made!.id,
      after: { version: draft.number, ...checked },
    })
    return quizView(tx)
  })
}

function placeBelowStyles(questions: readonly { key: string | null }[]): number {
  const styles = questions.findIndex(({ key }) => key === 'styles')
  const next = questions.findIndex(({ key }, index) => index > styles && key !== null)
  return next < 0 ? questions.length : next
}

/**
 * Changes a question of the draft, with all its options. For a question of the published version, creates a draft first.
 * @throws ShopError 'invalid_body' for what a step must keep, 'not_possible' if the question isn't in a draft
 */
export async function updateQuizQuestion(
  shop: Shop,
  { questionId, was, ...fields }: AdminInput<'updateQuizQuestion'>,
  staff: Staff,
): Promise<AdminReply<'updateQuizQuestion'>> {
  const at = shop.now()
  return shop.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, at)
    const known = draft.find(questionId)
    await refuseEditConflict(
      tx,
      { entity: 'quiz_questions', entityId: known.id, what: 'this question', words: questionWords },
      was,
      fieldsOf(known),
    )
    const checked = checkedQuestion(fields, known)
    const change = changedFields(fieldsOf(known), checked)
    if (!change.isSame) {
      const { answerOptions: _, ...row } = checked
      await tx
        .update(quizQuestions)
        .set({ ...row, updatedAt: at })
        .where(eq(quizQuestions.id, known.id))
      await writeOptions(tx, known.id, checked, at)
      await audit(tx, staff, at, {
        action: 'quiz.question.update',
        entity: 'quiz_questions',
        entityId: known.id,
        before: change.before,
        after: { version: draft.number, ...change.after },
      })
    }
    return quizView(tx)
  })
}

/** Removes an extra question from the draft. @throws ShopError 'not_possible' for one of the six steps (spec §4) */
export async function deleteQuizQuestion(
  shop: Shop,
  { questionId }: AdminInput<'deleteQuizQuestion'>,
  staff: Staff,
): Promise<AdminReply<'deleteQuizQuestion'>> {
  return shop.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, shop.now())
    const known = draft.find(questionId)
    if (known.key !== null) {
      throw new ShopError(
        'not_possible',
        'The six steps of the quiz stay. Only extra questions can be deleted.',
      )
    }
    await tx.delete(quizQuestions).where(eq(quizQuestions.id, known.id))
    await writeOrder(
      tx,
      draft.questions.map(({ id }) => id).filter((id) => id !== known.id),
    )
    await audit(tx, staff, shop.now(), {
      action: 'quiz.question.delete',
      entity: 'quiz_questions',
      entityId: known.id,
      before: { version: draft.number, ...fieldsOf(known) },
    })
    return quizView(tx)
  })
}

/**
 * Reorders the draft's questions. An extra question appears within the step it follows.
 * @throws ShopError 'not_possible' if a step would move, or questions are missing
 */
export async function orderQuizQuestions(
  shop: Shop,
  { ids }: AdminInput<'orderQuizQuestions'>,
  staff: Staff,
): Promise<AdminReply<'orderQuizQuestions'>> {
  return shop.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, shop.now())
    const questions = ids.map(draft.find)
    if (new Set(questions).size !== draft.questions.length || ids.length !== draft.questions.length) {
      throw new ShopError('not_possible', 'Someone just added or deleted a question. Reload the page.')
    }
    if (!isQuizOrder(questions.map(({ key }) => key))) {
      throw new ShopError(
        'not_possible',
        'The six steps keep their order. Move extra questions only, under the second step or a later one.',
      )
    }
    const textsOf = (list: typeof questions) => list.map(({ questionText }) => questionText)
    await writeOrder(
      tx,
      questions.map(({ id }) => id),
    )
    await audit(tx, staff, shop.now(), {
      action: 'quiz.order',
      entity: 'quiz_versions',
      entityId: draft.id,
      before: { questions: textsOf(draft.questions) },
      after: { version: draft.number, questions: textsOf(questions) },
    })
    return quizView(tx)
  })
}
