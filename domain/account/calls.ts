import type { Call, ParsedInput, ReplyOf, SentInput } from '../call.ts'
import { exchangeCalls } from './exchange-calls.ts'
import { giftCalls } from './gift-calls.ts'
import { membershipCalls } from './membership-calls.ts'
import { creditCalls, privacyCalls, sessionCalls } from './session-calls.ts'

/** Every call of the member's page and of a gift's recipient: ours, spec §7 has none. */
export const accountCalls = {
  ...sessionCalls,
  ...membershipCalls,
  ...exchangeCalls,
  ...creditCalls,
  ...privacyCalls,
  ...giftCalls,
}

type Calls = typeof accountCalls

export type AccountCallName = keyof Calls
export type AccountInput<Name extends AccountCallName> = Calls[Name] extends Call
  ? ParsedInput<Calls[Name]>
  : never
export type AccountSent<Name extends AccountCallName> = Calls[Name] extends Call
  ? SentInput<Calls[Name]>
  : never
export type AccountReply<Name extends AccountCallName> = Calls[Name] extends Call
  ? ReplyOf<Calls[Name]>
  : never
