import { addDays, type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { counted } from '../../domain/count.ts'
import { givenWords } from '../../domain/giving.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { digestAddress, type GivenLine, givenBefore } from '../notifications/giving-digests.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'

/** What staff gave away in a week; both days included. */
type GivingDigestView = { to: string; from: CalendarDate; until: CalendarDate; given: GivenLine[] }

export function renderGivingDigest(
  sender: Sender,
  { to, from, until, given }: GivingDigestView,
): Promise<MailContent> {
  const total = formatCents(given.reduce((sum, { amountCents }) => sum + amountCents, 0))
  return renderNotice(sender, {
    to,
    subject: `${total} given away last week at ${sender.shopName}`,
    title: 'What we gave away last week.',
    paragraphs: [
      `From ${formatDate(from)} to ${formatDate(until)}, by who gave it and how.`,
      'If something looks wrong, the audit log has each act with its reason. What one person may give away in a day is set under Settings.',
    ],
    rows: [
      ...given.map((line) => ({ name: nameOf(line), amount: formatCents(line.amountCents) })),
      { name: 'Together', amount: total, isTotal: true },
    ],
    link: { words: 'Open the audit log', href: `${sender.publicUrl}/admin/audit` },
    reason:
      'You’re getting this email because you own the shop. It comes on Mondays, if anything was given away.',
    isGift: true,
    isToShop: true,
  })
}

function nameOf({ username, kind, acts, agreedCents }: GivenLine): string {
  const agreed = agreedCents > 0 ? ` (an owner agreed to ${formatCents(agreedCents)})` : ''
  return `${username}: ${givenWords[kind]}, ${counted(acts, 'act')}${agreed}`
}

/** The weekly email about what staff gave away, to one owner. */
export async function givingDigest(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const about = subjectOf('giving-digest', subjectId)
  const to = await digestAddress(shop, about)
  if (to === null) return { droppedBecause: 'its reader isn’t an owner anymore' }
  return renderGivingDigest(senderOf(shop), {
    ...{ to, from: addDays(about.day, -7), until: addDays(about.day, -1) },
    given: await givenBefore(shop, about.day),
  })
}
