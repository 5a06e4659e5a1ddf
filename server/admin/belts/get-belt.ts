import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { beltView } from './belt-views.ts'

/** @throws ShopError 'not_found' */
export async function getBelt(shop: Shop, { beltId }: AdminInput<'getBelt'>): Promise<AdminReply<'getBelt'>> {
  return { belt: await beltView(shop.db, beltId) }
}
