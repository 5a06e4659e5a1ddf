import type { ThreadAside } from '../../domain/admin/inbox-contracts.ts'
import { normalizeEmail } from '../../domain/email.ts'
import type { Config } from '../shop/config.ts'
import type { ReadMail } from './read-mail.ts'

type Headers = Pick<ReadMail, 'headers' | 'fromEmail'>

/** The lines of a header from the top. */
const linesOf = ({ headers }: Pick<ReadMail, 'headers'>, wanted: string) =>
  headers.filter(([name]) => name === wanted).map(([, value]) => value)

/**
 * Why an email isn't a question from a person (RFC 3834 §2, RFC 5321 §4.5.5, RFC 2919), so that it is set aside and no
 * deadline runs; null if a person is waiting. The inbox never replies automatically, so no two machines can reply to each
 * other endlessly.
 */
export function asideOf(
  mail: Headers,
  config: Pick<Config, 'supportEmail' | 'mailFrom'>,
): ThreadAside | null {
  const value = (name: string) => linesOf(mail, name).join(' ').trim().toLowerCase()
  const type = value('content-type')
  if (/^multipart\/report/.test(type) && /report-type="?(delivery-status|feedback-report)/.test(type))
    return 'bounce'
  if (linesOf(mail, 'return-path').some((line) => line.trim() === '<>')) {
    return /^(mailer-daemon|postmaster)@/.test(mail.fromEmail) ? 'bounce' : 'automatic'
  }
  if (/^(mailer-daemon|postmaster)@/.test(mail.fromEmail)) return 'bounce'
  if (/^multipart\/report/.test(type)) return 'automatic'
  const isOwn = [config.supportEmail, /[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] ?? '']
    .map(normalizeEmail)
    .includes(mail.fromEmail)
  if (isOwn) return 'own'
  const submitted = value('auto-submitted').split(/[\s;(]/)[0]
  if (submitted && submitted !== 'no') return 'automatic'
  if (value('x-autoreply') || value('x-autorespond') || /auto_?reply/.test(value('precedence')))
    return 'automatic'
  if (
    /^yes\b/.test(value('x-spam-flag')) ||
    /^yes\b/.test(value('x-spam-status')) ||
    value('x-spam') === 'yes'
  )
    return 'spam'
  if (/^(bulk|list|junk)$/.test(value('precedence')) || value('list-id') || value('list-unsubscribe'))
    return 'list'
  return mail.fromEmail === '' ? 'automatic' : null
}

/**
 * Whether our own mail server verified the sender's address (RFC 8601), by DMARC or by a DKIM signature of its own domain.
 * Results from other servers, or forged in our server's name, don't count: our server removes lines with its name that it
 * didn't write (§5), and adds its own at the top.
 */
export function isProvenByServer(
  mail: Headers & Pick<ReadMail, 'isFromOne'>,
  authservId: string | null,
): boolean {
  const domain = mail.fromEmail.split('@')[1]
  if (!authservId || !domain || !mail.isFromOne) return false
  const [own] = linesOf(mail, 'authentication-results')
    .map(withoutComments)
    .filter((line) => line.split(';')[0]!.trim().split(/\s/)[0]!.toLowerCase() === authservId)
  if (own === undefined) return false
  return own
    .toLowerCase()
    .split(';')
    .slice(1)
    .some((part) => {
      const [, method, result] = /^\s*(dmarc|dkim)\s*=\s*(\w+)/.exec(part) ?? []
      if (result !== 'pass') return false
      const signer = (method === 'dmarc' ? /\sheader\.from=@?([\w.-]+)/ : /\sheader\.d=@?([\w.-]+)/).exec(
        part,
      )?.[1]
      if (method === 'dmarc') return signer === domain
      return signer !== undefined && (signer === domain || domain.endsWith(`.${signer}`))
    })
}

/** Removes comments and quoted strings, which may contain anything, even `dmarc=pass`. */
function withoutComments(line: string): string {
  let depth = 0
  let isQuoted = false
  let kept = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!
    if (sign === '\\') at++
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '(') depth++
    else if (sign === ')' && depth > 0) depth--
    else if (depth === 0) kept += sign
  }
  return kept
}
