import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { holdShelf } from '../../curation/hold-shelf.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { lockDrop } from './drop-row.ts'
import { idsIn } from './ids-in.ts'

/** Takes packed boxes back, all of the drop or the named ones: they keep their belt, its piece goes into the stock. */
export async function unpackBoxes(
  shop: Shop,
  { drop, boxIds }: AdminInput<'unpackBoxes'>,
  staff: Staff,
): Promise<AdminReply<'unpackBoxes'>> {
  const now = shop.now().toISOString()
  const chosen = boxIds ? sql`and b.id in (${idsIn(boxIds)})` : sql``
  return shop.db.transaction(async (tx) => {
    await lockDrop(tx, shop, drop)
    await holdShelf(tx)
    const [row] = await rowsOf<{ unpacked: number }>(
      tx,
      sql`with unpacked as (
          update boxes b set state = ${boxState.to('assigned', sql`b.state`)}, packed_at = null, ship_to = null, updated_at = ${now}
          where b.drop = ${drop} and b.state in ${boxState.list('packed')} ${chosen}
          returning b.product_id, b.size),
        given as (select product_id, size, count(*)::int as pieces from unpacked group by product_id, size),
        back as (
          update belt_variants v set stock = v.stock + given.pieces from given
          where v.product_id = given.product_id and v.size = given.size)
        select count(*)::int as unpacked from unpacked`,
    )
    const { unpacked } = row!
    if (unpacked > 0) {
      await audit(tx, staff, shop.now(), {
        action: 'drop.unpack',
        entity: 'drops',
        entityId: drop,
        after: { unpacked },
      })
    }
    return { unpacked }
  })
}
