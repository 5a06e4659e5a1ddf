import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { sessions, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { countSuccess } from '../sign-in/limit-logins.ts'
import type { Staff } from '../staff.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { countCode, wrongCode } from './take-code.ts'
import { stepOf } from './totp.ts'

/** Turns two-step sign-in on with a first code; every other device signs in anew. @throws ShopError 'invalid_body' */
export async function confirmTwoStep(
  shop: Shop,
  { code }: AdminInput<'confirmTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'confirmTwoStep'>> {
  const attempt = await countCode(shop, staff.userId, staff.address)
  return shop.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, staff.userId), isNotNull(users.totpSecret), isNull(users.totpConfirmedAt)))
      .for('update')
    if (!user?.totpSecret) throw new ShopError('not_possible', 'Begin with the picture for your app.')
    const step = stepOf(user.totpSecret, code, shop.now())
    if (step === null) throw wrongCode()
    await countSuccess(tx, attempt)
    await tx
      .update(users)
      .set({ totpConfirmedAt: shop.now(), totpLastStep: step })
      .where(eq(users.id, user.id))
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, staff.sessionId)))
    const recoveryCodes = await makeRecoveryCodes(tx, user.id)
    await audit(tx, staff, shop.now(), {
      action: 'user.two-step-on',
      entity: 'users',
      entityId: user.id,
      before: { twoStep: false },
      after: { twoStep: true },
      tells: 'owners',
    })
    return { recoveryCodes }
  })
}
