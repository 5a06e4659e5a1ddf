import type { Call } from '../call.ts'

/** One call of the member's page as data; without `isOpen` it needs the session of a member. */
export type AccountCall = Call & { isOpen?: true }

export type AccountCalls = Record<string, AccountCall>
