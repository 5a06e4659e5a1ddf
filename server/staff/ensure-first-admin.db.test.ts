import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { parseConfig } from '../shop/config.ts'
import { ensureFirstAdmin, requireGoodAdminPassword } from './create-admin.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  await test.shop.db.delete(users)
  test.shop.config = parseConfig({})
})
afterAll(() => test.close())

describe('the first administrator', () => {
  it('gets a password that is shown once and stored only as a hash', async () => {
    const first = await ensureFirstAdmin(test.shop)
    expect(first.newPassword).toMatch(/^[\w-]{16}$/)
    expect(await ensureFirstAdmin(test.shop)).toEqual({ username: 'admin', newPassword: null })
    const rows = await test.shop.db.select().from(users)
    // Whoever saw it on a screen or in a log can't use it for long.
    expect(rows).toMatchObject([{ username: 'admin', isAdmin: true, mustChangePassword: true }])
    expect(rows[0]?.password).toMatch(/^\$argon2id\$/)
    expect(await verify(rows[0]!.password, first.newPassword!)).toBe(true)
  })

  it('uses the name and password from the settings, which aren’t printed', async () => {
    test.shop.config = parseConfig({ ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'correct horse' })
    expect(await ensureFirstAdmin(test.shop)).toEqual({ username: 'owner', newPassword: null })
    const [row] = await test.shop.db.select().from(users)
    expect(await verify(row!.password, 'correct horse')).toBe(true)
    expect(row!.mustChangePassword).toBe(false)
  })

  it('can’t have a commonly guessed password, whatever the settings say', async () => {
    const check = (password: string) =>
      requireGoodAdminPassword(parseConfig({ ADMIN_USERNAME: 'saddler', ADMIN_PASSWORD: password }))
    for (const known of ['password1', 'Qwerty123456', '12345678', 'saddler1234', 'Belt-Club-1', 'iloveyou1'])
      await expect(check(known), known).rejects.toThrow(/^The setting ADMIN_PASSWORD is wrong\. .+\.$/)
    await expect(check('awl & thread')).resolves.toBeUndefined()
  })

  it('is created once by two processes, and the printed password is the real one', async () => {
    const both = await Promise.all([ensureFirstAdmin(test.shop), ensureFirstAdmin(test.shop)])
    const told = both.map((each) => each.newPassword).filter((password) => password !== null)
    const rows = await test.shop.db.select().from(users)
    expect(rows).toHaveLength(1)
    expect(told).toHaveLength(1)
    expect(await verify(rows[0]!.password, told[0]!)).toBe(true)
  })
})
