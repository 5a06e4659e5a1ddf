import { mailboxReadAt } from '../inbox/receive-mails.ts'
import type { Shop } from '../shop/shop.ts'
import { type HealthLine, line } from './health-line.ts'

/** Milliseconds for which the mailbox may go unread: it's looked into every minute. */
const unread = 15 * 60_000

/** Whether the mailbox of IMAP_URL is read: nobody would notice that replies don't come in. */
export async function mailboxLine(shop: Shop): Promise<HealthLine[]> {
  if (!shop.config.imapUrl) return []
  const readAt = await mailboxReadAt(shop)
  const isRead = readAt !== null && shop.now().getTime() - readAt.getTime() <= unread
  return [
    line(
      'mailbox-read',
      'Email to us is read',
      isRead ? 'yes' : 'no',
      !isRead && (readAt ? 'bad' : 'watch'),
      {
        advice:
          'What people write isn’t in the inbox. The log says why: most often the password in IMAP_URL has changed. Until then, look into the mailbox itself.',
      },
    ),
  ]
}
