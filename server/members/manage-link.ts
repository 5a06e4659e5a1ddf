import { and, desc, eq, or, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Transaction } from '../../db/database.ts'
import { accountRevocations, handovers, memberships } from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { mailClass } from '../../domain/mail-kinds.ts'
import { terms } from '../../domain/terms.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { readToken, signToken } from './signed-token.ts'

/** Milliseconds an emailed link works: 60 days, so that the last monthly receipt's link always does. */
const lives = terms.accountLinkDays * 24 * 60 * 60_000

const roles = ['payer', 'member'] as const
const secret = 'manage link'

/**
 * Signs the account links in an email about money, a renewal or a package for its reader. They sign the reader in without
 * another email, so rate limits on emails can't lock anyone out (decision 035). Other emails are returned unchanged
 * (domain/mail-kinds.ts).
 */
export async function withManageLink(
  shop: Shop,
  { kind, createdAt }: { kind: string; createdAt: Date },
  mail: MailContent,
): Promise<MailContent> {
  const page = `${shop.config.publicUrl}/account`
  if (mailClass(kind) !== 'account' || !mail.text.includes(page)) return mail
  const email = normalizeEmail(mail.to)
  const [membership] = await anyOf(shop.db).execute({ email })
  if (!membership) return mail
  const role = roles.indexOf(membership.payerEmail === email ? 'payer' : 'member')
  // Signed as of the time the email was written, so that sending it again sends the same email.
  const token = await signToken(shop, secret, { id: membership.id, role, at: createdAt }, email)
  const link = `${shop.config.publicUrl}/mail/manage/${token}`
  const signed = (body: string) =>
    body.split(page).reduce((before, after) => before + (/^[\w/?#-]/.test(after) ? page : link) + after)
  return { ...mail, html: signed(mail.html), text: signed(mail.text) }
}

const anyOf = builtOnce((db) => {
  const email = sql.placeholder('email')
  return db
    .select({ id: memberships.id, payerEmail: memberships.payerEmail })
    .from(memberships)
    .where(or(eq(memberships.payerEmail, email), eq(memberships.memberEmail, email)))
    .limit(1)
    .prepare('')
})

/**
 * The address an email's link was signed for; null if the signature is wrong, the link is older than 60 days or from before
 * its reader signed out everywhere, or no membership has that address anymore.
 */
export async function readerOfManageLink(shop: Shop, token: string): Promise<string | null> {
  const signed = { token, lives }
  // An email is about any of its reader's memberships: handing over the one it was signed for leaves the others.
  const found =
    (await readToken(shop, secret, signed, (of) => nowOf(shop, of))) ??
    (await readToken(shop, secret, signed, (of) => formerOf(shop, of)))
  return found?.email ?? null
}

async function nowOf({ db }: Shop, { id, role }: { id: string; role: number }): Promise<string | null> {
  const [row] = await db
    .select({ payer: memberships.payerEmail, member: memberships.memberEmail })
    .from(memberships)
    .where(eq(memberships.id, id))
  const whose = roles[role]
  return (whose && row?.[whose]) ?? null
}

/** Who handed it over, if they still have another membership. */
async function formerOf({ db }: Shop, { id }: { id: string }): Promise<string | null> {
  const [done] = await db
    .select({ email: handovers.fromEmail })
    .from(handovers)
    .where(and(eq(handovers.membershipId, id), eq(handovers.state, 'done')))
    .orderBy(desc(handovers.doneAt))
    .limit(1)
  if (!done?.email) return null
  const [other] = await anyOf(db).execute({ email: done.email })
  return other ? done.email : null
}

/** Invalidates every signed link sent to an address so far. */
export async function revokeManageLinks(db: Pick<Transaction, 'insert'>, shop: Shop, email: string) {
  await db
    .insert(accountRevocations)
    .values({ email, revokedAt: shop.now() })
    .onConflictDoUpdate({ target: accountRevocations.email, set: { revokedAt: shop.now() } })
}
