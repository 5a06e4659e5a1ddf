import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newsletterSubscribers } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { storedRows } from '../../test/stored-rows.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const subscriber = async (email: string) =>
  test.shop.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
const signUp = (body: object) => test.post('/api/newsletter/subscribe', { source: 'footer', ...body })
const finishQuiz = (body: object) =>
  test.post('/api/gift-email/subscribe', { recipientName: 'Customer', ...body })
const unsubscribe = (email: string) =>
  test.shop.db
    .update(newsletterSubscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: test.clock.now() })
    .where(eq(newsletterSubscribers.email, email))

describe('signing up for the newsletter', () => {
  it('adds the address once, and answers the same for one already on it', async () => {
    const first = await signUp({ email: ' Ada@Example.com ', name: ' Ada ' })
    const again = await signUp({ email: 'ada@example.com' })
    expect(first).toEqual({
      status: 200,
      body: { success: true, message: 'Welcome aboard! Check your email for a confirmation message.' },
    })
    expect(again).toEqual(first)
    const rows = await subscriber('ada@example.com')
    expect(rows).toMatchObject([{ name: 'Ada', source: 'footer', status: 'active' }])
    expect(rows[0]?.subscribedAt).toEqual(test.clock.now())
  })

  it('needs nothing but an email address', async () => {
    const path = '/api/newsletter/subscribe'
    expect((await test.post(path, { email: 'lea@example.com', name: null })).status).toBe(200)
    expect(await subscriber('lea@example.com')).toMatchObject([{ name: null, source: null }])
    for (const email of ['', ' ', undefined, null, 'lea@']) {
      const { status, body } = await signUp({ email })
      expect([status, body.message]).toEqual([400, 'Please enter a valid email address'])
    }
  })

  it('brings back someone who unsubscribed', async () => {
    await signUp({ email: 'back@example.com' })
    const [{ token } = {}] = await subscriber('back@example.com')
    await unsubscribe('back@example.com')
    await signUp({ email: 'back@example.com' })
    // The way out of the letters that were sent before is the same.
    expect(await subscriber('back@example.com')).toMatchObject([
      { status: 'active', unsubscribedAt: null, token },
    ])
    expect(token).toEqual(expect.any(String))
  })

  it('in two tabs at once counts once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ email: 'twice@example.com' })))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(await subscriber('twice@example.com')).toHaveLength(1)
  })

  it.each(['', ' ', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'a@b@c.d'])(
    'with %j is refused, and nothing is stored',
    async (email) => {
      const before = await storedRows(test.shop.db)
      for (const answer of [await signUp({ email }), await finishQuiz({ email })]) {
        expect(answer.status).toBe(400)
        expect(Object.keys(answer.body.fields)).toEqual(['email'])
      }
      expect(await storedRows(test.shop.db)).toEqual(before)
    },
  )
})

describe('finishing the quiz', () => {
  it('adds the address with its name and source', async () => {
    const answer = await finishQuiz({
      email: 'Grace@Example.com',
      recipientName: 'Grace',
      source: 'MyselfEmail',
    })
    expect(answer).toEqual({ status: 200, body: { success: true } })
    expect(await subscriber('grace@example.com')).toMatchObject([{ name: 'Grace', source: 'MyselfEmail' }])
  })

  it('never resubscribes or changes someone', async () => {
    await signUp({ email: 'gone@example.com', name: 'Gone' })
    await unsubscribe('gone@example.com')
    const before = await storedRows(test.shop.db)
    expect((await finishQuiz({ email: 'gone@example.com', recipientName: 'Other' })).status).toBe(200)
    expect(await storedRows(test.shop.db)).toEqual(before)
  })
})
