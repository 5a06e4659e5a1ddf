import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import { outbox } from '../../../db/schema.ts'
import { announcedAt } from '../../memberships/secret-gifts.ts'
import type { Shop } from '../../shop.ts'
import { idsIn } from './ids-in.ts'

/** Rows of one statement. */
const batch = 1000

/**
 * The mail to whoever wears it that a box has left, once per box and tracking number. A gift's recipient never hears of
 * it before the notice of the gift: until then the mail waits.
 */
export async function tellBoxesShipped(tx: Transaction, shop: Shop, boxIds: string[]) {
  const now = shop.now()
  const sent = await rowsOf<{
    fact: string
    email: string | null
    noticeOn: string | null
  }>(
    tx,
    sql`select b.id || ':' || b.tracking_number as fact,
        case when m.is_gift then m.member_email else coalesce(m.member_email, m.payer_email) end as email,
        m.notice_on::text as "noticeOn"
      from boxes b join memberships m on m.id = b.membership_id
      where b.id in (${idsIn(boxIds)})`,
  )
  const rows = sent
    .filter((row) => row.email)
    .map(({ fact, noticeOn }) => {
      const known = announcedAt(shop, noticeOn)
      return { kind: 'box-shipped', fact, createdAt: now, runAt: known && known > now ? known : now }
    })
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insert(outbox)
      .values(rows.slice(start, start + batch))
      .onConflictDoNothing()
  }
}
