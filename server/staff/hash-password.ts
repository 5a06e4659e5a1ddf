import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's defaults: 19 MiB, 2 passes (OWASP Password Storage Cheat Sheet). */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password))
}

/** Verifies a password. For a nonexistent user it returns false after the same time. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await nobodys()), normal(password)).catch(() => false)
  return isRight && stored !== undefined
}

/** A generated password, to be shown once: 96 bits. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}

// Keyboards differ in whether an accented letter is one character or two (NIST SP 800-63B-4 §3.1.1.2).
function normal(password: string): string {
  return password.normalize('NFKC')
}

let madeOnce: Promise<string> | undefined
function nobodys(): Promise<string> {
  madeOnce ??= hash(randomBytes(32))
  return madeOnce
}
