import { eq } from 'drizzle-orm'
import { accountSessions } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'

/** Signs out every device on which a link to this address was opened. */
export async function signOutEverywhere(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await shop.db.delete(accountSessions).where(eq(accountSessions.email, member.email))
  caller.keep(null)
  return { success: true as const }
}
