import { eq } from 'drizzle-orm'
import { boxes, memberships } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { addressViewOf } from '../../../domain/membership-view.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { refillBoxes, requireAddress } from '../../account/memberships/change-preferences.ts'
import { lockMembership, wearerEmail } from '../../ledger/find-membership.ts'
import { announcedAt } from '../../ledger/secret-gifts.ts'
import { settleOrder } from '../../members/settle-order.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { changedFields } from '../edit-conflict.ts'
import { boxToFill } from './choose-belt.ts'

/**
 * The owner sets the wearer's size. Boxes that were on hold for it go to the next curation.
 * @throws ShopError 'not_found', 'invalid_body' for a size the shop doesn't have
 */
export async function setWearerSize(
  shop: Shop,
  { boxId, size }: AdminInput<'setWearerSize'>,
  staff: Staff,
): Promise<AdminReply<'setWearerSize'>> {
  await shop.db.transaction(async (tx) => {
    const { membershipId } = await boxToFill(tx, boxId)
    const before = await lockMembership(tx, membershipId)
    if (!beltSizes[before.gender].includes(size)) {
      const sentence = 'Choose one of the sizes in the list.'
      throw new ShopError('invalid_body', sentence, { fields: { size: sentence } })
    }
    await tx.update(memberships).set({ size }).where(eq(memberships.id, membershipId))
    await settleOrder(tx, before.orderItemId)
    await refillBoxes(tx, shop, { membershipId, size, reasons: ['size', 'unseen', 'stock', 'belt'] })
    await audit(tx, staff, shop.now(), {
      action: 'membership.size',
      entity: 'memberships',
      entityId: membershipId,
      before: { size: before.size },
      after: { size },
    })
  })
  return { success: true }
}

/** The address the box would go to now. @throws ShopError 'not_found' */
export async function readWearerAddress(
  shop: Shop,
  { boxId }: AdminInput<'readWearerAddress'>,
): Promise<AdminReply<'readWearerAddress'>> {
  const [row] = await shop.db
    .select({ address: memberships.address })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.id, boxId))
  if (!row) throw new ShopError('not_found', 'We can’t find that box. Reload the page.')
  return addressViewOf(row.address)
}

/**
 * Sets the address of all unpacked boxes of the membership. Boxes that were on hold for it go to the next curation.
 * @throws ShopError 'invalid_body' for an undeliverable address
 */
export async function setWearerAddress(
  shop: Shop,
  { boxId, ...typed }: AdminInput<'setWearerAddress'>,
  staff: Staff,
): Promise<AdminReply<'setWearerAddress'>> {
  const address = Object.fromEntries(Object.entries(typed).map(([part, line]) => [part, line.trim()]))
  requireAddress(address as typeof typed)
  await shop.db.transaction(async (tx) => {
    const { membershipId } = await boxToFill(tx, boxId)
    const locked = await lockMembership(tx, membershipId)
    const before = locked.address as Record<string, unknown>
    await tx
      .update(memberships)
      .set({ address: { ...before, ...address } })
      .where(eq(memberships.id, membershipId))
    await refillBoxes(tx, shop, { membershipId, reasons: ['address'], keepsBelts: true })
    const known = Object.fromEntries(Object.keys(address).map((part) => [part, before[part] ?? '']))
    await audit(tx, staff, shop.now(), {
      action: 'membership.address',
      entity: 'memberships',
      entityId: membershipId,
      ...changedFields(known, address),
    })
  })
  return { success: true }
}

/**
 * Emails the wearer that a size or address is missing, at most once a day (server/emails/choice-wanted.ts).
 * @throws ShopError 'not_found', 'not_possible' if nothing is missing, there's no one to ask, or the gift is still secret
 */
export async function askWearer(
  shop: Shop,
  { boxId }: AdminInput<'askWearer'>,
  staff: Staff,
): Promise<AdminReply<'askWearer'>> {
  const to = await shop.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ box: boxes, membership: memberships })
      .from(boxes)
      .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
      .where(eq(boxes.id, boxId))
    if (!row) throw new ShopError('not_found', 'We can’t find that box. Reload the page.')
    const { box, membership } = row
    if (box.state !== 'held' || !['size', 'address'].includes(box.holdReason ?? '')) {
      throw new ShopError('not_possible', 'This box has its size and address.')
    }
    const email = wearerEmail(membership)
    if (!email) {
      const giver = membership.payerEmail ? ` Ask the giver: ${membership.payerEmail}.` : ''
      throw new ShopError('not_possible', `The recipient didn’t leave an email address.${giver}`)
    }
    const since = announcedAt(shop, membership.noticeOn)
    if (since && since > shop.now()) {
      throw new ShopError(
        'not_possible',
        'The recipient doesn’t know about this gift yet. The gift announcement asks for what’s missing. Ask the giver, or wait for it.',
      )
    }
    await enqueueMail(tx, shop, { kind: 'choice-wanted', about: { boxId, day: shopDay(shop) } })
    await audit(tx, staff, shop.now(), {
      action: 'box.ask',
      entity: 'boxes',
      entityId: boxId,
      after: { reason: box.holdReason },
    })
    return email
  })
  shop.wakeWorker()
  return { to }
}
