import { createHmac, timingSafeEqual } from 'node:crypto'
import { normalizeEmail } from '../../domain/email.ts'
import { shopSecret } from '../settings/shop-secret.ts'
import { type MailContent, messageIdOf } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'

/** Mail servers lower the case of an address as they like, so a token has letters of one case: hexadecimal ones. */
const signatureDigits = 16
/** The longest part before the @ (RFC 5321 §4.5.3.1.1). */
const longestLocal = 64

/**
 * A mail as it leaves: answers to it reach the inbox, and no machine answers what a machine wrote (RFC 3834 §5.1).
 * Where the mail server takes plus-addresses, the address names the mail itself, signed: many a mail service gives a mail
 * another Message-ID than ours, and many a mail program loses it.
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
    // A mail that comes back says by its address which one it is. Under another domain than the sender's the mailbox
    // isn't ours to read, and receivers count it against the mail (RFC 7489 §3.1.2).
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

/** The mail of ours that an address answers; null for one that we did not sign. */
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

/** The id of the mail of ours that a Message-ID names; null for one that is not of our form. */
export function mailOfMessageId(shop: Shop, messageId: string): string | null {
  const id = messageId.slice(0, 36)
  return messageIdOf(id, shop.config.mailFrom) === `<${messageId}>` &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? id
    : null
}
