import { eq } from 'drizzle-orm'
import { accountLinks, outbox } from '../../../db/schema.ts'
import { magicLinkMinutes, renderMagicLink } from '../../emails/magic-link.ts'
import type { Dropped, MailContent } from '../../outbox/renderers.ts'
import type { Shop } from '../../shop.ts'
import { memberTokenHash, newMemberToken } from '../member-session.ts'

/**
 * The mail with the way in. The token stands behind the # of its link: browsers send it to nobody, neither in a
 * request nor as a referrer, and a program that follows the links of mails does not use it up.
 * @param fact of the outbox row that asks for it
 */
export async function signInLink(shop: Shop, fact: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ payload: outbox.payload, createdAt: outbox.createdAt })
    .from(outbox)
    .where(eq(outbox.fact, fact))
  const { email } = row!.payload as { email: string }
  const expiresAt = new Date(row!.createdAt.getTime() + magicLinkMinutes * 60_000)
  if (expiresAt <= shop.now()) return { droppedBecause: 'the link would be too old' }
  const token = newMemberToken()
  await shop.db.insert(accountLinks).values({
    tokenHash: memberTokenHash(token),
    purpose: 'sign-in',
    email,
    expiresAt,
    createdAt: shop.now(),
  })
  return renderMagicLink(shop.config, { to: email, link: `${shop.config.publicUrl}/account#${token}` })
}
