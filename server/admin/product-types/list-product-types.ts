import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { productTypeViews } from './product-type-views.ts'

/** GET /api/admin/product-types (spec §7). */
export async function listProductTypes(shop: Shop): Promise<AdminReply<'listProductTypes'>> {
  return { productTypes: await productTypeViews(shop.db) }
}
