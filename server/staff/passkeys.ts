import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, count, eq, isNull } from 'drizzle-orm'
import { passkeys, recoveryCodes, users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import {
  checkAnswer,
  consumeChallenge,
  newChallenge,
  refusePasskey,
  relyingParty,
  supportedAlgorithmIDs,
} from './challenge.ts'
import { recordConfirmation } from './change-password.ts'
import { audit, type Staff } from './staff.ts'
import { generateRecoveryCodes } from './two-step-codes.ts'

/** The most passkeys per user. */
const most = 20

/** Options for the browser to create a passkey, which the device stores and unlocks by fingerprint, face or PIN. */
export async function startPasskey(
  shop: Shop,
  _input: AdminInput<'startPasskey'>,
  { userId, username }: Staff,
): Promise<AdminReply<'startPasskey'>> {
  const known = await shop.db.select().from(passkeys).where(eq(passkeys.userId, userId))
  if (known.length >= most) {
    throw new ShopError('not_possible', `You have ${most} passkeys. Remove one you don’t use anymore.`)
  }
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpID: relyingParty(shop).rpID,
    rpName: shop.config.shopName,
    userName: username,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: await newChallenge(shop, 'passkey-add', userId),
    supportedAlgorithmIDs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // A device that already has one isn't offered another.
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
  })
  return { options: { ...options } }
}

/**
 * Stores the public key of a passkey. A user without unused recovery codes also gets some.
 * @throws ShopError 'not_allowed' if the answer wasn't asked for, belongs to another site, or no person was verified
 */
export async function addPasskey(
  shop: Shop,
  { name, answer }: AdminInput<'addPasskey'>,
  staff: Staff,
): Promise<AdminReply<'addPasskey'>> {
  const { rpID, origin } = relyingParty(shop)
  return shop.db.transaction(async (tx) => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) =>
        consumeChallenge(tx, shop.now(), 'passkey-add', staff.userId, challenge),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }).catch((error: unknown) => {
      throw refusePasskey(error)
    })
    if (!registrationInfo) throw refusePasskey()
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const made = await tx
      .insert(passkeys)
      .values({
        userId: staff.userId,
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        name: name.trim(),
        createdAt: shop.now(),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (made.length === 0) throw refusePasskey()
    await audit(tx, staff, shop.now(), {
      action: 'user.passkey-add',
      entity: 'users',
      entityId: staff.userId,
      after: { name: name.trim() },
      tells: 'owners',
    })
    const [codes] = await tx
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, staff.userId), isNull(recoveryCodes.usedAt)))
    return { recoveryCodes: codes!.left > 0 ? [] : await generateRecoveryCodes(tx, staff.userId) }
  })
}

/** @throws ShopError 'not_found' */
export async function renamePasskey(
  shop: Shop,
  { passkeyId, name }: AdminInput<'renamePasskey'>,
  staff: Staff,
): Promise<AdminReply<'renamePasskey'>> {
  await shop.db.transaction(async (tx) => {
    const renamed = await tx
      .update(passkeys)
      .set({ name: name.trim() })
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, staff.userId)))
      .returning({ id: passkeys.id })
    if (renamed.length === 0) throw notFound()
    await audit(tx, staff, shop.now(), {
      action: 'user.passkey-rename',
      entity: 'users',
      entityId: staff.userId,
      after: { name: name.trim() },
    })
  })
  return { success: true }
}

/** Removes a passkey; with the last second step, the recovery codes go too. @throws ShopError 'not_found' */
export async function removePasskey(
  shop: Shop,
  { passkeyId }: AdminInput<'removePasskey'>,
  staff: Staff,
): Promise<AdminReply<'removePasskey'>> {
  await shop.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, staff.userId)).for('update')
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, staff.userId)))
      .returning({ name: passkeys.name })
    if (!removed) throw notFound()
    const left = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, staff.userId))
    if (left.length === 0 && !user?.totpConfirmedAt)
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, staff.userId))
    await audit(tx, staff, shop.now(), {
      action: 'user.passkey-remove',
      entity: 'users',
      entityId: staff.userId,
      before: removed,
      tells: 'owners',
    })
  })
  return { success: true }
}

const notFound = () => new ShopError('not_found', 'We can’t find that passkey. Look at the list again.')

/** Asks for one of one's own passkeys, instead of the password. */
export async function startPasskeyConfirm(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'startPasskeyConfirm'>> {
  const own = await shop.db.select().from(passkeys).where(eq(passkeys.userId, staff.userId))
  if (own.length === 0) throw new ShopError('not_possible', 'You don’t have a passkey. Use your password.')
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(shop).rpID,
    challenge: await newChallenge(shop, 'passkey-confirm', staff.userId),
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
  })
  return { options: { ...options } }
}

/** Confirms by passkey that the person at the screen is the one who signed in. @throws ShopError 'not_allowed' */
export async function confirmByPasskey(
  shop: Shop,
  { answer }: AdminInput<'confirmByPasskey'>,
  staff: Staff,
): Promise<AdminReply<'confirmByPasskey'>> {
  await shop.db.transaction((tx) => checkAnswer(tx, shop, 'passkey-confirm', answer, staff.userId))
  return recordConfirmation(shop, staff)
}
