import { hash } from '@node-rs/argon2'

/** argon2id with the library's parameters: 19 MiB, 2 passes (OWASP Password Storage Cheat Sheet). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}
