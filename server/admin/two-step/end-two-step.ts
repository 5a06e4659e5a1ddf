import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { passkeys, recoveryCodes, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { requireCode } from './take-code.ts'

/** Turns one's own codes off; passkeys stay. @throws ShopError 'invalid_body' for a wrong code, 'too_many_requests' */
export async function endTwoStep(
  shop: Shop,
  { code }: AdminInput<'endTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'endTwoStep'>> {
  await requireCode(shop, staff.userId, code, staff.address)
  await shop.db.transaction(async (tx) => {
    await forgetSecret(tx, staff.userId)
    const left = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, staff.userId))
    if (left.length === 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, staff.userId))
    await audit(tx, staff, shop.now(), {
      action: 'user.two-step-off',
      entity: 'users',
      entityId: staff.userId,
      before: { twoStep: true },
      after: { twoStep: false },
      tells: 'owners',
    })
  })
  return { success: true }
}

/** Forgets every second step of somebody: secret, passkeys and recovery codes. */
export async function removeTwoStep(tx: Transaction, userId: string) {
  await forgetSecret(tx, userId)
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

async function forgetSecret(tx: Transaction, userId: string) {
  await tx
    .update(users)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(users.id, userId))
}
