import { eq, max, min, sum } from 'drizzle-orm'
import { quizState } from '../../../db/schema/states.ts'
import { quizFunnel, quizVersions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { copyVersion, fieldsOf, lockVersions } from './lock-draft.ts'
import { questionViews, quizView } from './quiz-views.ts'

/** Publishes the draft in every process; the former quiz is kept unchanged. */
export async function publishQuiz(
  shop: Shop,
  { version }: AdminInput<'publishQuiz'>,
  staff: Staff,
): Promise<AdminReply<'publishQuiz'>> {
  return shop.db.transaction(async (tx) => {
    const versions = await lockVersions(tx)
    const draft = versions.find(({ state }) => state === 'draft')
    const former = versions.find(({ state }) => state === 'published')
    if (draft?.number !== version) {
      throw new ShopError('not_possible', 'That draft is gone. Reload the page.')
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

/**
 * Starts a draft as a copy of an older version, to go back to it.
 * @throws ShopError 'not_possible' while there is a draft, 'not_found'
 */
export async function draftQuizFrom(
  shop: Shop,
  { version }: AdminInput<'draftQuizFrom'>,
  staff: Staff,
): Promise<AdminReply<'draftQuizFrom'>> {
  return shop.db.transaction(async (tx) => {
    const versions = await lockVersions(tx)
    if (versions.some(({ state }) => state === 'draft')) {
      throw new ShopError('not_possible', 'There’s already a draft. Publish or discard it first.')
    }
    const from = versions.find(({ number }) => number === version)
    if (!from) throw new ShopError('not_found', 'We can’t find that version of the quiz.')
    const draft = await copyVersion(tx, from.id, shop.now())
    await audit(tx, staff, shop.now(), {
      action: 'quiz.draft',
      entity: 'quiz_versions',
      entityId: draft.id,
      after: { version: draft.number, from: version },
    })
    return quizView(tx)
  })
}

/** Deletes the draft and everything written in it; the audit log keeps the texts. @throws ShopError 'not_found' */
export async function discardQuizDraft(
  shop: Shop,
  _: AdminInput<'discardQuizDraft'>,
  staff: Staff,
): Promise<AdminReply<'discardQuizDraft'>> {
  return shop.db.transaction(async (tx) => {
    const draft = (await lockVersions(tx)).find(({ state }) => state === 'draft')
    if (!draft) throw new ShopError('not_found', 'The draft is gone. Reload the page.')
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

/** How often each step of a version was reached; step 7 is the cart. */
export async function readQuizFunnel(
  shop: Shop,
  { version }: AdminInput<'readQuizFunnel'>,
): Promise<AdminReply<'readQuizFunnel'>> {
  const where = eq(quizFunnel.version, version)
  const { step, recipientType } = quizFunnel
  const counts = await shop.db
    .select({ step, recipientType, count: sum(quizFunnel.count).mapWith(Number) })
    .from(quizFunnel)
    .where(where)
    .groupBy(step, recipientType)
  const [days] = await shop.db
    .select({ from: min(quizFunnel.day), to: max(quizFunnel.day) })
    .from(quizFunnel)
    .where(where)
  const countOf = (at: number, type: string) =>
    counts.find((count) => count.step === at && count.recipientType === type)?.count ?? 0
  return {
    from: days?.from ?? null,
    to: days?.to ?? null,
    steps: [1, 2, 3, 4, 5, 6, 7].map((at) => ({
      step: at,
      myself: countOf(at, 'myself'),
      gift: countOf(at, 'gift'),
      unknown: countOf(at, 'unknown'),
    })),
  }
}
