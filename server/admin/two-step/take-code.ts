import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { recoveryCodes, users } from '../../../db/schema.ts'
import { codeHash } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type User = Pick<typeof users.$inferSelect, 'id' | 'totpSecret'>

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
