import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Transaction } from '../../db/database.ts'
import { recoveryCodes, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { countLogin, countSuccess } from './limit-logins.ts'

const howMany = 10
/** Without those that are read as another. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
/** 4 × 6 letters are 118 bits, so a plain hash keeps them (OWASP ASVS 5, 6.5.2: from 112 bits on). */
const [groups, length] = [4, 6]

/** New recovery codes in place of the old ones; they are shown once and kept as hashes. */
export async function generateRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: codeHash(code) })))
  return codes
}

/** What the database keeps of a code, however it was typed. */
function codeHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}

function newCode(): string {
  const group = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

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

/**
 * Seals the secrets that an earlier release kept as they are. To be called at the start; says in the log when the key is
 * not the one that sealed the others.
 */
export async function sealSecrets(shop: Shop): Promise<void> {
  const kept = await shop.db
    .select({ id: users.id, totpSecret: users.totpSecret })
    .from(users)
    .where(isNotNull(users.totpSecret))
  for (const { id, totpSecret } of kept) {
    if (totpSecret === null || shop.secrets.isSealed(totpSecret)) continue
    await shop.db
      .update(users)
      .set({ totpSecret: shop.secrets.seal(totpSecret, id) })
      // Whoever began again meanwhile has another secret.
      .where(and(eq(users.id, id), eq(users.totpSecret, totpSecret)))
  }
  const unreadable = kept.filter(
    ({ id, totpSecret }) => totpSecret && shop.secrets.open(totpSecret, id) === null,
  )
  if (unreadable.length > 0)
    shop.log.warn(
      { administrators: unreadable.length },
      'the key that two-step secrets were sealed with is missing: put DATA_DIR/keys/secrets or SECRETS_KEY back',
    )
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

type User = Pick<typeof users.$inferSelect, 'id' | 'totpSecret'>

/**
 * Asks for a code, after it was counted: a second step is no lottery, wherever it is asked for. Counted apart from the
 * passwords, so that a right password between two guesses forgives none.
 * @throws ShopError 'invalid_body' for a wrong one, 'too_many_requests'
 */
export async function requireCode(shop: Shop, userId: string, code: string, address: string): Promise<void> {
  const attempt = await countCode(shop, userId, address)
  await shop.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    const taken = user ? await consumeCode(tx, shop, user, code) : 'wrong'
    if (taken === 'unreadable')
      throw new ShopError('invalid_body', unreadableSecret, { fields: { code: unreadableSecret } })
    if (taken === 'wrong') throw wrongCode()
    await countSuccess(tx, attempt)
  })
}

/** Counts a try of a code, of whatever kind. @returns what countSuccess takes @throws ShopError 'too_many_requests' */
export function countCode(shop: Shop, userId: string, address: string): Promise<string> {
  return countLogin(shop, `code of ${userId}`, { address }, 'lock')
}

export function wrongCode(): ShopError {
  const sentence = 'This code is not right, or it was used before. Enter the one that your app shows now.'
  return new ShopError('invalid_body', sentence, { fields: { code: sentence } })
}

/** What to do where the key is gone that a secret was sealed with, as after a restore without it. */
export const unreadableSecret =
  'The shop cannot check the codes of your app, because the key that it keeps them under is missing. Enter a recovery code, or ask whoever runs the shop to put the key back or to run `admin:reset-password` for you with `--remove-two-step`.'

/**
 * Whether this opens the second step; 'unreadable' when it is no recovery code, and no code of the app can be checked.
 * Each code serves once: the app's by its time step (RFC 6238 §5.2), a recovery code by its row.
 */
export async function consumeCode(
  tx: Transaction,
  shop: Shop,
  user: User,
  code: string,
): Promise<'taken' | 'wrong' | 'unreadable'> {
  const now = shop.now()
  const secret = user.totpSecret === null ? null : shop.secrets.open(user.totpSecret, user.id)
  const step = secret === null ? null : stepOf(secret, code, now)
  if (step !== null) {
    const taken = await tx
      .update(users)
      .set({ totpLastStep: step })
      .where(and(eq(users.id, user.id), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
      .returning({ id: users.id })
    return taken.length > 0 ? 'taken' : 'wrong'
  }
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, user.id),
        eq(recoveryCodes.codeHash, codeHash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id })
  if (used.length > 0) return 'taken'
  return user.totpSecret !== null && secret === null ? 'unreadable' : 'wrong'
}
