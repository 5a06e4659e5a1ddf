import { and, eq, ne } from 'drizzle-orm'
import { loginChallenges, sessions, users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { passwordProblem } from '../../domain/admin/password-rules.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { countLogin, countSuccess } from './limit-logins.ts'
import { audit, type Staff } from './staff.ts'

/** Shorter common passwords inside a longer one are handled by domain/admin/password-rules.ts. */
let known: Promise<Set<string>> | null = null

/**
 * Whether a password is one of the 49,000 most common (ASVS 5.0 V6.2.4: checked against a local list, so that no password is
 * sent anywhere).
 */
export async function isWellKnownPassword(password: string): Promise<boolean> {
  // Half a megabyte, loaded only when a password is set.
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return (await known).has(password.toLowerCase())
}

/** Milliseconds after confirming who they are during which a session may make the calls that need it. */
export const confirmedFor = 5 * 60_000

/**
 * Requires the password again before a change to who can sign in (OWASP ASVS 5, 7.5.1). Wrong ones count as sign-in
 * attempts, so an unattended screen can't be used for guessing.
 * @throws ShopError 'not_allowed', 'too_many_requests'
 */
async function requirePassword(shop: Shop, staff: Staff, password: string) {
  const attempt = await countLogin(shop, staff.username, { address: staff.address }, 'go-on')
  const [user] = await shop.db.select().from(users).where(eq(users.id, staff.userId))
  if (!user || !(await isPassword(user.password, password))) {
    throw new ShopError('not_allowed', 'That’s not your password. Enter the one you sign in with.', {
      fields: { password: 'That’s not your password.' },
    })
  }
  await shop.db.transaction((tx) => countSuccess(tx, attempt))
  return user
}

/**
 * Required before sensitive calls: the password in the call itself, or a password or passkey confirmed in this session
 * within the last minutes. A session alone isn't enough, because it may be stolen; neither is a recent sign-in.
 * @param password from the call; undefined if it has none
 * @throws ShopError 'confirm_first', and those of requirePassword
 */
export async function requireConfirmed(shop: Shop, staff: Staff, password: string | undefined) {
  if (password !== undefined) return void (await requirePassword(shop, staff, password))
  const [session] = await shop.db
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.id, staff.sessionId))
  const since = shop.now().getTime() - (session?.confirmedAt?.getTime() ?? 0)
  if (since < 0 || since >= confirmedFor) {
    throw new ShopError('confirm_first', 'First confirm it’s you, with your password or a passkey.')
  }
}

/** Nothing more than that the session is confirmed, which every call with `asksAgain` checks. */
export async function checkConfirmed(): Promise<AdminReply<'checkConfirmed'>> {
  return { success: true }
}

/** Confirms by password that the person at the screen is the one who signed in. @throws ShopError as requirePassword */
export async function confirmSelf(
  shop: Shop,
  { password }: AdminInput<'confirmSelf'>,
  staff: Staff,
): Promise<AdminReply<'confirmSelf'>> {
  await requirePassword(shop, staff, password)
  return recordConfirmation(shop, staff)
}

/** Records a confirmation: for some minutes this session may make the calls that need one. */
export async function recordConfirmation(shop: Shop, staff: Staff) {
  await shop.db.transaction(async (tx) => {
    await tx.update(sessions).set({ confirmedAt: shop.now() }).where(eq(sessions.id, staff.sessionId))
    await audit(tx, staff, shop.now(), {
      action: 'session.confirm',
      entity: 'users',
      entityId: staff.userId,
    })
  })
  return { success: true as const }
}

/**
 * Changes one's own password. Every other device is signed out; this one continues.
 * @throws ShopError 'not_allowed' for a wrong current one, 'invalid_body' for a weak new one
 */
export async function changePassword(
  shop: Shop,
  { currentPassword, newPassword }: AdminInput<'changePassword'>,
  staff: Staff,
): Promise<AdminReply<'changePassword'>> {
  await requireGood(newPassword, [staff.username, shop.config.shopName])
  await requirePassword(shop, staff, currentPassword)
  if (newPassword === currentPassword) throw weak('That’s your current password. Choose another.')
  const password = await hashPassword(newPassword)
  await shop.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ password, mustChangePassword: false, passwordChangedAt: shop.now() })
      .where(eq(users.id, staff.userId))
    // Sign-ins that were started with the old password end.
    await tx.delete(loginChallenges).where(eq(loginChallenges.userId, staff.userId))
    await tx.delete(sessions).where(and(eq(sessions.userId, staff.userId), ne(sessions.id, staff.sessionId)))
    await audit(tx, staff, shop.now(), {
      action: 'user.password',
      entity: 'users',
      entityId: staff.userId,
      tells: 'owners',
    })
  })
  return { success: true }
}

/** @throws ShopError 'invalid_body' for a password that is easy to guess */
export async function requireGood(password: string, names: readonly string[]) {
  const problem = passwordProblem(password, names)
  if (problem) throw weak(problem)
  if (await isWellKnownPassword(password))
    throw weak('This is one of the first that thieves try. Use a few unrelated words.')
}

function weak(sentence: string): ShopError {
  return new ShopError('invalid_body', sentence, { fields: { newPassword: sentence } })
}
