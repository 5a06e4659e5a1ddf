import { eq } from 'drizzle-orm'
import { quizQuestions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdDraft } from './hold-draft.ts'
import { quizView } from './quiz-views.ts'
import { fieldsOf, writeOrder } from './write-question.ts'

/** Takes an extra question out of the draft. @throws ShopError 'not_possible' for one of the six steps (spec §4) */
export async function deleteQuizQuestion(
  shop: Shop,
  { questionId }: AdminInput<'deleteQuizQuestion'>,
  staff: Staff,
): Promise<AdminReply<'deleteQuizQuestion'>> {
  return shop.db.transaction(async (tx) => {
    const draft = await holdDraft(tx, shop.now())
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
