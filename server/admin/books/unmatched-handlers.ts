import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { dropUnmatched, orderUnmatched } from '../../checkout/unmatched-payments.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/**
 * POST /api/admin/books/unmatched/{checkoutId}: what a payment becomes that isn't what its cart asked for.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function settleUnmatched(
  shop: Shop,
  { checkoutId, as, reason }: AdminInput<'settleUnmatched'>,
  staff: Staff,
): Promise<AdminReply<'settleUnmatched'>> {
  const decide = as === 'order' ? orderUnmatched : dropUnmatched
  await decide(shop, checkoutId, (tx) =>
    audit(tx, staff, shop.now(), {
      ...{ action: `unmatched.${as}`, entity: 'books', entityId: checkoutId },
      after: { reason: reason.trim() },
    }),
  )
  shop.wakeWorker()
  return { success: true }
}
