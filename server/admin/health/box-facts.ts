import { type SQL, sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import { sentStates, unshippedStates } from '../../../domain/box.ts'
import { formatCount } from '../../../domain/count.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { recipientChoosesSize, unsureSize } from '../../../domain/sizing.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import { heldBoxes, lateBoxes, shopCounts } from '../../watch/shop-counts.ts'
import { type HealthLine, line } from './health-line.ts'

/** Boxes owed and shipped, drops that are late, memberships that nothing can be packed for. */
export async function boxFacts(shop: Shop): Promise<HealthLine[]> {
  const drop = shopDay(shop).slice(0, 7)
  const { boxesLate, boxesHeld } = shopCounts(shop)
  const found = await countsOf(shop.db, {
    shipped: sql`select count(*) from boxes where drop = ${drop} and state in ${boxState.list(...sentStates)}`,
    waiting: sql`select count(*) from boxes where drop = ${drop} and state in ${boxState.list(...unshippedStates)}`,
    late: boxesLate,
    held: boxesHeld,
    sizeless: sql`select count(*) from memberships m where m.size in (${sql.raw(`'${recipientChoosesSize}', '${unsureSize}'`)}) and exists ( select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list('owed', 'held')})`,
  })
  const lateDrop = found.late > 0 ? await oldestDrop(shop, lateBoxes(shop)) : null
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

/** The drop to begin with. */
async function oldestDrop(shop: Shop, which: SQL): Promise<Drop | null> {
  const [row] = await rowsOf(shop.db, sql`select min(b.drop) as drop from ${which}`)
  return typeof row?.drop === 'string' ? row.drop : null
}
