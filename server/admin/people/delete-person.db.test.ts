import { afterAll, beforeAll, expect, it } from 'vitest'
import { otherMailboxes } from '../../../db/schema.ts'
import { signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { createCreditCode, creditOf, giveCredit } from '../../credit/store-credit.ts'
import { personIdOf } from '../../members/mailboxes.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

it('someone with two addresses is deleted whole, though one has made a code of the other’s credit too', async () => {
  const [first, second] = ['iris@example.com', 'iris.quill@example.com'] as const
  await test.post('/api/contact', {
    ...{ name: 'Iris Quill', email: first, subject: 'Sizes', message: 'Do you have size 52?' },
  })
  await test.shop.db
    .insert(otherMailboxes)
    .values({ email: second, firstEmail: first, username: 'ana', createdAt: test.shop.now() })
  for (const [email, amountCents] of [[first, 300] as const, [second, 500] as const])
    await giveCredit(
      test.shop,
      { email, amountCents, words: 'Sorry', key: crypto.randomUUID() },
      async () => {},
    )
  await createCreditCode(test.shop, [second, first])
  const owner = await signIn(test)
  await owner.confirm()
  const asked = { reason: 'By mail', givesUpCreditCents: 800 }
  const answer = await owner.post(`/api/admin/people/${personIdOf(first)}/delete`, asked)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  for (const email of [first, second])
    expect(await creditOf(test.shop.db, email)).toMatchObject({ balanceCents: 0, codes: [] })
})
