import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { accountRevocations, memberships } from '../../db/schema.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { shopSecret } from '../settings/shop-secret.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds for which the link of a mail leads in: two monthly receipts, so that the last one always does. */
const lives = 60 * 24 * 60 * 60_000

/** Mails whose reader pays for a membership, or wears its belts: what they say can be acted on from them alone. */
const carriers =
  /^(order-(confirmation|shipped)|box-shipped|card-[a-z-]+\d*|renewal-(receipt|failed-\d+|notice-\d+)|membership-(cancelled(-elsewhere)?|ended-unpaid)|plan-(changed|kept)|done-for-you|refund-(made|stuck)|yearly-summary|price-(change|kept)|return-credited|box-trouble)$/

/** Bytes of a token: the membership's id, who of it reads, seconds since 1970, and the signature. */
const [idBytes, bodyBytes, signatureBytes] = [16, 21, 16]
const roles = ['payer', 'member'] as const
type Role = (typeof roles)[number]

/**
 * A mail about money, a renewal or a parcel with its links to the member's page signed for its reader: they lead in without
 * another mail, so no limit on mails closes that way (decision 035). All other mails come back as they are.
 */
export async function withManageLink(
  shop: Shop,
  { kind, createdAt }: { kind: string; createdAt: Date },
  mail: MailContent,
): Promise<MailContent> {
  const page = `${shop.config.publicUrl}/account`
  if (!carriers.test(kind) || !mail.text.includes(page)) return mail
  const email = normaliseEmail(mail.to)
  const [membership] = await shop.db
    .select({ id: memberships.id, payerEmail: memberships.payerEmail })
    .from(memberships)
    .where(or(eq(memberships.payerEmail, email), eq(memberships.memberEmail, email)))
    .limit(1)
  if (!membership) return mail
  const role = membership.payerEmail === email ? 'payer' : 'member'
  const link = `${shop.config.publicUrl}/mail/manage/${await signedToken(shop, membership.id, { role, email, at: createdAt })}`
  const signed = (body: string) =>
    body.split(page).reduce((before, after) => before + (/^[\w/?#-]/.test(after) ? page : link) + after)
  return { ...mail, html: signed(mail.html), text: signed(mail.text) }
}

// Signed as of when its mail was written down: one that has to be sent again is the same mail.
async function signedToken(
  shop: Shop,
  membershipId: string,
  { role, email, at }: { role: Role; email: string; at: Date },
) {
  const body = Buffer.alloc(bodyBytes)
  body.write(membershipId.replaceAll('-', ''), 0, 'hex')
  body.writeUInt8(roles.indexOf(role), idBytes)
  body.writeUInt32BE(Math.floor(at.getTime() / 1000), idBytes + 1)
  return Buffer.concat([body, await signature(shop, body, email)]).toString('base64url')
}

/**
 * The address for which a mail's link was signed; null for one that nobody signed, that is older than 60 days, that was
 * signed before its reader signed out everywhere, or whose membership no longer has that address.
 */
export async function readerOfManageLink(shop: Shop, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== bodyBytes + signatureBytes) return null
  const body = bytes.subarray(0, bodyBytes)
  const role = roles[body.readUInt8(idBytes)]
  const signedAt = body.readUInt32BE(idBytes + 1) * 1000
  const age = shop.now().getTime() - signedAt
  // A clock may have been set back a little since.
  if (!role || age > lives || age < -24 * 60 * 60_000) return null
  const id = body.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const [row] = await shop.db
    .select({
      email: role === 'payer' ? memberships.payerEmail : memberships.memberEmail,
      revokedAt: accountRevocations.revokedAt,
    })
    .from(memberships)
    .leftJoin(
      accountRevocations,
      eq(accountRevocations.email, role === 'payer' ? memberships.payerEmail : memberships.memberEmail),
    )
    .where(eq(memberships.id, id))
  if (!row?.email || (row.revokedAt && signedAt <= row.revokedAt.getTime())) return null
  const isOurs = timingSafeEqual(bytes.subarray(bodyBytes), await signature(shop, body, row.email))
  return isOurs ? row.email : null
}

/** Ends every signed link that an address was sent until now. */
export async function revokeManageLinks(db: Pick<Transaction, 'insert'>, shop: Shop, email: string) {
  await db
    .insert(accountRevocations)
    .values({ email, revokedAt: shop.now() })
    .onConflictDoUpdate({ target: accountRevocations.email, set: { revokedAt: shop.now() } })
}

async function signature(shop: Shop, body: Buffer, email: string): Promise<Buffer> {
  const mac = createHmac('sha256', await shopSecret(shop, 'manage link'))
    .update(body)
    .update(email)
  return mac.digest().subarray(0, signatureBytes)
}
