import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { isQuizOrder } from '../../../domain/quiz-rules.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdDraft } from './hold-draft.ts'
import { quizView } from './quiz-views.ts'
import { writeOrder } from './write-question.ts'

/**
 * Puts the draft's questions into an order: an extra question is shown within the step that it follows.
 * @throws ShopError 'not_possible' when a step would leave its place, or questions are missing
 */
export async function orderQuizQuestions(
  shop: Shop,
  { ids }: AdminInput<'orderQuizQuestions'>,
  staff: Staff,
): Promise<AdminReply<'orderQuizQuestions'>> {
  return shop.db.transaction(async (tx) => {
    const draft = await holdDraft(tx, shop.now())
    const questions = ids.map(draft.find)
    if (new Set(questions).size !== draft.questions.length || ids.length !== draft.questions.length) {
      throw new ShopError(
        'not_possible',
        'Somebody added or deleted a question meanwhile. Load the page again.',
      )
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
