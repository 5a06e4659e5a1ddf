import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { recoveryCodes, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { requirePassword } from '../account/require-password.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/** Turns one's own two-step sign-in off. @throws ShopError 'not_allowed' for a wrong password */
export async function endTwoStep(
  shop: Shop,
  { password }: AdminInput<'endTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'endTwoStep'>> {
  await requirePassword(shop, staff, password)
  await shop.db.transaction(async (tx) => {
    await removeTwoStep(tx, staff.userId)
    await audit(tx, staff, shop.now(), {
      action: 'user.two-step-off',
      entity: 'users',
      entityId: staff.userId,
      before: { twoStep: true },
      after: { twoStep: false },
    })
  })
  return { success: true }
}

/** Forgets secret and recovery codes. */
export async function removeTwoStep(tx: Transaction, userId: string) {
  await tx
    .update(users)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(users.id, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
