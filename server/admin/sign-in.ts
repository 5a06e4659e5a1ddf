import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { sessions, users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/roles.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Caller } from '../caller.ts'
import type { Shop } from '../shop.ts'
import { tokenHash } from './find-staff.ts'
import type { Staff } from './staff.ts'

/** Milliseconds after which one signs in again, whatever one did (OWASP ASVS 5, 7.3.2). */
const longest = 12 * 3_600_000

/** A new session for whoever knows the password. @throws ShopError 'not_signed_in' */
export async function signIn(shop: Shop, input: { username: string; password: string }, caller: Caller) {
  const [user] = await shop.db.select().from(users).where(eq(users.username, input.username.trim()))
  if (!user || !(await verify(user.password, input.password))) {
    throw new ShopError('not_signed_in', 'Invalid credentials')
  }
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(shop.now().getTime() + longest)
  const [session] = await shop.db
    .insert(sessions)
    .values({ userId: user.id, tokenHash: tokenHash(token), expiresAt, address: caller.address })
    .returning({ id: sessions.id })
  const { id: userId, username } = user
  const staff: Staff = { userId, username, role: user.role as Role, sessionId: session!.id, ...caller }
  return { token, expiresAt, staff }
}
