import { and, asc, count, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { subscriberStatus } from '../../../db/schema/states.ts'
import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { subscriberFilters } from '../../../domain/admin/subscriber-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { SubscriberStatus } from '../../../domain/letter.ts'
import { clearBounce, suppressAddress } from '../../bounces/record-bounce.ts'
import { csvDownload, everyRow } from '../../documents/csv-download.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, auditAlone, type Staff } from '../../staff/staff.ts'
import { matchesSubscriber, subscriberSearch } from '../people/search-filters.ts'

const batch = 1000

/** The newsletter list as a file. The audit log records who downloaded it, because it's full of addresses. */
export async function exportSubscribers(
  shop: Shop,
  input: AdminInput<'exportSubscribers'>,
  staff: Staff,
): Promise<AdminReply<'exportSubscribers'>> {
  await auditAlone(shop, staff, {
    action: 'subscribers.export',
    entity: 'newsletter_subscribers',
    entityId: 'export',
    after: input,
  })
  const columns = ['email', 'name', 'status', 'source', 'subscribed_at', 'confirmed_at', 'unsubscribed_at']
  return csvDownload(`subscribers-${shopDay(shop)}.csv`, columns, subscriberLines(shop, input))
}

async function* subscriberLines(shop: Shop, input: AdminInput<'exportSubscribers'>) {
  const rows = everyRow<typeof table.$inferSelect>(batch, (last) =>
    shop.db
      .select()
      .from(table)
      .where(and(subscriberFilter(input), last && gt(table.id, last.id)))
      .orderBy(asc(table.id))
      .limit(batch),
  )
  const day = (instant: Date | null) => instant?.toISOString() ?? null
  for await (const { email, name, status, source, ...row } of rows)
    yield [email, name, status, source, day(row.subscribedAt), day(row.confirmedAt), day(row.unsubscribedAt)]
}

const rows = 50
const table = newsletterSubscribers
type Status = SubscriberStatus

/** The newsletter list, newest first, with the number in each state. */
export async function listSubscribers(
  shop: Shop,
  input: AdminInput<'listSubscribers'>,
): Promise<AdminReply<'listSubscribers'>> {
  const limit = input.limit ?? rows
  const place = sql`(select ${table.subscribedAt}, ${table.id} from ${table} where ${table.id} = ${input.cursor}::uuid)`
  const { search, ...chosen } = input
  const isAfter = input.cursor ? sql`(${table.subscribedAt}, ${table.id}) < ${place}` : undefined
  const isShown = and(subscriberFilter(chosen), isAfter) ?? sql`true`
  // For a very common word, reads each match once and only the page a second time. "offset 0" keeps PostgreSQL from
  // merging the two queries.
  const page = sql`${table.id} = any(array(select ${table.id} from
    (select id, subscribed_at, status, confirmed_at from newsletter_subscribers f where ${matchesSubscriber(search ?? '')} offset 0) newsletter_subscribers
    where ${isShown} order by ${table.subscribedAt} desc, ${table.id} desc limit ${limit + 1}))`
  const found = await shop.db
    .select()
    .from(table)
    .where(search?.trim() ? page : isShown)
    .orderBy(desc(table.subscribedAt), desc(table.id))
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const counted = await shop.db
    .select({ status: table.status, number: count(), confirmed: count(table.confirmedAt) })
    .from(table)
    .groupBy(table.status)
  const numberOf = (status: Status) => counted.find((each) => each.status === status)?.number ?? 0
  const confirmed = counted.find((each) => each.status === 'active')?.confirmed ?? 0
  return {
    subscribers: shown.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      status: row.status as Status,
      source: row.source,
      subscribedAt: row.subscribedAt.toISOString(),
      unsubscribedAt: row.unsubscribedAt?.toISOString() ?? null,
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
    })),
    counts: {
      active: confirmed,
      unconfirmed: numberOf('active') - confirmed,
      unsubscribed: numberOf('unsubscribed'),
      bounced: numberOf('bounced'),
    },
    nextCursor: found.length > limit ? shown.at(-1)!.id : null,
  }
}

/** The conditions for the search and status chosen above the list. */
function subscriberFilter({
  status,
  search,
}: {
  status?: (typeof subscriberFilters)[number] | undefined
  search?: string | undefined
}): SQL | undefined {
  return and(
    status ? eq(table.status, status === 'unconfirmed' ? 'active' : status) : undefined,
    status === 'unconfirmed' ? isNull(table.confirmedAt) : undefined,
    status === 'active' ? isNotNull(table.confirmedAt) : undefined,
    search?.trim() ? subscriberSearch(search) : undefined,
  )
}

/**
 * Marks an address as bounced, takes someone off the list who asked, or reactivates a bounced address. Someone who
 * unsubscribed only comes back by signing up again: no one else can consent for them.
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
    if (!row) throw new ShopError('not_found', 'We can’t find that subscriber. Reload the page.')
    if (row.status === status) return
    // Even if the address came back in between: it keeps the day they left until they sign up again.
    if (row.unsubscribedAt !== null && status === 'active') {
      throw new ShopError(
        'not_possible',
        'They unsubscribed. They’re only back on the list once they sign up again on the site.',
      )
    }
    await tx
      .update(newsletterSubscribers)
      .set({
        status: subscriberStatus.to(status, newsletterSubscribers.status),
        unsubscribedAt: status === 'unsubscribed' ? now : row.unsubscribedAt,
      })
      .where(isThis)
    if (status === 'bounced') await suppressAddress(tx, row.email, now)
    if (row.status === 'bounced' && status === 'active') await clearBounce(tx, row.email)
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
