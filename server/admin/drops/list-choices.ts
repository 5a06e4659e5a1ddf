import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { boxToFill, choicesFor } from './choices.ts'

/** The belts for one box: those that may be sent, and the others with the reason. @throws ShopError 'not_found' */
export async function listChoices(
  shop: Shop,
  { boxId }: AdminInput<'listChoices'>,
): Promise<AdminReply<'listChoices'>> {
  const box = await boxToFill(shop.db, boxId)
  const { name, size, beltId } = box
  return { name, size, beltId, choices: await choicesFor(shop.db, box) }
}
