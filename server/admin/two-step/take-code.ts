import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { recoveryCodes, users } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { countLogin, countSuccess } from '../sign-in/limit-logins.ts'
import { codeHash } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

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
    if (!user || !(await takeCode(tx, shop.now(), user, code))) throw wrongCode()
    await countSuccess(tx, attempt)
  })
}

/** Counts a try of a code, of whatever kind. @returns what countSuccess takes @throws ShopError 'too_many_requests' */
export function countCode(shop: Shop, userId: string, address: string): Promise<string> {
  return countLogin(shop, `code of ${userId}`, address)
}

export function wrongCode(): ShopError {
  const sentence = 'This code is not right, or it was used before. Enter the one that your app shows now.'
  return new ShopError('invalid_body', sentence, { fields: { code: sentence } })
}

/**
 * Whether this opens the second step. Each code serves once: the app's by its time step (RFC 6238 §5.2), a recovery code
 * by its row.
 */
export async function takeCode(tx: Transaction, now: Date, user: User, code: string): Promise<boolean> {
  const step = user.totpSecret === null ? null : stepOf(user.totpSecret, code, now)
  if (step !== null) {
    const taken = await tx
      .update(users)
      .set({ totpLastStep: step })
      .where(and(eq(users.id, user.id), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
      .returning({ id: users.id })
    return taken.length > 0
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
  return used.length > 0
}
