import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { passkeys, recoveryCodes, sessions, users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { countSuccess } from './limit-logins.ts'
import { audit, type Staff } from './staff.ts'
import {
  countCode,
  generateRecoveryCodes,
  newSecret,
  otpAddress,
  requireCode,
  stepOf,
  wrongCode,
} from './two-step-codes.ts'

/**
 * Creates a secret for the app; it takes effect once a code of it is entered. @throws ShopError 'not_possible' if already on
 */
export async function startTwoStep(
  shop: Shop,
  _input: AdminInput<'startTwoStep'>,
  staff: Staff,
): Promise<AdminReply<'startTwoStep'>> {
  const secret = newSecret()
  await shop.db.transaction(async (tx) => {
    const set = await tx
      .update(users)
      .set({ totpSecret: shop.secrets.seal(secret, staff.userId), totpLastStep: null })
      .where(and(eq(users.id, staff.userId), isNull(users.totpConfirmedAt)))
      .returning({ id: users.id })
    if (set.length === 0) throw new ShopError('not_possible', 'Two-step sign-in is already on.')
    await audit(tx, staff, shop.now(), {
      action: 'user.two-step-begun',
      entity: 'users',
      entityId: staff.userId,
    })
  })
  const address = otpAddress(secret, shop.config.shopName, staff.username)
  const { default: qrCode } = await import('qrcode')
  return { secret, address, picture: await qrCode.toString(address, { type: 'svg', margin: 2 }) }
}

/** Turns two-step sign-in on with a first code; other devices must sign in again. @throws ShopError 'invalid_body' */
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
    const secret = user?.totpSecret ? shop.secrets.open(user.totpSecret, user.id) : null
    if (!user || secret === null) throw new ShopError('not_possible', 'Begin with the picture for your app.')
    const step = stepOf(secret, code, shop.now())
    if (step === null) throw wrongCode()
    await countSuccess(tx, attempt)
    await tx
      .update(users)
      .set({ totpConfirmedAt: shop.now(), totpLastStep: step })
      .where(eq(users.id, user.id))
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, staff.sessionId)))
    const recoveryCodes = await generateRecoveryCodes(tx, user.id)
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

/** Turns off one's own app codes; passkeys stay. @throws ShopError 'invalid_body' for a wrong code, 'too_many_requests' */
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

/** Removes all of someone's second steps: secret, passkeys and recovery codes. */
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

/**
 * Ten new recovery codes; the old ones stop working. @throws ShopError 'invalid_body' for a wrong code, 'too_many_requests'
 */
export async function renewRecoveryCodes(
  shop: Shop,
  { code }: AdminInput<'renewRecoveryCodes'>,
  staff: Staff,
): Promise<AdminReply<'renewRecoveryCodes'>> {
  await requireCode(shop, staff.userId, code, staff.address)
  return shop.db.transaction(async (tx) => {
    await audit(tx, staff, shop.now(), {
      action: 'user.recovery-codes',
      entity: 'users',
      entityId: staff.userId,
      tells: 'owners',
    })
    return { recoveryCodes: await generateRecoveryCodes(tx, staff.userId) }
  })
}
