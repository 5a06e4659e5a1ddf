import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Transaction } from '../../db/database.ts'
import { recoveryCodes, users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { countLogin, countSuccess } from './limit-logins.ts'

const howMany = 10
/** Without characters that look like others. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
/** 4 × 6 characters are 118 bits, so a plain hash is enough (OWASP ASVS 5, 6.5.2: from 112 bits on). */
const [groups, length] = [4, 6]

/** Replaces the recovery codes with new ones, which are shown once and stored as hashes. */
export async function generateRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: codeHash(code) })))
  return codes
}

/** A code as stored in the database, regardless of how it was typed. */
function codeHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}

function newCode(): string {
  const group = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** RFC 6238 with the settings every app supports: SHA-1, six digits, 30 seconds. */
const [algorithm, digits, period] = ['SHA1', 6, 30] as const
/** Steps before and after the current one that are accepted, because clocks differ. */
const window = 1

/** A new secret as base32: 160 bits (RFC 4226 §4). */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The URI an authenticator app reads from the QR code. */
export function otpAddress(secret: string, issuer: string, label: string): string {
  return totpOf(secret, { issuer, label }).toString()
}

/**
 * Encrypts secrets an earlier release stored in plain text. Called at startup; logs a warning if the key isn't the one the
 * others were sealed with.
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
      // If the user has started over meanwhile, the secret differs.
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

/** The time step a code belongs to; null for a wrong code. */
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
 * Requires a code, counting the attempt first, so that codes can't be guessed anywhere. Counted separately from passwords,
 * so that a correct password doesn't reset the count.
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

/** Counts an attempt at any kind of code. @returns the id for countSuccess @throws ShopError 'too_many_requests' */
export function countCode(shop: Shop, userId: string, address: string): Promise<string> {
  return countLogin(shop, `code of ${userId}`, { address }, 'lock')
}

export function wrongCode(): ShopError {
  const sentence = 'That code is wrong, or it’s been used. Enter the one your app shows now.'
  return new ShopError('invalid_body', sentence, { fields: { code: sentence } })
}

/** Shown when the key a secret was sealed with is missing, as after a restore without it. */
export const unreadableSecret =
  'The shop can’t check your app’s codes, because the key that protects them is missing. Enter a recovery code, or ask whoever runs the shop to put the key back or to run `admin:reset-password` for you with `--remove-two-step`.'

/**
 * Consumes a code for the second step; 'unreadable' if it is no recovery code, and the app's codes can't be checked. Each
 * code works once: the app's by its time step (RFC 6238 §5.2), a recovery code by its row.
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
