import type { AdminCallName, AdminInput, AdminReply } from '../../domain/admin/calls.ts'
import type { Shop } from '../shop.ts'
import { me } from './me.ts'
import { signOut } from './sign-out.ts'
import type { Staff } from './staff.ts'

export type AdminVerb<Name extends AdminCallName> = (
  shop: Shop,
  input: AdminInput<Name>,
  staff: Staff,
) => Promise<AdminReply<Name>>

/** Call → verb: a call without its verb does not compile. */
export const adminVerbs: { [Name in AdminCallName]: AdminVerb<Name> } = {
  me,
  signOut,
}
