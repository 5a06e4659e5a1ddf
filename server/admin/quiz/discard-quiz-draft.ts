import { eq } from 'drizzle-orm'
import { quizVersions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdVersions } from './hold-draft.ts'
import { questionViews } from './quiz-views.ts'
import { fieldsOf } from './write-question.ts'

/** Drops the draft with all that was written in it; the audit log keeps its words. @throws ShopError 'not_found' */
export async function discardQuizDraft(
  shop: Shop,
  _: AdminInput<'discardQuizDraft'>,
  staff: Staff,
): Promise<AdminReply<'discardQuizDraft'>> {
  return shop.db.transaction(async (tx) => {
    const draft = (await holdVersions(tx)).find(({ state }) => state === 'draft')
    if (!draft) throw new ShopError('not_found', 'There is no draft any more. Load the page again.')
    const questions = await questionViews(tx, draft.id)
    await tx.delete(quizVersions).where(eq(quizVersions.id, draft.id))
    await audit(tx, staff, shop.now(), {
      action: 'quiz.discard',
      entity: 'quiz_versions',
      entityId: draft.id,
      before: { version: draft.number, questions: questions.map(fieldsOf) },
    })
    return { success: true }
  })
}
