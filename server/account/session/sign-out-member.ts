import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'
import { endMemberSession } from '../member-session.ts'

/** Signs this device out. */
export async function signOutMember(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await endMemberSession(shop, member)
  caller.keep(null)
  return { success: true as const }
}
