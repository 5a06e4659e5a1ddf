import { eq } from 'drizzle-orm'
import { accountSessions } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'
import { revokeManageLinks } from './manage-link.ts'

/** Signs out every device on which a link to this address was opened, and ends the signed links of its mails. */
export async function signOutEverywhere(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await shop.db.transaction(async (tx) => {
    await tx.delete(accountSessions).where(eq(accountSessions.email, member.email))
    await revokeManageLinks(tx, shop, member.email)
  })
  caller.keep(null)
  return { success: true as const }
}
