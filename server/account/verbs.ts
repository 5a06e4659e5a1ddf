import type { AccountCall } from '../../domain/account/account-call.ts'
import type { AccountCallName, AccountInput, AccountReply, accountCalls } from '../../domain/account/calls.ts'
import type { Shop } from '../shop.ts'
import type { AccountCaller, Member } from './member.ts'
import { askForLink } from './session/ask-for-link.ts'
import { openLink } from './session/open-link.ts'
import { signOutMember } from './session/sign-out-member.ts'

type Whose<Name extends AccountCallName> = (typeof accountCalls)[Name] extends AccountCall & { isOpen: true }
  ? Member | null
  : Member

type Verb<Name extends AccountCallName> = (
  shop: Shop,
  input: AccountInput<Name>,
  member: Whose<Name>,
  caller: AccountCaller,
) => Promise<AccountReply<Name>>

/** Call → verb: a call without its verb does not compile. */
export const accountVerbs: { [Name in AccountCallName]: Verb<Name> } = {
  askForLink,
  openLink,
  signOutMember,
}
