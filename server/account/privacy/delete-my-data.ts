import { inArray } from 'drizzle-orm'
import { memberships } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'
import { isSendingBack } from './exchanges-of.ts'
import { findTies, type Ties, unshippedDrops } from './find-ties.ts'
import { forgetAddress } from './forget-address.ts'
import { giveUpCredit } from './give-up-credit.ts'
import { redactOrders } from './redact-orders.ts'

/**
 * Takes the person out of everything that the shop keeps of the signed-in address. Orders stay as the tax law wants
 * them, without name, e-mail, street and message; the rest is deleted, sessions included.
 * @throws ShopError 'not_possible' while a paid box is owed, a renewal is active, or a belt is on its way back,
 *   and with `creditCents` while they have credit that they did not give up
 */
export async function deleteMyData(
  shop: Shop,
  { givesUpCreditCents }: AccountInput<'deleteMyData'>,
  member: Member,
  caller: AccountCaller,
) {
  await shop.db.transaction(async (tx) => {
    const ties = await findTies(tx, shop, member.email)
    const ids = ties.items.map(({ membership }) => membership.id)
    // Nothing renews and no box comes meanwhile: whatever adds one locks the membership, too.
    if (ids.length > 0) await tx.select().from(memberships).where(inArray(memberships.id, ids)).for('update')
    refuseWhileRenewing(await findTies(tx, shop, member.email))
    const [drop] = await unshippedDrops(tx, ids)
    if (drop) {
      throw new ShopError(
        'not_possible',
        `You have paid for belts that are still to come, next ${dropTitle(drop)}’s. Wait until the last has been sent, or ask ${shop.config.supportEmail} for a refund; then delete your data.`,
      )
    }
    if (await isSendingBack(tx, ids)) {
      throw new ShopError(
        'not_possible',
        'A belt is on its way back to us. Wait until it has arrived, or give its return up; then delete your data.',
      )
    }
    await giveUpCredit(tx, shop, member.email, givesUpCreditCents)
    await redactOrders(tx, ties)
    await forgetAddress(tx, shop, member.email, ties)
  })
  caller.keep(null)
  return { success: true as const }
}

function refuseWhileRenewing({ items }: Ties) {
  const isRenewing = items.some(
    ({ membership, isPayer }) => isPayer && membership.renews && membership.status !== 'ended',
  )
  if (isRenewing) {
    throw new ShopError('not_possible', 'Your membership renews. Cancel it first, then delete your data.')
  }
}
