import { eq } from 'drizzle-orm'
import { quizVersions } from '../../../db/schema.ts'
import { quizState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdVersions } from './hold-draft.ts'
import { quizView } from './quiz-views.ts'

/** Makes the draft the public quiz, at once and in every process; the former one is kept as it was. */
export async function publishQuiz(
  shop: Shop,
  { version }: AdminInput<'publishQuiz'>,
  staff: Staff,
): Promise<AdminReply<'publishQuiz'>> {
  return shop.db.transaction(async (tx) => {
    const versions = await holdVersions(tx)
    const draft = versions.find(({ state }) => state === 'draft')
    const former = versions.find(({ state }) => state === 'published')
    if (draft?.number !== version) {
      throw new ShopError('not_possible', 'There is no such draft any more. Load the page again.')
    }
    if (former) {
      await tx
        .update(quizVersions)
        .set({ state: quizState.to('retired', quizVersions.state) })
        .where(eq(quizVersions.id, former.id))
    }
    await tx
      .update(quizVersions)
      .set({ state: quizState.to('published', quizVersions.state), publishedAt: shop.now() })
      .where(eq(quizVersions.id, draft.id))
    await catalogChanged(tx)
    await audit(tx, staff, shop.now(), {
      action: 'quiz.publish',
      entity: 'quiz_versions',
      entityId: draft.id,
      before: { published: former?.number ?? null },
      after: { published: version },
    })
    return quizView(tx)
  })
}
