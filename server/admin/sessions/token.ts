import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: nobody guesses one (OWASP ASVS 5, 7.2.3). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
