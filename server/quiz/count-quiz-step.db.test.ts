import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderItems, quizFunnel } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const count = (changes: object = {}) =>
  test.post('/api/quiz-step', { version: 1, step: 1, recipientType: 'gift', ...changes })

it('steps are counted by day, version and for whom, and read by version', async () => {
  for (const step of [1, 2, 3, 1]) expect((await count({ step })).status).toBe(200)
  await count({ recipientType: 'unknown' })
  // Nobody can see these.
  await count({ version: 2 })
  for (const wrong of [{ step: 8 }, { step: 0 }, { recipientType: 'self' }, { version: 'x' }]) {
    expect((await count(wrong)).status).toBe(400)
  }
  const rows = await test.shop.db.select().from(quizFunnel)
  expect(rows.every(({ day, version }) => day === '2026-11-21' && version === 1)).toBe(true)
  const viewer = await signIn(test, 'viewer')
  const { body } = await viewer.get('/api/admin/quiz-funnel?version=1')
  expect(body).toMatchObject({ from: '2026-11-21', to: '2026-11-21' })
  expect(body.steps.slice(0, 4)).toEqual([
    { step: 1, myself: 0, gift: 2, unknown: 1 },
    { step: 2, myself: 0, gift: 1, unknown: 0 },
    { step: 3, myself: 0, gift: 1, unknown: 0 },
    { step: 4, myself: 0, gift: 0, unknown: 0 },
  ])
})

it('one address counts only so often', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, () => count({ step: 5 })))
  expect(answers.some((answer) => answer.status === 429)).toBe(true)
  test.clock.advance(11 * 60_000)
  expect((await count()).status).toBe(200)
})

it('what was answered to the owner’s own questions is kept with the order, in its words', async () => {
  const extraAnswers = [{ question: 'Which colors do you like?', answers: ['Brown', 'Black'] }]
  const cart = [{ ...selfItem(), extraAnswers }]
  const started = await test.post('/api/create-payment-intent', { cartItems: cart })
  const paid = await test.pay(started.body.clientSecret)
  expect((await test.order(cart, paid.body.paymentIntentId)).status).toBe(200)
  const [item] = await test.shop.db.select().from(orderItems)
  expect(item!.preferences).toMatchObject({ extraAnswers, colors: ['Surprise Me'] })
})
