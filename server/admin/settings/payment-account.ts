import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Whether the provider account is set up for this shop. @throws ShopError 'payments_unavailable' */
export async function checkPayments(shop: Shop): Promise<AdminReply<'checkPayments'>> {
  return { lines: await shop.payments.checkAccount(shop.config.publicUrl) }
}

/**
 * Creates or fixes the webhook and the wallet domain at the provider. The secret of a new webhook is shown, not stored:
 * like all keys, it belongs in the environment.
 * @throws ShopError 'not_possible', 'payments_unavailable'
 */
export async function registerPayments(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'registerPayments'>> {
  const webhookSecret = await shop.payments.registerAccount(shop.config.publicUrl)
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      ...{ action: 'payments.register', entity: 'settings', entityId: 'payments' },
      after: { madeWebhook: webhookSecret !== null },
    }),
  )
  return { webhookSecret }
}
