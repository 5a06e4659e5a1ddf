import type { Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { cancelRenewal } from '../billing/cancel-renewal.ts'
import { findMembership } from '../billing/find-membership.ts'
import { nextDrop } from '../billing/next-drop.ts'
import { pauseMembership } from '../billing/pause-membership.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { resumeMembership } from '../billing/resume-membership.ts'
import { shopDay } from '../billing/shop-day.ts'
import { skipBox } from '../billing/skip-box.ts'
import { undoCancel } from '../billing/undo-cancel.ts'
import type { Shop } from '../shop.ts'
import { type Command, type CommandArgs, textOf } from './command.ts'
import { membershipOfOrder, membershipOptions } from './membership-of-order.ts'
import { membershipShow } from './membership-show.ts'

type Change = (shop: Shop, membershipId: string, args: CommandArgs) => Promise<unknown>

/** What the owner does to a membership, shown as it stands afterwards. */
function changing(summary: string, change: Change, more: Command['options'] = {}): Command {
  return {
    summary,
    options: { ...membershipOptions, ...more },
    async run(shop, args) {
      const { id } = await membershipOfOrder(shop, args)
      await change(shop, id, args)
      return membershipShow.run(shop, { order: args.order })
    },
  }
}

async function dropAhead(shop: Shop, membershipId: string): Promise<Drop> {
  const drop = await nextDrop(
    shop.db,
    await findMembership(shop, membershipId),
    shopDay(shop),
    shop.config.timeZone,
  )
  if (!drop) throw new ShopError('not_possible', 'No box is ahead.')
  return drop
}

export const membershipCancel = changing('ends the renewal; paid boxes still ship', (shop, membershipId) =>
  cancelRenewal(shop, { membershipId }),
)
export const membershipUndo = changing('takes a cancellation back', (shop, membershipId) =>
  undoCancel(shop, { membershipId }),
)
export const membershipSkip = changing(
  'skips the next box, and moves the next charge with it',
  async (shop, membershipId) => skipBox(shop, { membershipId, drop: await dropAhead(shop, membershipId) }),
)
export const membershipPause = changing(
  'pauses until a drop, one to three months after the next one',
  (shop, membershipId, args) => pauseMembership(shop, { membershipId, until: textOf(args, 'until') ?? '' }),
  { until: { value: '2027-03', says: 'the drop with which the belts come again', isRequired: true } },
)
export const membershipResume = changing('ends a pause early', (shop, membershipId) =>
  resumeMembership(shop, { membershipId }),
)
export const membershipRefund = changing(
  'gives back the money of every box that is not packed',
  (shop, membershipId) => refundBoxes(shop, { membershipId }),
)
