import { eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState, labelState } from '../../../db/schema/states.ts'
import { drops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { PickLine } from '../../../domain/admin/packing-contracts.ts'
import { unpackedStates } from '../../../domain/box.ts'
import type { Drop } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { activeLabels } from '../../../domain/parcel.ts'
import { lockInventory } from '../../curation/inventory.ts'
import { hasAddress } from '../../curation/pool.ts'
import { isForDisputed } from '../../ledger/disputes.ts'
import { isUnseen } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { idsIn } from './drop-boxes.ts'
import { lockDrop, requireNotHeld } from './drops.ts'
import { lastLabelsAt, packedSince } from './export-labels.ts'

/** Whether box `b` has a belt, in a size that belt comes in. */
const hasBelt = sql`exists (
  select 1 from belt_variants v where v.product_id = b.product_id and v.size = b.size)`

/** Boxes `b` of a drop, with membership `m`, that are ready to pack. */
function packable(drop: Drop) {
  return sql`b.membership_id = m.id and b.drop = ${drop} and b.state in ${boxState.list('assigned')} and ${hasBelt} and ${hasAddress} and not ${isForDisputed}`
}

/**
 * Freezes belt, size and address of every box that has them, and takes the units from stock. It's one statement, all or
 * nothing: no box is packed without its unit, and none takes two.
 * @throws ShopError 'not_possible' for a drop on hold, or if there are fewer units than boxes need
 */
export async function packDrop(
  shop: Shop,
  { drop }: AdminInput<'packDrop'>,
  staff: Staff,
): Promise<AdminReply<'packDrop'>> {
  try {
    return await shop.db.transaction(async (tx) => {
      await requireNotHeld(tx, shop, drop)
      // Read after the drop is locked: export-labels.ts compares packed_at with the time of its last file.
      const now = shop.now().toISOString()
      await lockInventory(tx)
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
      `You’re short on belts, so nothing was packed (${lines.slice(0, 5).join('; ')}). Fix the stock or curate again.`,
      { cause },
    )
  }
}

/** What packing would freeze, which belts are short of units, and which boxes stay behind and why. */
export async function previewPack(
  shop: Shop,
  { drop }: AdminInput<'previewPack'>,
): Promise<AdminReply<'previewPack'>> {
  const { db } = shop
  const needed = await rowsOf<PickLine & { stock: number }>(
    db,
    sql`select p.name as belt, p.sku, b.size, count(*)::int as boxes, v.stock
      from boxes b, memberships m, products p, belt_variants v
      where ${packable(drop)} and p.id = b.product_id and v.product_id = p.id and v.size = b.size
      group by p.name, p.sku, b.size, v.stock order by p.sku, b.size`,
  )
  const leftOut = await rowsOf<{ reason: string; boxes: number }>(
    db,
    sql`select reason, count(*)::int as boxes from (
        select case when b.state in ${boxState.list('owed')} then 'not curated' when b.state in ${boxState.list('held')} then coalesce(b.hold_reason, 'held')
          when not ${hasBelt} then 'size' when not ${hasAddress} then 'address' when ${isForDisputed} then 'dispute' end as reason
        from boxes b join memberships m on m.id = b.membership_id
        where b.drop = ${drop} and b.state in ${boxState.list(...unpackedStates)}) as waiting
      where reason is not null group by reason order by reason`,
  )
  const labelsAt = await lastLabelsAt(db, drop)
  const [packed] = await rowsOf<{ boxes: number; checked: number; unlabelled: number }>(
    db,
    sql`select count(*)::int as boxes, count(b.checked_at)::int as checked, (count(*) filter (where ${packedSince(labelsAt)}))::int as unlabelled
      from boxes b where drop = ${drop} and state in ${boxState.list('packed')}`,
  )
  const [row] = await db.select({ state: drops.state }).from(drops).where(eq(drops.drop, drop))
  return {
    ready: needed.reduce((all, line) => all + line.boxes, 0),
    packed: packed!.boxes,
    checked: packed!.checked,
    unlabelled: packed!.unlabelled,
    lines: needed.map(({ belt, sku, size, boxes }) => ({ belt, sku, size, boxes })),
    short: needed
      .filter(({ boxes, stock }) => boxes > stock)
      .map(({ belt, size, boxes, stock }) => ({ belt, size, needed: boxes, stock })),
    leftOut,
    isHeld: row?.state === 'held',
  }
}

/** Unpacks boxes of the drop: all of them, or the listed ones. They keep their belt, and its unit returns to stock. */
export async function unpackBoxes(
  shop: Shop,
  { drop, boxIds }: AdminInput<'unpackBoxes'>,
  staff: Staff,
): Promise<AdminReply<'unpackBoxes'>> {
  const now = shop.now().toISOString()
  const chosen = boxIds ? sql`and b.id in (${idsIn(boxIds)})` : sql``
  return shop.db.transaction(async (tx) => {
    await lockDrop(tx, shop, drop)
    await lockInventory(tx)
    const [row] = await rowsOf<{ unpacked: number }>(
      tx,
      sql`with unpacked as (
          update boxes b set state = ${boxState.to('assigned', sql`b.state`)}, packed_at = null, checked_at = null, ship_to = null, updated_at = ${now}
          where b.drop = ${drop} and b.state in ${boxState.list('packed')} ${chosen}
          returning b.id, b.product_id, b.size),
        labels as (
          update parcels p set updated_at = ${now},
            label = case when p.label = 'wanted' or (p.label = 'quoted' and p.buying_at is null) then ${labelState.to('void', sql`p.label`)} else ${labelState.to('voiding', sql`p.label`)} end
          from unpacked u where p.box_id = u.id and p.exchange_id is null and p.label in ${labelState.list(...activeLabels)} and ${isUnseen('p')}),
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
