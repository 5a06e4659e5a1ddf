import { and, eq, gt, isNull } from 'drizzle-orm'
import { accountLinks } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/contracts.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import type { AccountCaller, Member } from './member.ts'
import { endMemberSession, memberTokenHash, startMemberSession } from './member-session.ts'

/**
 * Signs a device in with an emailed link, which works once within 30 minutes (club-rules.md "The member's page").
 * @throws ShopError 'not_found' for a link that is unknown, used or expired, without saying which
 */
export async function openLink(
  shop: Shop,
  { token }: AccountInput<'openLink'>,
  member: Member | null,
  caller: AccountCaller,
) {
  const session = await shop.db.transaction(async (tx) => {
    const [link] = await tx
      .update(accountLinks)
      .set({ usedAt: shop.now() })
      .where(
        and(
          eq(accountLinks.tokenHash, memberTokenHash(token)),
          eq(accountLinks.purpose, 'sign-in'),
          isNull(accountLinks.usedAt),
          gt(accountLinks.expiresAt, shop.now()),
        ),
      )
      .returning({ email: accountLinks.email })
    if (!link) throw new ShopError('not_found', 'This link has been used or has expired. Request a new one.')
    return startMemberSession(shop, link.email, { userAgent: caller.userAgent, isProved: true }, tx)
  })
  // Ends the device's previous session, which may belong to another address.
  if (member) await endMemberSession(shop, member)
  caller.keep(session)
  return { success: true as const }
}
