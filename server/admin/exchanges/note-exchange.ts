import { eq } from 'drizzle-orm'
import { exchanges } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/** What the staff writes down about an exchange; the member never sees it. @throws ShopError 'not_found' */
export async function noteExchange(
  shop: Shop,
  { exchangeId, note }: AdminInput<'noteExchange'>,
  staff: Staff,
): Promise<AdminReply<'noteExchange'>> {
  await shop.db.transaction(async (tx) => {
    const [row] = await tx.select().from(exchanges).where(eq(exchanges.id, exchangeId)).for('update')
    if (!row) throw new ShopError('not_found', 'This exchange is not known here. Load the page again.')
    await tx.update(exchanges).set({ note: note.trim() }).where(eq(exchanges.id, exchangeId))
    await audit(tx, staff, shop.now(), {
      action: 'exchange.note',
      entity: 'exchanges',
      entityId: exchangeId,
      before: { note: row.note },
      after: { note: note.trim() },
    })
  })
  return { success: true }
}
