import { createHash, randomBytes } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { membershipLinks } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/** Milliseconds for which the link of a mail opens the card page: longer than a failed renewal may wait. */
const lifetime = 30 * 24 * 60 * 60_000

/** A link with which a mail's reader changes the card of a membership without a password. Only its hash is kept. */
export async function cardLink(shop: Shop, membershipId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = shop.now()
  await shop.db.delete(membershipLinks).where(lt(membershipLinks.expiresAt, now))
  await shop.db.insert(membershipLinks).values({
    tokenHash: hashOf(token),
    membershipId,
    purpose: 'card',
    expiresAt: new Date(now.getTime() + lifetime),
    createdAt: now,
  })
  return `${shop.config.publicUrl}/card/${token}`
}

/** The form in which a token lies in the database. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
