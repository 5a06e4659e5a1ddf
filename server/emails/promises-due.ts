import type { AdminReply } from '../../domain/admin/contracts.ts'
import type { PromiseGroup } from '../../domain/admin/promise-contracts.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { listPromises } from '../promises/list-promises.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type PromisesDueView = Pick<AdminReply<'listPromises'>, 'today' | 'due' | 'late' | 'groups'>

/** The morning email with what the owner has to do today. @param day in the shop's time zone; the outbox row's subject id */
export async function promisesDue(shop: Shop, day: string): Promise<MailContent | Dropped> {
  if (day !== shopDay(shop)) return { droppedBecause: 'that day is over' }
  const view = await listPromises(shop, { limit: 1 })
  if (view.due + view.late === 0) return { droppedBecause: 'nothing is due today' }
  return renderPromisesDue(shop.config, view)
}

export function renderPromisesDue(sender: Sender, view: PromisesDueView): Promise<MailContent> {
  const { today, due, late } = view
  const groups = view.groups.filter((group) => group.due + group.late > 0)
  const counts = [...(late > 0 ? [`${late} late`] : []), ...(due > 0 ? [`${due} due today`] : [])].join(', ')
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `${formatDay(today)}: ${counts}`,
    title: late > 0 ? 'Someone’s waiting for us.' : 'Today’s promises.',
    paragraphs: [`${counts}. Each line has a button in the admin that takes care of it.`],
    list: { head: 'What’s due', lines: groups.map(lineOf) },
    link: { words: 'Open Today', href: `${sender.publicUrl}/admin/today` },
    reason:
      'You’re getting this email because this is the shop’s support address. It comes only on days when something is due.',
  })
}

function lineOf({ what, due, late }: PromiseGroup): string {
  return `${what}: ${[...(late > 0 ? [`${late} late`] : []), ...(due > 0 ? [`${due} today`] : [])].join(', ')}`
}
