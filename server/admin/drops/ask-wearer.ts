import { eq } from 'drizzle-orm'
import { boxes, memberships } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { tell } from '../../billing/tell.ts'
import { announcedAt } from '../../memberships/secret-gifts.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * Writes to whoever wears it that a size or an address is missing, once a day at most (server/emails/choice-wanted.ts).
 * @throws ShopError 'not_found', 'not_possible' where nothing is missing, nobody can be asked, or a gift is a secret yet
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
    if (!row) throw new ShopError('not_found', 'There is no such box. Load the page again.')
    const { box, membership } = row
    if (box.state !== 'held' || !['size', 'address'].includes(box.holdReason ?? '')) {
      throw new ShopError('not_possible', 'Neither size nor address is missing for this box.')
    }
    const { isGift, memberEmail, payerEmail } = membership
    const email = isGift ? memberEmail : (memberEmail ?? payerEmail)
    if (!email) {
      const giver = payerEmail ? ` Ask the giver: ${payerEmail}.` : ''
      throw new ShopError('not_possible', `The recipient left no e-mail address.${giver}`)
    }
    const since = announcedAt(shop, membership.noticeOn)
    if (since && since > shop.now()) {
      throw new ShopError(
        'not_possible',
        'The recipient does not know of this gift yet; its notice asks for what is missing. Ask the giver, or wait for it.',
      )
    }
    await tell(tx, shop, { kind: 'choice-wanted', fact: `${boxId}:${shopDay(shop)}` })
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
