import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { resumePayments, stopPayments } from '../../settings/payments-switch.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

const row = { entity: 'settings', entityId: 'paymentsStopped' }

/** No new payment begins until they are taken again; what is begun still becomes an order. */
export async function stopTakingPayments(
  shop: Shop,
  { sentence }: AdminInput<'stopPayments'>,
  staff: Staff,
): Promise<AdminReply<'stopPayments'>> {
  await shop.db.transaction(async (tx) => {
    await stopPayments({ ...shop, db: tx }, sentence.trim())
    await audit(tx, staff, shop.now(), { action: 'payments.stop', ...row, after: { sentence } })
  })
  return { success: true }
}

/** Payments are taken again. */
export async function takePaymentsAgain(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'startPayments'>> {
  await shop.db.transaction(async (tx) => {
    await resumePayments({ ...shop, db: tx })
    await audit(tx, staff, shop.now(), { action: 'payments.start', ...row })
  })
  return { success: true }
}
