import { eq } from 'drizzle-orm'
import { dropNotices, drops, outbox } from '../../../db/schema.ts'
import { dropState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { dropCalendar } from '../../billing/drop-calendar.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { audienceOf, type Listener } from './audience.ts'
import { lockDrop } from './drop-row.ts'
import { plannedChange } from './planned-change.ts'

/** Rows of one statement. */
const batch = 1000

/**
 * Holds a drop, lets it go, or gives it another ship-by day, and tells everyone who waits for a box of it. A drop that
 * goes to another month is only written down here: moveSome moves its memberships, and tells each that was moved.
 * @throws ShopError as plannedChange
 */
export async function changeDrop(
  shop: Shop,
  input: AdminInput<'changeDrop'>,
  staff: Staff,
): Promise<AdminReply<'changeDrop'>> {
  const { drop, kind } = input
  const now = shop.now()
  const made = await shop.db.transaction(async (tx) => {
    // Public pages name the days of what is bought today.
    await catalogChanged(tx)
    const row = await lockDrop(tx, shop, drop)
    const calendar = await dropCalendar(tx, shop.config.timeZone)
    const { shipBy, toDrop, words, was } = plannedChange(shop, input, row, calendar)
    const [notice] = await tx
      .insert(dropNotices)
      .values({ drop, kind, words, shipBy, toDrop, username: staff.username, createdAt: now })
      .returning({ id: dropNotices.id })
    const noticeId = notice!.id
    if (kind === 'hold')
      await tx
        .update(drops)
        .set({ state: dropState.to('held', drops.state) })
        .where(eq(drops.drop, drop))
    if (shipBy)
      await tx
        .update(drops)
        .set({ state: dropState.to('open', drops.state), shipBy })
        .where(eq(drops.drop, drop))
    const listeners =
      kind === 'month' ? [] : (await audienceOf(tx, shop, { drop, withRenewals: false })).listeners
    const rows = listeners.map((each) => noticeRow(noticeId, each, now))
    for (let start = 0; start < rows.length; start += batch) {
      await tx
        .insert(outbox)
        .values(rows.slice(start, start + batch))
        .onConflictDoNothing()
    }
    await audit(tx, staff, now, {
      action: `drop.${kind}`,
      entity: 'drops',
      entityId: drop,
      before: { shipBy: was },
      after: { words, mails: rows.length, ...(shipBy && { shipBy }), ...(toDrop && { toDrop }) },
    })
    return { noticeId, mails: rows.length }
  })
  shop.wakeWorker()
  return made
}

/** The mail to one of those who wait (server/emails/drop-notice.ts). */
export function noticeRow(noticeId: string, { membershipId, as }: Listener, now: Date) {
  return { kind: 'drop-notice', fact: `${membershipId}:${noticeId}:${as}`, runAt: now, createdAt: now }
}
