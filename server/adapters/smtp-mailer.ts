import { createTransport } from 'nodemailer'
import { MailDeferred, type Mailer, MailRefused, messageIdOf } from '../shop/mailer.ts'

/** Milliseconds the server may take to accept a connection, and to greet. */
const firstWord = 10_000

/**
 * Sends email through the server of SMTP_URL. The Message-ID comes from the email's id, so that mail servers recognize
 * one that was sent again (RFC 5322 §3.6.4). Without TLS it sends nothing, not even the password, unless `withoutTls`.
 * @param patience milliseconds the server may stay silent, as while it scans an email: if we gave up sooner, it would have
 *   taken the email, and get it again
 */
export function smtpMailer(
  url: string,
  from: string,
  { patience = 120_000, withoutTls = false }: { patience?: number; withoutTls?: boolean } = {},
): Mailer {
  const transport = createTransport({
    url,
    requireTLS: !withoutTls,
    pool: true,
    // As many emails as are sent at the same time (server/outbox/). For a server that takes fewer, use
    // `?maxConnections=2`.
    maxConnections: 12,
    connectionTimeout: Math.min(patience, firstWord),
    greetingTimeout: Math.min(patience, firstWord),
    socketTimeout: patience,
  })
  return {
    async send({ id, to, replyTo, subject, html, text, headers, attachments, returnPath }) {
      const sent = transport.sendMail({
        from,
        // An object, because nodemailer splits strings at commas: a buyer could email anyone through the shop.
        to: { name: '', address: to },
        ...(returnPath ? { envelope: { from: returnPath, to: [to] } } : {}),
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject,
        html,
        text,
        ...(headers ? { headers } : {}),
        attachments: (attachments ?? []).map(({ fileName, contentType, content }) => ({
          ...{ filename: fileName, contentType, content: Buffer.from(content) },
        })),
        messageId: messageIdOf(id, from),
      })
      const taken = await sent.catch((cause) => {
        // A 5xx for RCPT TO or DATA is about the address or this email. A 5xx about the sender is the shop's own problem,
        // so the email is retried.
        if (
          cause?.responseCode >= 500 &&
          cause.responseCode < 600 &&
          /^(RCPT TO|DATA)$/.test(cause.command)
        ) {
          const words = String(cause.response ?? cause.message)
          throw new MailRefused(/^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1] ?? '', words, { cause })
        }
        if (isPutOff(cause)) throw new MailDeferred(String(cause.response ?? cause.message), { cause })
        if (withoutTls || cause?.code !== 'ETLS') throw cause
        throw new Error(
          'The mail server of SMTP_URL offers no TLS, so nothing was sent: use one that does, or set SMTP_WITHOUT_TLS=1.',
          { cause },
        )
      })
      return taken.response
    },
    close: () => transport.close(),
  }
}

/** A 4xx for RCPT TO, but for the one of a server that closes (RFC 5321 §3.8): greylisting, a full mailbox. */
function isPutOff(cause: { responseCode?: number; command?: string } | null): boolean {
  const code = cause?.responseCode ?? 0
  return cause?.command === 'RCPT TO' && code >= 400 && code < 500 && code !== 421
}
