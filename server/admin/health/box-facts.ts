import { type SQL, sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../../db/rows.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { addDrops, type Drop, dropTitle } from '../../../domain/drop.ts'
import { recipientChoosesSize, unsureSize } from '../../../domain/sizing.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import { type HealthLine, line } from './health-line.ts'

/** Boxes owed and shipped, drops that are late, memberships that nothing can be packed for. */
export async function boxFacts(shop: Shop): Promise<HealthLine[]> {
  const today = shopDay(shop)
  const drop = today.slice(0, 7)
  const found = await countsOf(shop.db, {
    shipped: sql`select count(*) from boxes where drop = ${drop} and state in ('shipped', 'delivered')`,
    waiting: sql`select count(*) from boxes where drop = ${drop} and state in ('owed', 'assigned', 'packed', 'held')`,
    late: sql`select count(*) from ${lateBoxes(today)}`,
    held: sql`select count(*) from ${heldBoxes}`,
    sizeless: sql`select count(*) from memberships m where m.size in (${sql.raw(`'${recipientChoosesSize}', '${unsureSize}'`)}) and exists ( select 1 from boxes b where b.membership_id = m.id and b.state in ('owed', 'held'))`,
  })
  const lateDrop = found.late > 0 ? await oldestDrop(shop, lateBoxes(today)) : null
  const heldDrop = found.held > 0 ? await oldestDrop(shop, heldBoxes) : null
  const all = found.shipped + found.waiting
  return [
    line(
      'boxes-of-the-month',
      'Boxes of this month, shipped and owed',
      `${formatCount(found.shipped)} of ${formatCount(all)}`,
      false,
      {
        advice: '',
      },
    ),
    line('drops-late', 'Boxes past their drop’s ship-by day', found.late, found.late > 0 && 'bad', {
      advice: 'Pack and ship them, or move the drop and tell everyone affected.',
      ...(lateDrop && { link: { label: dropTitle(lateDrop), to: `/admin/drops/${lateDrop}/pack` } }),
    }),
    line('boxes-held', 'Boxes held', found.held, found.held > 0 && 'watch', {
      advice: 'Each waits for a size, an address, a belt or the end of a dispute.',
      ...(heldDrop && { link: { label: dropTitle(heldDrop), to: `/admin/drops/${heldDrop}/curate` } }),
    }),
    line(
      'memberships-without-size',
      'Memberships without a size',
      found.sizeless,
      found.sizeless > 0 && 'watch',
      {
        advice:
          'Their wearers are unsure or have not chosen. They are asked before the cut-off; after it, set their size or ask again.',
        link: { label: 'Drops', to: '/admin/drops' },
      },
    ),
  ]
}

/** Boxes that should have left: a replacement has no day of its own. */
function lateBoxes(today: CalendarDate): SQL {
  // The owner may have a drop ship in the month before its own.
  const latest = addDrops(today.slice(0, 7), 1)
  return sql`boxes b left join drops d on d.drop = b.drop where b.drop <= ${latest} and b.kind = 'owed' and b.state in ('owed', 'assigned', 'packed') and coalesce(d.ship_by, b.drop || '-05') < ${today}`
}

const heldBoxes = sql`boxes b where b.kind = 'owed' and b.state = 'held'`

/** The drop to begin with. */
async function oldestDrop(shop: Shop, which: SQL): Promise<Drop | null> {
  const [row] = await rowsOf(shop.db, sql`select min(b.drop) as drop from ${which}`)
  return typeof row?.drop === 'string' ? row.drop : null
}
