import { eq } from 'drizzle-orm'
import { newsletterSubscribers } from '../../../db/schema.ts'
import { subscriberStatus } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * Says that an address bounced, or takes somebody off the list who asked for it. Whoever unsubscribed comes back by
 * signing up alone: nobody else can agree for them.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function setSubscriberStatus(
  shop: Shop,
  { subscriberId, status }: AdminInput<'setSubscriberStatus'>,
  staff: Staff,
): Promise<AdminReply<'setSubscriberStatus'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const isThis = eq(newsletterSubscribers.id, subscriberId)
    const [row] = await tx.select().from(newsletterSubscribers).where(isThis).for('update')
    if (!row) throw new ShopError('not_found', 'There is no such subscriber. Load the page again.')
    if (row.status === status) return
    if (row.status === 'unsubscribed' && status === 'active') {
      throw new ShopError(
        'not_possible',
        'They unsubscribed: only signing up again on the site brings them back.',
      )
    }
    await tx
      .update(newsletterSubscribers)
      .set({
        status: subscriberStatus.to(status, newsletterSubscribers.status),
        unsubscribedAt: status === 'unsubscribed' ? now : row.unsubscribedAt,
      })
      .where(isThis)
    await audit(tx, staff, now, {
      action: 'subscriber.status',
      entity: 'newsletter_subscribers',
      entityId: subscriberId,
      before: { status: row.status },
      after: { status },
    })
  })
  return { success: true }
}
