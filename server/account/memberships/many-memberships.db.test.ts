import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { memberships } from '../../../db/schema.ts'
import { signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join } from '../../../test/members.ts'
import { statementsOf } from '../../../test/statements.ts'
import { personIdOf } from '../../members/member.ts'

/** Statements for the whole page of a member, however many memberships they have. */
const most = 25

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

it.skipIf(inject('databaseKind') === 'embedded')(
  'a giver’s page and what staff see of them take as many statements for nine memberships as for two',
  async () => {
    await join(test, [selfItem('monthly'), giftItem('6-months')])
    const maya = await signInMember(test, 'maya@example.com')
    const owner = await signIn(test)
    const pages = [
      { name: 'member', open: () => maya.get('/api/account') },
      { name: 'staff', open: () => owner.get(`/api/admin/people/${personIdOf('maya@example.com')}`) },
    ]
    const few: Record<string, number> = {}
    for (const { name, open } of pages) {
      await open()
      few[name] = (await statementsOf(open)).length
    }
    for (let more = 0; more < 3; more++)
      await join(test, [selfItem('monthly'), selfItem('12-months'), giftItem('6-months')])
    const count = await test.shop.db.$count(memberships)
    expect(count).toBeGreaterThan(9)
    for (const { name, open } of pages) {
      const { status, body } = await open()
      expect(status).toBe(200)
      expect(body.memberships).toHaveLength(count)
      const sent = await statementsOf(open)
      expect(sent.length, `${name}: ${sent.join('\n')}`).toBe(few[name])
    }
    expect(few.member).toBeLessThanOrEqual(most)
  },
)
