import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's parameters: 19 MiB, 2 passes (OWASP Password Storage Cheat Sheet). */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password))
}

/** Whether this is the password; for a user who does not exist it takes as long and is never so. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await nobodys()), normal(password)).catch(() => false)
  return isRight && stored !== undefined
}

/** A password to be shown once: 96 bits. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}

// One keyboard sends an accented letter as one character, another as two (NIST SP 800-63B-4 §3.1.1.2).
function normal(password: string): string {
  return password.normalize('NFKC')
}

let madeOnce: Promise<string> | undefined
function nobodys(): Promise<string> {
  madeOnce ??= hash(randomBytes(32))
  return madeOnce
}
