import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { checkHealth } from '../../health/check-health.ts'
import { openPromises } from '../../promises/shop-promises.ts'
import type { Shop } from '../../shop/shop.ts'

/** Whether the shop keeps its promises, line by line; each says how to fix it (club-rules.md "Health"). */
export async function readHealth(shop: Shop): Promise<AdminReply<'readHealth'>> {
  return checkHealth(shop, (await openPromises(shop)).groups)
}
