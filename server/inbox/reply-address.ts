import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeEmail } from '../../domain/email.ts'
import { shopSecret } from '../settings/settings.ts'
import { type MailContent, messageIdOf } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'

/** Mail servers may change an address to lower case, so a token uses hexadecimal digits, in one case. */
const signatureDigits = 16
/** The longest local part, before the @ (RFC 5321 §4.5.3.1.1). */
const longestLocal = 64

/**
 * Prepares an outgoing email so that replies reach the inbox, and no machine replies to a machine's email (RFC 3834 §5.1).
 * If the mail server accepts plus addresses, the reply address names the email itself, signed: many mail services replace
 * our Message-ID, and many email programs lose it.
 */
export async function withReplyAddress(
  shop: Shop,
  { id, kind }: { id: string; kind: string },
  mail: MailContent,
): Promise<MailContent> {
  const isByMachine = kind !== 'contact-answer'
  const own = await replyAddress(shop, id)
  return {
    ...mail,
    replyTo: mail.replyTo && mail.replyTo !== shop.config.supportEmail ? mail.replyTo : own,
    // The return path names the email in a bounce. It must have the sender's domain: otherwise the mailbox may not be ours,
    // and receivers count it against the email (RFC 7489 §3.1.2).
    ...(own !== shop.config.supportEmail && domainOf(own) === domainOf(shop.config.mailFrom)
      ? { returnPath: own }
      : {}),
    headers: { ...(isByMachine ? { 'Auto-Submitted': 'auto-generated' } : {}), ...mail.headers },
  }
}

const domainOf = (address: string) => /@([^>\s@]+)>?\s*$/.exec(address)?.[1]?.toLowerCase()

async function replyAddress(shop: Shop, mailId: string): Promise<string> {
  const { supportEmail, repliesByPlus } = shop.config
  if (!repliesByPlus) return supportEmail
  const at = supportEmail.lastIndexOf('@')
  const digits = mailId.replaceAll('-', '')
  const local = `${supportEmail.slice(0, at)}+${digits}${await signature(shop, digits)}`
  return local.length > longestLocal ? supportEmail : local + supportEmail.slice(at)
}

/** The email of ours an address replies to; null if we didn't sign it. */
export async function mailOfReplyAddress(shop: Shop, address: string): Promise<string | null> {
  const [, digits, signed] = /\+([0-9a-f]{32})([0-9a-f]{16})@/.exec(normalizeEmail(address)) ?? []
  if (!digits || !signed) return null
  const isOurs = timingSafeEqual(Buffer.from(signed), Buffer.from(await signature(shop, digits)))
  return isOurs ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null
}

async function signature(shop: Shop, digits: string): Promise<string> {
  const mac = createHmac('sha256', await shopSecret(shop, 'reply address')).update(digits)
  return mac.digest('hex').slice(0, signatureDigits)
}

/** The id of our email named by a Message-ID; null if it isn't in our format. */
export function mailOfMessageId(shop: Shop, messageId: string): string | null {
  const id = messageId.slice(0, 36)
  return messageIdOf(id, shop.config.mailFrom) === `<${messageId}>` &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? id
    : null
}
