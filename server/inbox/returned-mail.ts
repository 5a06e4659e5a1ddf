import { bounceKind } from '../../domain/letter.ts'
import { type Bounce, recordBounce } from '../bounces/record-bounce.ts'
import type { Shop } from '../shop/shop.ts'
import type { MailReport, ReadMail } from './read-mail.ts'
import { mailOfMessageId, mailOfReplyAddress } from './reply-address.ts'

type News = Pick<Bounce, 'kind' | 'words'>

/**
 * Records a report that an email of ours bounced (RFC 3464) or was marked as spam (RFC 5965). The email is identified by the
 * signed address the report was sent to, or by the Message-ID of the returned email, which only its reader has seen.
 * @returns the kind of that email; null if it isn't such a report, or not about an email of ours
 */
export async function recordBounceReport(
  shop: Shop,
  { sentTo, text, report }: Pick<ReadMail, 'sentTo' | 'text' | 'report'>,
): Promise<string | null> {
  const signed = (await Promise.all(sentTo.map((address) => mailOfReplyAddress(shop, address)))).find(
    (id) => id !== null,
  )
  const mailId = signed ?? returnedId(shop, report)
  if (!mailId) return null
  // A report in free text is only trusted at an address we signed.
  const news = readReport(report) ?? (signed ? readWords(text) : null)
  return news && recordBounce(shop, { mailId, address: null, source: 'mailbox', ...news })
}

/** The id of our email attached to the report, in full or headers only (RFC 3462 §2). */
function returnedId(shop: Shop, { returned }: MailReport): string | null {
  const id = /^message-id:\s*<([^<>\s]+)>/im.exec(returned ?? '')?.[1]
  return id ? mailOfMessageId(shop, id) : null
}

/** What the report says; null if nothing failed permanently. */
function readReport({ feedback, status }: MailReport): News | null {
  if (feedback !== null) {
    const type = fieldsOf(feedback).get('feedback-type') ?? ''
    return /^abuse$/i.test(type) ? { kind: 'complaint', words: 'Its reader called the email spam.' } : null
  }
  if (status === null) return null
  // The email's fields come first, then those of each recipient (RFC 3464 §2.1); our emails have one.
  for (const group of status.replaceAll('\r\n', '\n').split(/\n[ \t]*\n+/)) {
    const fields = fieldsOf(group)
    if (!/^failed\b/i.test(fields.get('action') ?? '')) continue
    // 4.4.1 with "failed": no server answered until ours gave up.
    const code = /^\s*([45]\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1]
    if (!code) continue
    const words = (fields.get('diagnostic-code') ?? `Status ${code}`).replace(/^\s*\w+\s*;\s*/, '')
    // The other server's own code is more specific than the reporting server's "5.0.0".
    const inner = code === '5.0.0' ? (/\b(5\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1] ?? code) : code
    return { kind: bounceKind(inner, words), words }
  }
  return null
}

/** The fields of a group by lower-case name, with folded lines joined (RFC 5322 §2.2.3). */
function fieldsOf(group: string): Map<string, string> {
  const lines = group
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value ?? ''] as const] : []
    }),
  )
}

/** A report in free text: a permanent failure contains its code. */
function readWords(text: string): News | null {
  const start = text.slice(0, 5_000)
  const status = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(start)?.[1]
  if (!status && !/\b55[0-4]\b/.test(start)) return null
  const line = start.split('\n').find((each) => /\b(55[0-4]|5\.\d{1,3}\.\d{1,3})\b/.test(each)) ?? ''
  return { kind: bounceKind(status ?? '', line), words: line }
}
