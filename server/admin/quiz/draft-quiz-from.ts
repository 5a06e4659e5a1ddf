import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { copyVersion } from './copy-version.ts'
import { holdVersions } from './hold-draft.ts'
import { quizView } from './quiz-views.ts'

/**
 * Begins a draft with the words of an older version, to go back to it.
 * @throws ShopError 'not_possible' while there is a draft, 'not_found'
 */
export async function draftQuizFrom(
  shop: Shop,
  { version }: AdminInput<'draftQuizFrom'>,
  staff: Staff,
): Promise<AdminReply<'draftQuizFrom'>> {
  return shop.db.transaction(async (tx) => {
    const versions = await holdVersions(tx)
    if (versions.some(({ state }) => state === 'draft')) {
      throw new ShopError('not_possible', 'There is a draft already. Publish or discard it first.')
    }
    const from = versions.find(({ number }) => number === version)
    if (!from) throw new ShopError('not_found', 'There is no such version of the quiz.')
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
