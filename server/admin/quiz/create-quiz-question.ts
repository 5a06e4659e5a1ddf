import { quizQuestions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdDraft } from './hold-draft.ts'
import { quizView } from './quiz-views.ts'
import { checkedQuestion, writeOptions, writeOrder } from './write-question.ts'

/** An extra question in the draft, under the styles. It is never required: spec §5 says what each step asks for. */
export async function createQuizQuestion(
  shop: Shop,
  fields: AdminInput<'createQuizQuestion'>,
  staff: Staff,
): Promise<AdminReply<'createQuizQuestion'>> {
  const at = shop.now()
  return shop.db.transaction(async (tx) => {
    const draft = await holdDraft(tx, at)
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
