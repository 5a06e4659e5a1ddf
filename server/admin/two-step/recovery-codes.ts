import { createHash, randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { recoveryCodes } from '../../../db/schema.ts'

const howMany = 10
/** Without those that are read as another. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
/** 4 × 6 letters are 118 bits, so a plain hash keeps them (OWASP ASVS 5, 6.5.2: from 112 bits on). */
const [groups, length] = [4, 6]

/** New recovery codes in place of the old ones; they are shown once and kept as hashes. */
export async function makeRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: codeHash(code) })))
  return codes
}

/** What the database keeps of a code, however it was typed. */
export function codeHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}

function newCode(): string {
  const group = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
