import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { checkoutStatus, curationState, labelState, letterState } from '../../db/schema/states.ts'
import type { Shop } from '../shop/shop.ts'

const minute = 60_000
const hour = 60 * minute

type Queue = {
  /** milliseconds its oldest item may wait */
  patience: number
  /**
   * its waiting items as rows of `since`: when each was made or first became due. Never a column that a claim or a retry
   * moves, such as run_at: a queue whose items all fail would look fresh.
   */
  items: (now: SQL) => SQL
}

/** Emails that are due and not sent. One that only its own address holds up says nothing about the others. */
const dueMails = (now: SQL, which: SQL) =>
  sql`select due_at as since from outbox where sent_at is null and due_at <= ${now}
    and (attempts > 0 or run_at <= ${now}) and not is_deferred and ${which}`

/** Every queue of work that somebody waits for. What is too long is said by its line of the health page. */
export const queues = {
  // Sign-in links, confirmations, and any email that the mail server itself holds up.
  mails: {
    patience: 8 * minute,
    items: (now) => dueMails(now, sql`(priority <= 1 or last_error is not null)`),
  },
  // A hundred thousand take twenty minutes.
  notices: {
    patience: 2 * hour,
    items: (now) => dueMails(now, sql`priority > 1 and last_error is null`),
  },
  // A server that takes nobody's email is dead, even if it answers.
  'mails-refused': {
    patience: 30 * minute,
    items: (
      now,
    ) => sql`select min(due_at) as since from outbox where sent_at is null and due_at <= ${now} and is_deferred
      having count(distinct recipient) > 2 and not exists (select 1 from outbox s
        where s.sent_at > (select min(o.due_at) from outbox o where o.sent_at is null and o.is_deferred)
          and s.dropped_because is null)`,
  },
  events: {
    patience: 5 * minute,
    items: () => sql`select received_at as since from payment_events where handled_at is null`,
  },
  // Paid, and no order could be made; the repairs try again every three minutes.
  payments: {
    patience: 2 * minute,
    items: () => sql`select owed_since as since from checkouts
      where owed_since is not null and status not in ${checkoutStatus.list('completing', 'done')}`,
  },
  // The order exists, but its subscription or tax at the provider doesn't yet.
  orders: {
    patience: 10 * minute,
    items: () => sql`select o.created_at as since from checkouts c join orders o on o.id = c.order_id
      where c.status in ${checkoutStatus.list('completing')}`,
  },
  // A letter whose day has come, or that has given no email to the outbox for long.
  letters: {
    patience: 30 * minute,
    items: (now) => sql`select send_at as since from letters
        where state in ${letterState.list('scheduled')} and send_at <= ${now}
      union all select greatest(released_at, listed_at, published_at) from letters
        where state in ${letterState.list('sending')}`,
  },
  // Postage that was paid or has to be given back, and labels of returns; those of a drop wait for a person.
  labels: {
    patience: 6 * hour,
    items: () => sql`select coalesce(buying_at, created_at) as since from parcels
      where label in ${labelState.list('wanted', 'quoted')} and (exchange_id is not null or buying_at is not null)`,
  },
  curations: {
    patience: 2 * hour,
    items: () =>
      sql`select started_at as since from curation_runs where state in ${curationState.list('running')}`,
  },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof queues

export type QueueFacts = {
  waiting: number
  /** how many wait longer than their queue's patience */
  late: number
  /** milliseconds the oldest has waited; 0: none waits */
  oldest: number
}

/** Every queue's length and age, in one statement. */
export async function queueFacts(shop: Shop): Promise<Record<QueueName, QueueFacts>> {
  const at = shop.now().getTime()
  const now = sql`${shop.now().toISOString()}::timestamptz`
  const each = Object.entries<Queue>(queues).map(([name, { patience, items }]) => {
    const late = new Date(at - patience).toISOString()
    return sql`select ${name} as name, count(since)::int as waiting,
      count(*) filter (where since <= ${late}::timestamptz)::int as late,
      coalesce(greatest(0, extract(epoch from ${now} - min(since)) * 1000), 0)::float8 as oldest
      from (${items(now)}) items`
  })
  const rows = await rowsOf<QueueFacts & { name: QueueName }>(shop.db, sql.join(each, sql` union all `))
  return Object.fromEntries(rows.map(({ name, ...facts }) => [name, facts])) as Record<QueueName, QueueFacts>
}
