import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('signing in', () => {
  it('tells the panel who is there, until signing out', async () => {
    const owner = await signIn(test)
    expect(await owner.get('/api/auth/me')).toMatchObject({
      status: 200,
      body: { user: { username: 'test-owner', isAdmin: true, role: 'admin', staffRole: 'owner' } },
    })
    expect((await owner.post('/api/auth/logout')).status).toBe(200)
    expect((await owner.get('/api/auth/me')).status).toBe(401)
  })

  it('refuses a wrong password and an unknown name in the same words', async () => {
    for (const username of ['test-owner', 'nobody']) {
      const answer = await test.post('/api/auth/login', { username, password: 'wrong' })
      expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } })
    }
  })
})
