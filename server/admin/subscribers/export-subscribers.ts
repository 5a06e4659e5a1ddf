import { and, asc, gt } from 'drizzle-orm'
import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { csvDownload } from '../csv-download.ts'
import type { Staff } from '../staff.ts'
import { subscriberFilter } from './list-subscribers.ts'

const batch = 1000

/** The list as a file; who took it away is written down, because it is full of addresses. */
export async function exportSubscribers(
  shop: Shop,
  input: AdminInput<'exportSubscribers'>,
  staff: Staff,
): Promise<AdminReply<'exportSubscribers'>> {
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      action: 'subscribers.export',
      entity: 'newsletter_subscribers',
      entityId: 'export',
      after: input,
    }),
  )
  const columns = ['email', 'name', 'status', 'source', 'subscribed_at', 'confirmed_at', 'unsubscribed_at']
  return csvDownload(`subscribers-${shopDay(shop)}.csv`, columns, rows(shop, input))
}

async function* rows(shop: Shop, input: AdminInput<'exportSubscribers'>) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await shop.db
      .select()
      .from(newsletterSubscribers)
      .where(and(subscriberFilter(input), gt(newsletterSubscribers.id, last)))
      .orderBy(asc(newsletterSubscribers.id))
      .limit(batch)
    for (const row of page) {
      const day = (instant: Date | null) => instant?.toISOString() ?? null
      const instants = [day(row.subscribedAt), day(row.confirmedAt), day(row.unsubscribedAt)]
      yield [row.email, row.name, row.status, row.source, ...instants]
    }
    if (page.length < batch) return
    last = page.at(-1)!.id
  }
}
