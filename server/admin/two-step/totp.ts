import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with what every app understands: SHA-1, six digits, 30 seconds. */
const [algorithm, digits, period] = ['SHA1', 6, 30] as const
/** Steps before and after now that count, because clocks differ. */
const window = 1

/** A new secret as base32: 160 bits (RFC 4226 §4). */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the app reads from the picture. */
export function otpAddress(secret: string, issuer: string, label: string): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** The time step to which this code belongs; null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), timestamp, window })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, algorithm, digits, period, secret: Secret.fromBase32(secret) })
}
