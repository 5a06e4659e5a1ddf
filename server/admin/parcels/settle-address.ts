import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { boxes, memberships, parcels } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { CartShipping } from '../../../domain/cart.ts'
import { ShopError } from '../../../domain/errors.ts'
import { type ParcelAddress, parcelLine } from '../../../domain/parcel.ts'
import { lockMembership, wearerEmail } from '../../ledger/find-membership.ts'
import { announcedAt } from '../../ledger/secret-gifts.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import { receiverOf } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { lockDrop } from '../drops/drops.ts'
import { readDropLabels } from './drop-labels.ts'

type Parcel = typeof parcels.$inferSelect

/**
 * Staff decides on an address the carrier doubts: keep it as typed, or use the carrier's suggestion for this box and the
 * following ones, and tell the wearer.
 * @throws ShopError 'not_possible' if someone else settled it meanwhile
 */
export async function settleAddress(
  shop: Shop,
  { drop, boxId, use }: AdminInput<'settleAddress'>,
  staff: Staff,
): Promise<AdminReply<'settleAddress'>> {
  await shop.db.transaction(async (tx) => {
    await lockDrop(tx, shop, drop)
    const [found] = await tx
      .select({ parcel: parcels, box: boxes })
      .from(parcels)
      .innerJoin(boxes, eq(parcels.boxId, boxes.id))
      .where(
        and(
          ...[eq(boxes.id, boxId), eq(boxes.drop, drop), eq(boxes.state, 'packed')],
          ...[isNull(parcels.exchangeId), eq(parcels.label, 'wanted'), eq(parcels.addressCheck, 'odd')],
        ),
      )
    const suggestion = found?.parcel.suggestion ?? null
    if (!found || (use === 'suggestion' && !suggestion)) {
      throw new ShopError('not_possible', 'Someone just settled this address. Reload the page to see it.')
    }
    const { parcel, box } = found
    if (suggestion && use === 'suggestion') await sendThere(tx, shop, { box, parcel, to: suggestion })
    await tx
      .update(parcels)
      .set({ addressCheck: use === 'typed' ? 'kept' : 'good', suggestion: null, lastError: null })
      .where(eq(parcels.id, parcel.id))
    await audit(tx, staff, shop.now(), {
      action: 'drop.address',
      entity: 'drops',
      entityId: drop,
      after: { boxId, use },
    })
  })
  shop.wakeWorker()
  return readDropLabels(shop, { drop })
}

type Sent = { box: typeof boxes.$inferSelect; parcel: Parcel; to: ParcelAddress }

async function sendThere(tx: Transaction, shop: Shop, { box, parcel, to }: Sent) {
  const membership = await lockMembership(tx, box.membershipId)
  const place = {
    ...{ address: to.street1, address2: to.street2, city: to.city, state: to.state, zipCode: to.zip },
  }
  const was = box.shipTo as CartShipping
  const shipTo = { ...was, ...place }
  await tx.update(boxes).set({ shipTo }).where(eq(boxes.id, box.id))
  const typed = membership.address
  // If the member's address changed since packing, leave it.
  if (parcelLine(receiverOf(typed)) !== parcelLine(receiverOf(was))) return
  await tx
    .update(memberships)
    .set({ address: { ...typed, ...place } })
    .where(eq(memberships.id, membership.id))
  const email = wearerEmail(membership)
  const since = announcedAt(shop, membership.noticeOn)
  // While a gift is secret, its notice must come first.
  if (!email || (since && since > shop.now())) return
  const what = 'We fixed a slip in your address'
  const lines = [`Your belts go to ${parcelLine(to)}.`, `Before, it was ${parcelLine(receiverOf(was))}.`]
  const about = { aboutId: membership.id, askedAs: parcel.id }
  await enqueueMail(tx, shop, { kind: 'done-for-you', about, payload: { email, what, lines } })
}
