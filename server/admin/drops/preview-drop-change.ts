import { eq } from 'drizzle-orm'
import { drops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { shipBy } from '../../../domain/drop.ts'
import { dropCalendar } from '../../billing/drop-calendar.ts'
import { renderDropNotice } from '../../emails/drop-notice.ts'
import type { Shop } from '../../shop.ts'
import { audienceOf } from './audience.ts'
import { plannedChange } from './planned-change.ts'

/** Who would be told of a change, how many, and in which words. Nothing is changed. */
export async function previewDropChange(
  shop: Shop,
  input: AdminInput<'previewDropChange'>,
): Promise<AdminReply<'previewDropChange'>> {
  const [row] = await shop.db.select().from(drops).where(eq(drops.drop, input.drop))
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const usual = { state: 'open', shipBy: shipBy(input.drop) }
  const planned = plannedChange(shop, input, row ?? usual, calendar)
  const { listeners, ...found } = await audienceOf(shop.db, shop, {
    drop: input.drop,
    withRenewals: planned.kind === 'month',
  })
  const { subject, text, html } = await renderDropNotice(shop.config, {
    ...planned,
    to: listeners[0]?.email ?? '',
    recipientName: '',
    isGift: false,
    isGiver: false,
    moveCharge: planned.kind === 'month',
  })
  return {
    ...found,
    toMembers: listeners.filter((each) => each.as === 'member').length,
    toGivers: listeners.filter((each) => each.as === 'giver').length,
    mail: { subject, text, html },
  }
}
