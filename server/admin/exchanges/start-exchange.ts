import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { offeredBelts } from '../../exchanges/other-belts.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import { findBox } from '../../exchanges/sent-box.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * Begins an exchange for a member who wrote or called; the 30 days do not bind the owner.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function startExchange(
  shop: Shop,
  { boxId, kind, remedy, productId, size, details }: AdminInput<'startExchange'>,
  staff: Staff,
): Promise<AdminReply<'startExchange'>> {
  const { membership } = await findBox(shop.db, boxId)
  if (remedy === 'credit' && !(membership.isGift && membership.memberEmail)) {
    throw new ShopError(
      'not_possible',
      'Store credit is for a gift’s recipient whose email is known. Choose a refund.',
    )
  }
  await requestExchange(
    shop,
    {
      boxId,
      kind,
      askedBy: 'owner',
      ...(remedy === undefined ? {} : { remedy }),
      ...(productId === undefined ? {} : { productId }),
      ...(size === undefined ? {} : { size }),
      ...(details === undefined ? {} : { details }),
    },
    async (tx, made) => {
      await audit(tx, staff, shop.now(), {
        action: 'exchange.start',
        entity: 'exchanges',
        entityId: made.id,
        after: { boxId, kind, remedy: made.remedy, wantedSize: made.wantedSize },
      })
    },
  )
  return { success: true }
}

/** What can be sent for a box. @throws ShopError 'not_found' */
export async function listReplacements(
  shop: Shop,
  { boxId }: AdminInput<'listReplacements'>,
): Promise<AdminReply<'listReplacements'>> {
  const { box } = await findBox(shop.db, boxId)
  const belts = await offeredBelts(shop.db, box, shopDay(shop).slice(0, 7))
  return { size: box.size, belts: belts.map(({ id, name, sizes }) => ({ id, name, sizes })) }
}
