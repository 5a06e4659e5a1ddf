import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { isPassword } from '../hash-password.ts'
import { countLogin, countSuccess } from '../sign-in/limit-logins.ts'
import type { Staff } from '../staff.ts'

/**
 * Asks for the password again before something that decides who can sign in (OWASP ASVS 5, 7.5.1). Wrong ones count as
 * attempts to sign in: a borrowed screen is no place to guess.
 * @throws ShopError 'not_allowed', 'too_many_requests'
 */
export async function requirePassword(shop: Shop, staff: Staff, password: string) {
  const attempt = await countLogin(shop, staff.username, { address: staff.address })
  const [user] = await shop.db.select().from(users).where(eq(users.id, staff.userId))
  if (!user || !(await isPassword(user.password, password))) {
    throw new ShopError('not_allowed', 'This is not your password. Enter the one you sign in with.')
  }
  await shop.db.transaction((tx) => countSuccess(tx, attempt))
  return user
}
