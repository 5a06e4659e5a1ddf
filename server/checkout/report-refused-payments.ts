import { reasonOf, ShopError, type ShopErrorCode } from '../../domain/errors.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Whether nothing can be asked of the provider: it's away, or it refuses this shop. */
export function isProviderAway(code: ShopErrorCode): boolean {
  return code === 'payments_unavailable' || code === 'payments_refused'
}

/**
 * Tells the owner, once a day, that the provider refuses the shop's payments, and why: only they can change that. A provider
 * that is away comes back without them.
 */
export async function reportRefusedPayments(shop: Shop, error: unknown): Promise<void> {
  if (!(error instanceof ShopError) || error.code !== 'payments_refused') return
  await enqueueMail(shop.db, shop, {
    kind: 'payments-refused',
    about: { day: shopDay(shop) },
    payload: { reason: reasonOf(error) },
  })
  shop.wakeWorker()
}
