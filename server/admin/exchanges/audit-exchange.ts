import type { Transaction } from '../../../db/database.ts'
import type { exchanges } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

type Exchange = typeof exchanges.$inferSelect

/** Writes an act on an exchange into the audit log, in its transaction. */
export function auditExchange(shop: Shop, staff: Staff, verb: string, facts: object = {}) {
  return async (tx: Transaction, before: Exchange, after: Exchange) => {
    await audit(tx, staff, shop.now(), {
      action: `exchange.${verb}`,
      entity: 'exchanges',
      entityId: after.id,
      before: { state: before.state },
      after: { state: after.state, ...facts },
    })
  }
}
