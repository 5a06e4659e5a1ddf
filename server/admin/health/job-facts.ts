import { sql } from 'drizzle-orm'
import { countsOf } from '../../../db/rows.ts'
import { formatCount } from '../../../domain/count.ts'
import type { Shop } from '../../shop.ts'
import { shopCounts } from '../../watch/shop-counts.ts'
import { type HealthLine, line } from './health-line.ts'

/** A job is late when it waits longer than this, in milliseconds: the worker looks every two seconds. */
const patience = 5 * 60_000
/** Milliseconds for which a mail that was given up is shown. */
const week = 7 * 86_400_000

/** Mails due and sent, events of the provider that wait. */
export async function jobFacts(shop: Shop): Promise<HealthLine[]> {
  const counts = shopCounts(shop)
  const late = new Date(shop.now().getTime() - patience).toISOString()
  const day = new Date(shop.now().getTime() - 86_400_000).toISOString()
  const lately = new Date(shop.now().getTime() - week).toISOString()
  const found = await countsOf(shop.db, {
    sent: sql`select count(*) from outbox where sent_at > ${day} and dropped_because is null`,
    due: counts.mailsDue,
    failed: counts.mailsFailing,
    stuck: sql`select count(*) from outbox where sent_at is null and run_at < ${late}`,
    givenUp: sql`select count(*) from outbox where sent_at > ${lately} and dropped_because is not null and last_error is not null`,
    events: sql`select count(*) from payment_events where handled_at is null and run_at < ${late}`,
  })
  const mails = { label: 'See them', to: '/admin/mails?state=failed' }
  const wrong = found.stuck > 0 ? 'bad' : found.failed > 0 && 'watch'
  return [
    line(
      'mails',
      'Mails sent in a day, and due',
      `${formatCount(found.sent)} sent, ${formatCount(found.due + found.failed)} waiting`,
      wrong,
      {
        advice: 'Read why the last try failed; most often the mail server or an address is wrong.',
        link: mails,
      },
    ),
    line('mails-given-up', 'Mails given up in a week', found.givenUp, found.givenUp > 0 && 'watch', {
      advice:
        'Nobody took them for three days. Mend the address or the mail server, then have them tried again.',
      link: { label: 'See them', to: '/admin/mails?state=given-up' },
    }),
    line('jobs-late', 'Events of the payment provider that wait', found.events, found.events > 0 && 'bad', {
      advice: 'The log says why they cannot be handled; they are tried again and again.',
    }),
  ]
}
