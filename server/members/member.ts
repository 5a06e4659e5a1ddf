import type { Caller } from '../shop/caller.ts'

/** Someone who signed in on this device with a link emailed to this address. */
export type Member = {
  /** normalized */
  email: string
  sessionId: string
}

/** The caller; on open calls perhaps not signed in. */
export type AccountCaller = Caller & {
  /** stores a session (its token and end) in the browser; null signs it out */
  keep: (session: { token: string; expiresAt: Date } | null) => void
}
