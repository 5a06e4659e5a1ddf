import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderItems, quizFunnel, quizSources } from '../../db/schema.ts'
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

it('steps are counted by day, version and recipient, and read by version', async () => {
  for (const step of [1, 2, 3, 1]) expect((await count({ step })).status).toBe(200)
  await count({ recipientType: 'unknown' })
  // No one can see these: one is a draft, one never existed.
  const owner = await signIn(test)
  await owner.post('/api/admin/quiz-versions/draft', { version: 1 })
  for (const version of [2, 3]) await count({ version })
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

it('visitor sources are counted too: short, plain, limited per day, and no bots', async () => {
  const came = (source: string, medium = '', campaign = '') => ({ came: { source, medium, campaign } })
  for (const step of [1, 2]) await count({ step, ...came(' Instagram ', 'Social', 'maya@example.com') })
  await count(came('instagram', 'social', 'a/b'))
  await count(came('x'.repeat(200)))
  await count(came('', '', 'https://example.com/?q=1'))
  await test.post(
    '/api/quiz-step',
    { version: 1, step: 1, recipientType: 'gift', ...came('crawler') },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  )
  const rows = async () =>
    (await test.shop.db.select().from(quizSources)).map(
      ({ source, medium, campaign, step, count }) => `${source}/${medium}/${campaign} ${step}: ${count}`,
    )
  expect((await rows()).sort()).toEqual([
    'instagram/social/ 1: 2',
    'instagram/social/ 2: 1',
    'other// 1: 1',
    `${'x'.repeat(40)}// 1: 1`,
  ])
  test.clock.advance(11 * 60_000)
  for (let made = 0; made < 60; made++) {
    if (made % 30 === 0) test.clock.advance(11 * 60_000)
    await count(came(`made-${made}`))
  }
  test.clock.advance(11 * 60_000)
  for (const source of ['instagram', 'direct']) await count(came(source, source === 'direct' ? '' : 'social'))
  const all = await rows()
  expect(new Set(all.map((row) => row.split(' ')[0])).size).toBe(51)
  expect(all).toContain('instagram/social/ 1: 3')
  expect(all).toContain('direct// 1: 1')
})

it('who began before a new version was published is counted with the old one', async () => {
  test.clock.set('2026-11-24T15:00:00Z')
  const owner = await signIn(test)
  expect((await owner.post('/api/admin/quiz-versions/publish', { version: 2 })).status).toBe(200)
  await count({ step: 6 })
  await count({ step: 6, version: 2 })
  const rows = await test.shop.db.select().from(quizFunnel)
  expect(
    rows
      .filter(({ step }) => step === 6)
      .map(({ version }) => version)
      .sort(),
  ).toEqual([1, 2])
  const daysOf = async (version: number) => {
    const { from, to } = (await owner.get(`/api/admin/quiz-funnel?version=${version}`)).body
    return [from, to]
  }
  expect(await daysOf(1)).toEqual(['2026-11-21', '2026-11-24'])
  expect(await daysOf(2)).toEqual(['2026-11-24', '2026-11-24'])
})

it('one address counts only so often', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, () => count({ step: 5 })))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(40)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(90)
  test.clock.advance(11 * 60_000)
  expect((await count()).status).toBe(200)
})

it('answers to the owner’s own questions are kept with the order, in words', async () => {
  const extraAnswers = [{ question: 'Which colors do you like?', answers: ['Brown', 'Black'] }]
  const cart = [{ ...selfItem(), extraAnswers }]
  const started = await test.post('/api/create-payment-intent', { cartItems: cart })
  const paid = await test.pay(started.body.clientSecret)
  expect((await test.order(cart, paid.body.paymentIntentId)).status).toBe(200)
  const [item] = await test.shop.db.select().from(orderItems)
  expect(item!.preferences).toMatchObject({ extraAnswers, colors: ['Surprise Me'] })
})
