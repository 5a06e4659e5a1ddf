import { and, eq, isNull } from 'drizzle-orm'
import QRCode from 'qrcode'
import { users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { newSecret, otpAddress } from './totp.ts'

/** A secret for the app; it counts once a code of it was entered. @throws ShopError 'not_possible' when it is on */
export async function startTwoStep(
  shop: Shop,
  _input: AdminInput<'startTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'startTwoStep'>> {
  const secret = newSecret()
  await shop.db.transaction(async (tx) => {
    const set = await tx
      .update(users)
      .set({ totpSecret: secret, totpLastStep: null })
      .where(and(eq(users.id, staff.userId), isNull(users.totpConfirmedAt)))
      .returning({ id: users.id })
    if (set.length === 0) throw new ShopError('not_possible', 'Two-step sign-in is on already.')
    await audit(tx, staff, shop.now(), {
      action: 'user.two-step-begun',
      entity: 'users',
      entityId: staff.userId,
    })
  })
  const address = otpAddress(secret, shop.config.shopName, staff.username)
  return { secret, address, picture: await QRCode.toString(address, { type: 'svg', margin: 2 }) }
}
