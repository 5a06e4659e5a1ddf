import { eq, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { boxes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { BeltChoice } from '../../../domain/admin/curation-contracts.ts'
import type { Gender } from '../../../domain/belt.ts'
import { type BoxState, unpackedStates } from '../../../domain/box.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { terms } from '../../../domain/terms.ts'
import { freeOf } from '../../curation/free-stock.ts'
import { lockInventory } from '../../curation/inventory.ts'
import { sizeOf, wasSent } from '../../curation/pool.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { lockBox } from './drop-boxes.ts'

/**
 * Assigns a belt to a box by hand; curation then leaves the box alone. A null belt returns the box to curation.
 * @throws ShopError 'not_found', 'not_possible' for a belt that may not be sent, or a box that is packed or disputed
 */
export async function chooseBelt(
  shop: Shop,
  { boxId, beltId }: AdminInput<'chooseBelt'>,
  staff: Staff,
): Promise<AdminReply<'chooseBelt'>> {
  await shop.db.transaction(async (tx) => {
    // Counts units while holding the inventory lock, as curation does, so that no unit is promised to two boxes.
    if (beltId) await lockInventory(tx, sql`v.product_id = ${beltId}`)
    const { productId: before, kind } = await lockBox(tx, boxId)
    if (kind === 'replacement') {
      throw new ShopError(
        'not_possible',
        'You agreed on this belt with its member. Change it in the exchange.',
      )
    }
    const box = await boxToFill(tx, boxId)
    if (!unpackedStates.includes(box.state) || box.holdReason === 'dispute') {
      throw new ShopError('not_possible', `This box is ${box.state}, so you can’t change its belt anymore.`)
    }
    if (beltId) {
      const choice = (await choicesFor(tx, box)).find((each) => each.id === beltId)
      if (!choice) throw new ShopError('not_found', 'We can’t find that belt for this box. Reload the page.')
      if (choice.obstacle) throw new ShopError('not_possible', `${choice.name}: ${choice.obstacle}`)
    }
    await tx
      .update(boxes)
      .set(
        beltId
          ? {
              productId: beltId,
              size: box.size,
              state: boxState.to('assigned', boxes.state),
              holdReason: null,
              isChosen: true,
            }
          : { productId: null, state: boxState.to('owed', boxes.state), holdReason: null, isChosen: false },
      )
      .where(eq(boxes.id, boxId))
    await audit(tx, staff, shop.now(), {
      action: 'box.belt',
      entity: 'boxes',
      entityId: boxId,
      before: { belt: before },
      after: { belt: beltId },
    })
  })
  return { success: true }
}

type BoxToFill = {
  id: string
  drop: Drop
  state: BoxState
  holdReason: string | null
  personId: string
  membershipId: string
  beltId: string | null
  name: string
  gender: Gender
  /** null until someone chooses one */
  size: string | null
}

type Row = Omit<BeltChoice, 'obstacle'> & {
  comes: boolean
  isActive: boolean
  sentIn: Drop | null
  isDisliked: boolean
}

/** A box and its wearer. @throws ShopError 'not_found' */
export async function boxToFill(db: Database | Transaction, boxId: string): Promise<BoxToFill> {
  const [row] = await rowsOf<BoxToFill & { memberSize: string; boxSize: string | null }>(
    db,
    sql`select b.id::text as id, b.drop, b.state, b.hold_reason as "holdReason", b.person_id::text as "personId",
        m.id::text as "membershipId", b.product_id::text as "beltId", coalesce(m.address ->> 'fullName', '') as name,
        m.gender, m.size as "memberSize", b.size as "boxSize"
      from boxes b join memberships m on m.id = b.membership_id where b.id = ${boxId}`,
  )
  if (!row) throw new ShopError('not_found', 'We can’t find that box. Reload the page.')
  const { memberSize, boxSize, ...box } = row
  return { ...box, size: sizeOf(box.gender, memberSize, boxSize) }
}

/** Belts of the box's gender up to its drop, each with the reason if this person can't get it (club-rules.md "Curate"). */
async function choicesFor(db: Database | Transaction, box: BoxToFill): Promise<BeltChoice[]> {
  const month = (column: string) =>
    sql`(substr(${sql.raw(column)}, 1, 4)::integer * 12 + substr(${sql.raw(column)}, 6, 2)::integer)`
  const thisMonth = Number(box.drop.slice(0, 4)) * 12 + Number(box.drop.slice(5, 7))
  const rows = await rowsOf<Row>(
    db,
    sql`select p.id::text as id, p.name, p.sku, p.style, p.drop, p.is_active as "isActive", v.id is not null as comes,
        ${freeOf({ stock: sql`coalesce(v.stock, 0)`, belt: sql`p.id`, size: box.size }, sql`b.id = ${box.id}`)} as free,
        (select max(h.drop) from boxes h join products d on d.id = h.product_id and d.design = p.design
          where h.person_id = ${box.personId} and h.id <> ${box.id}
          and ${wasSent}
          and abs(${month('h.drop')} - ${thisMonth}::integer) < ${terms.repeatMonths}) as "sentIn",
        exists (select 1 from boxes h join products d on d.id = h.product_id and d.design = p.design
            join box_feedback f on f.box_id = h.id
          where h.person_id = ${box.personId} and f.taste = 'not_for_me') as "isDisliked"
      from products p left join belt_variants v on v.product_id = p.id and v.size = ${box.size}
      where p.gender = ${box.gender} and p.drop <= ${box.drop}
      order by p.drop desc, p.display_order, p.sku`,
  )
  return rows.map(({ comes, isActive, sentIn, isDisliked, ...belt }) => ({
    ...belt,
    obstacle: obstacleOf(box, { comes, isActive, sentIn, isDisliked, free: belt.free }),
  }))
}

function obstacleOf(
  { size, drop }: BoxToFill,
  {
    comes,
    isActive,
    sentIn,
    isDisliked,
    free,
  }: Pick<Row, 'comes' | 'isActive' | 'sentIn' | 'isDisliked' | 'free'>,
): string | null {
  if (size === null) return 'No size is chosen yet.'
  if (sentIn === drop) return 'They get it in another box of this drop.'
  if (sentIn) return `${sentIn < drop ? 'Sent' : 'Promised'} to this person in ${dropTitle(sentIn)}.`
  if (isDisliked) return 'They said it isn’t for them.'
  if (!isActive) return 'It’s inactive.'
  if (!comes) return `It doesn’t come in size ${size}.`
  return free > 0 ? null : `None left in size ${size}.`
}

/** Belts for one box: those that may be sent, and the rest with the reason. @throws ShopError 'not_found' */
export async function listChoices(
  shop: Shop,
  { boxId }: AdminInput<'listChoices'>,
): Promise<AdminReply<'listChoices'>> {
  const box = await boxToFill(shop.db, boxId)
  const { name, size, beltId } = box
  return { name, size, beltId, choices: await choicesFor(shop.db, box) }
}
