import { unshippedStates } from '../../domain/box.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import { dropCalendar } from '../billing/drop-calendar.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'
import type { Sender } from './layout.tsx'
import { dropsIn, loadMembershipView, membershipReason, shipsLines } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type EndedView = { to: string; name: string; drops: string[]; calendar: DropCalendar }

/** The mail of the outbox's kind membership-ended-unpaid; the fact is the membership's id. */
export async function membershipEndedUnpaid(shop: Shop, membershipId: string): Promise<MailContent> {
  const { to, name } = await loadMembershipView(shop, membershipId)
  const drops = await dropsIn(shop, membershipId, unshippedStates)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return renderEndedUnpaid(shop.config, { to, name, drops, calendar })
}

/** Renders it from its view alone. */
export function renderEndedUnpaid(sender: Sender, view: EndedView): Promise<MailContent> {
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${view.name} has ended`,
    title: 'Your membership has ended.',
    paragraphs: [
      `Your last renewal could not be charged in three weeks, so your ${view.name} has ended. You owe nothing, and your card will not be charged again.`,
    ],
    ...(view.drops.length > 0
      ? { list: { head: 'Paid and still to come', lines: shipsLines(view.drops, view.calendar) } }
      : {}),
    link: { words: 'Join again anytime', href: sender.publicUrl },
    reason: membershipReason,
  })
}
