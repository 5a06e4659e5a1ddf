import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { checkHealth } from '../../health/check-health.ts'
import { openPromises } from '../../promises/shop-promises.ts'
import type { Shop } from '../../shop/shop.ts'

/** The checks of the health page, each with how to fix it (club-rules.md "Health"). */
export async function readHealth(shop: Shop): Promise<AdminReply<'readHealth'>> {
  return checkHealth(shop, (await openPromises(shop)).groups)
}
