import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows per statement. */
const batch = 500

/**
 * Deletes conversations whose last message is too old, with their emails and attachments, and those set aside sooner
 * (domain/retention.ts). Safe in several processes.
 */
export async function pruneThreads(shop: Shop): Promise<void> {
  const [old, asideOld] = [keptSince('messages', shop.now()), keptSince('setAside', shop.now())]
  for (;;) {
    const gone = await rowsOf(
      shop.db,
      sql`delete from contact_messages where id in (
        select c.id from contact_messages c
        where (c.aside is not null and c.waiting_since < ${asideOld.toISOString()}::timestamptz)
          or (c.waiting_since < ${old.toISOString()}::timestamptz and greatest(c.waiting_since, c.answered_at,
              (select max(r.created_at) from contact_replies r where r.message_id = c.id),
              (select max(m.received_at) from inbound_mails m where m.message_id = c.id)) < ${old.toISOString()}::timestamptz)
        limit ${batch}) returning id`,
    )
    if (gone.length < batch) return
  }
}
