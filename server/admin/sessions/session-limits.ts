const minute = 60_000

/** Milliseconds; reasons in docs/decisions/013-staff-sessions.md (OWASP ASVS 5, 7.3). */
export const sessionLimits = {
  /** without any call */
  idle: 30 * minute,
  /** since the sign-in, whatever one does */
  longest: 12 * 60 * minute,
  /** after which the token is replaced */
  rotateAfter: 15 * minute,
  /** for which requests that were under way may still carry the old token */
  grace: minute,
  /** between two notes of when a device was last seen */
  noteEvery: minute,
  /** since the last sign-in, for which a browser is known and its owner is not told again */
  deviceKnown: 365 * 24 * 60 * minute,
} as const
