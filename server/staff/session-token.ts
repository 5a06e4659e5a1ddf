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

// First match wins: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** A readable name for the browser with this User-Agent, such as "Firefox on Windows". */
export function deviceOf(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(browsers) ?? 'A program'
  const system = named(systems)
  return system ? `${browser} on ${system}` : browser
}
