import { createHash, randomBytes } from 'node:crypto'

const minute = 60_000

/** Milliseconds; reasons in docs/decisions/013-staff-sessions.md (OWASP ASVS 5, 7.3). */
export const sessionLimits = {
  /** without any call */
  idle: 30 * minute,
  /** from sign-in, regardless of use */
  longest: 12 * 60 * minute,
  /** after which the token is replaced */
  rotateAfter: 15 * minute,
  /** for which requests under way may still carry the old token */
  grace: minute,
  /** between updates of when a device was last seen */
  noteEvery: minute,
  /** after the last sign-in, for which a browser is known and causes no email */
  deviceKnown: 365 * 24 * 60 * minute,
} as const

/** 256 random bits, which nobody can guess (OWASP ASVS 5, 7.2.3). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A token as stored in the database. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
