import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { outbox } from '../../../db/schema.ts'
import { announcedAt } from '../../notices/announced-at.ts'
import type { Shop } from '../../shop.ts'
import { idsIn } from './ids-in.ts'
import { selectRows } from './select-rows.ts'

/** Rows of one statement. */
const batch = 1000

/**
 * The mail to whoever wears it that a box has left, once per box and tracking number. A gift's recipient never hears of
 * it before the notice of the gift: until then the mail waits.
 */
export async function tellBoxesShipped(tx: Transaction, shop: Shop, boxIds: string[]) {
  const now = shop.now()
  const sent = await selectRows<{
    fact: string
    isGift: boolean
    email: string | null
    noticeOn: string | null
  }>(
    tx,
    sql`select b.id || ':' || b.tracking_number as fact, m.is_gift as "isGift",
        case when m.is_gift then m.member_email else coalesce(m.member_email, m.payer_email) end as email,
        i.preferences #>> '{giftDetails,emailDate}' as "noticeOn"
      from boxes b join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
      where b.id in (${idsIn(boxIds)})`,
  )
  const rows = sent
    .filter((row) => row.email)
    .map(({ fact, isGift, noticeOn }) => {
      const known = isGift ? announcedAt(shop, noticeOn) : null
      return { kind: 'box-shipped', fact, createdAt: now, runAt: known && known > now ? known : now }
    })
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insert(outbox)
      .values(rows.slice(start, start + batch))
      .onConflictDoNothing()
  }
}
