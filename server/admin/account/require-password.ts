import { eq } from 'drizzle-orm'
import { sessions, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { isPassword } from '../hash-password.ts'
import { countLogin, countSuccess } from '../sign-in/limit-logins.ts'
import type { Staff } from '../staff.ts'

/** Milliseconds for which a session that showed again who it is may make the calls that ask. */
const confirmedFor = 5 * 60_000

/**
 * Asks for the password again before something that decides who can sign in (OWASP ASVS 5, 7.5.1). Wrong ones count as
 * attempts to sign in: a borrowed screen is no place to guess.
 * @throws ShopError 'not_allowed', 'too_many_requests'
 */
export async function requirePassword(shop: Shop, staff: Staff, password: string) {
  const attempt = await countLogin(shop, staff.username, staff.address)
  const [user] = await shop.db.select().from(users).where(eq(users.id, staff.userId))
  if (!user || !(await isPassword(user.password, password))) {
    throw new ShopError('not_allowed', 'This is not your password. Enter the one you sign in with.', {
      fields: { password: 'This is not your password.' },
    })
  }
  await shop.db.transaction((tx) => countSuccess(tx, attempt))
  return user
}

/**
 * What a call that asks again is answered after: the password in the same call, or one or a passkey in this session within
 * the last minutes. A session alone, which may be a stolen one, is not enough; nor is that somebody signed in just now.
 * @param password of the call; undefined where it carries none
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
    throw new ShopError('confirm_first', 'Show first that this is you: with your password, or a passkey.')
  }
}

/** Shows by the password that whoever sits here is who signed in. @throws ShopError as requirePassword */
export async function confirmSelf(
  shop: Shop,
  { password }: AdminInput<'confirmSelf'>,
  staff: Staff,
): Promise<AdminReply<'confirmSelf'>> {
  await requirePassword(shop, staff, password)
  return noteConfirmed(shop, staff)
}

/** Opens the minutes in which this session may make the calls that ask again. */
export async function noteConfirmed(shop: Shop, staff: Staff) {
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
