import { subjectOf } from '../../domain/mail-subjects.ts'
import { redLines } from '../health/watch-lines.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'

/** A red line of the health page. */
type RedLine = { label: string; value: string; advice: string }

/** Tells the owner what turned red on the health page (server/alarms/alarms.ts). It isn't sent once that is over. */
export async function shopAlarm(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { line } = subjectOf('shop-alarm', subjectId)
  const red = await redLines(shop)
  const first = red.find(({ id }) => id === line)
  if (!first) return { droppedBecause: 'it is over' }
  return renderShopAlarm(senderOf(shop), { first, others: red.filter((each) => each !== first) })
}

export function renderShopAlarm(
  sender: Sender,
  { first, others }: { first: RedLine; others: RedLine[] },
): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `Something’s wrong: ${first.label}`,
    title: 'Something’s wrong in the shop.',
    paragraphs: [`${first.label}: ${first.value}.`, first.advice],
    ...(others.length > 0 && {
      list: { head: 'Also wrong right now', lines: others.map(({ label, value }) => `${label}: ${value}`) },
    }),
    link: { words: 'Open Health', href: `${sender.publicUrl}/admin/health` },
    reason:
      'You’re getting this email because this is the shop’s support address. It comes once when something goes wrong.',
  })
}
