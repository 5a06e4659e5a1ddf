import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { users } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'

export type NewAdmin = {
  username: string
  /** null: one is made */
  password: string | null
}

/**
 * Another administrator.
 * @returns the password that was made, to be shown once; null when one was given
 * @throws ShopError 'invalid_body', or 'not_possible' for a name that is taken
 */
export async function createAdmin(shop: Shop, input: NewAdmin): Promise<{ newPassword: string | null }> {
  const username = input.username.trim()
  if (username === '') throw new ShopError('invalid_body', 'An administrator needs a name: give --username.')
  // As long as ADMIN_PASSWORD has to be (config.ts).
  if (input.password !== null && input.password.length < 8) {
    throw new ShopError('invalid_body', 'A password needs at least 8 characters.')
  }
  const password = input.password ?? randomBytes(12).toString('base64url')
  const made = await shop.db
    .insert(users)
    .values({ username, password: await hash(password), isAdmin: true, role: 'owner' })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (made.length === 0)
    throw new ShopError('not_possible', `There is a user ${username} already: choose another name.`)
  return { newPassword: input.password === null ? password : null }
}
