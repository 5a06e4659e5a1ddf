import type { Caller } from '../shop/caller.ts'

/** Whoever opened the link of a mail to this address, on this device. */
export type Member = {
  /** normalized */
  email: string
  sessionId: string
}

/** Who calls: signed in or, for the calls that are open, perhaps not. */
export type AccountCaller = Caller & {
  /** set it to keep the browser signed in (a session's token and its end), null to sign it out */
  keep: (session: { token: string; expiresAt: Date } | null) => void
}
