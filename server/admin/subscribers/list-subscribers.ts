import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { SubscriberStatus } from '../../../domain/subscriber.ts'
import type { Shop } from '../../shop.ts'

const rows = 50
const table = newsletterSubscribers
type Status = SubscriberStatus

/** The newsletter's list, newest first, with how many are in each state. */
export async function listSubscribers(
  shop: Shop,
  input: AdminInput<'listSubscribers'>,
): Promise<AdminReply<'listSubscribers'>> {
  const limit = input.limit ?? rows
  const place = sql`(select ${table.subscribedAt}, ${table.id} from ${table} where ${table.id} = ${input.cursor}::uuid)`
  const found = await shop.db
    .select()
    .from(table)
    .where(
      and(
        subscriberFilter(input),
        input.cursor ? sql`(${table.subscribedAt}, ${table.id}) < ${place}` : undefined,
      ),
    )
    .orderBy(desc(table.subscribedAt), desc(table.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const counted = await shop.db
    .select({ status: table.status, number: count() })
    .from(table)
    .groupBy(table.status)
  const numberOf = (status: Status) => counted.find((each) => each.status === status)?.number ?? 0
  return {
    subscribers: page.map((row) => ({
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
      active: numberOf('active'),
      unsubscribed: numberOf('unsubscribed'),
      bounced: numberOf('bounced'),
    },
    nextCursor: found.length > limit ? page.at(-1)!.id : null,
  }
}

/** Who is meant by what was typed and chosen above the list. */
export function subscriberFilter({
  status,
  search,
}: {
  status?: Status | undefined
  search?: string | undefined
}): SQL | undefined {
  const like = `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
  return and(
    status ? eq(table.status, status) : undefined,
    search?.trim() ? or(ilike(table.email, like), ilike(table.name, like)) : undefined,
  )
}
