import { eq } from 'drizzle-orm'
import { quizQuestions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { onlyChanged } from '../only-changed.ts'
import type { Staff } from '../staff.ts'
import { holdDraft } from './hold-draft.ts'
import { quizView } from './quiz-views.ts'
import { checkedQuestion, fieldsOf, writeOptions } from './write-question.ts'

/**
 * Changes a question of the draft, with all of its options. One of the published version is changed in a draft that is
 * begun now.
 * @throws ShopError 'invalid_body' for what a step must keep, 'not_possible' when the question is of no draft
 */
export async function updateQuizQuestion(
  shop: Shop,
  { questionId, ...fields }: AdminInput<'updateQuizQuestion'>,
  staff: Staff,
): Promise<AdminReply<'updateQuizQuestion'>> {
  const at = shop.now()
  return shop.db.transaction(async (tx) => {
    const draft = await holdDraft(tx, at)
    const known = draft.find(questionId)
    const checked = checkedQuestion(fields, known)
    const change = onlyChanged(fieldsOf(known), checked)
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
