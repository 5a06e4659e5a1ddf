import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { holdShelf } from '../../curation/hold-shelf.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { requireNotHeld } from './drop-row.ts'
import { packable } from './packable.ts'
import { previewPack } from './preview-pack.ts'

/**
 * Freezes belt, size and address of every box that has them, and takes each piece from the stock: one statement, all or
 * nothing, so that no box is packed without its piece and none takes two.
 * @throws ShopError 'not_possible' for a drop that is held, or where fewer pieces are there than boxes need them
 */
export async function packDrop(
  shop: Shop,
  { drop }: AdminInput<'packDrop'>,
  staff: Staff,
): Promise<AdminReply<'packDrop'>> {
  const now = shop.now().toISOString()
  try {
    return await shop.db.transaction(async (tx) => {
      await requireNotHeld(tx, shop, drop)
      await holdShelf(tx)
      const [row] = await rowsOf<{ packed: number }>(
        tx,
        sql`with packed as (
            update boxes b set state = ${boxState.to('packed', sql`b.state`)}, packed_at = ${now}, ship_to = m.address, updated_at = ${now}
            from memberships m where ${packable(drop)}
            returning b.product_id, b.size),
          needed as (select product_id, size, count(*)::int as pieces from packed group by product_id, size),
          taken as (
            update belt_variants v set stock = v.stock - needed.pieces from needed
            where v.product_id = needed.product_id and v.size = needed.size)
          select count(*)::int as packed from packed`,
      )
      const { packed } = row!
      if (packed > 0) {
        await audit(tx, staff, shop.now(), {
          action: 'drop.pack',
          entity: 'drops',
          entityId: drop,
          after: { packed },
        })
      }
      return { packed }
    })
  } catch (cause) {
    const { short } = await previewPack(shop, { drop })
    if (cause instanceof ShopError || short.length === 0) throw cause
    const lines = short.map(({ belt, size, needed, stock }) => `${belt} size ${size}: ${stock} of ${needed}`)
    throw new ShopError(
      'not_possible',
      `Pieces are missing, so nothing was packed (${lines.slice(0, 5).join('; ')}). Correct the stock or curate again.`,
      { cause },
    )
  }
}
