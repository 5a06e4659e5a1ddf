import { eq, sql } from 'drizzle-orm'
import { boxes } from '../../../db/schema.ts'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { ShopError } from '../../../domain/errors.ts'
import { holdShelf } from '../../curation/hold-shelf.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { boxToFill, choicesFor } from './choices.ts'
import { lockBox } from './lock-box.ts'

/**
 * Gives a box a belt by hand, which curation then leaves; null gives the box back to curation.
 * @throws ShopError 'not_found', 'not_possible' for a belt that may not be sent, or a box that is packed or disputed
 */
export async function chooseBelt(
  shop: Shop,
  { boxId, beltId }: AdminInput<'chooseBelt'>,
  staff: Staff,
): Promise<AdminReply<'chooseBelt'>> {
  await shop.db.transaction(async (tx) => {
    // The piece is counted with the shelf held, as curation does: it is promised to one box only.
    if (beltId) await holdShelf(tx, sql`v.product_id = ${beltId}`)
    const { productId: before, kind } = await lockBox(tx, boxId)
    if (kind === 'replacement') {
      throw new ShopError('not_possible', 'This belt was agreed upon with its member: change its exchange.')
    }
    const box = await boxToFill(tx, boxId)
    if (!unpackedStates.includes(box.state) || box.holdReason === 'dispute') {
      throw new ShopError('not_possible', `This box is ${box.state}: its belt cannot be changed any more.`)
    }
    if (beltId) {
      const choice = (await choicesFor(tx, box)).find((each) => each.id === beltId)
      if (!choice)
        throw new ShopError('not_found', 'There is no such belt for this box. Load the page again.')
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
