import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactMessages, newsletterSubscribers } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const origin = 'http://localhost:3000'
async function send(path: string, form: Record<string, string>, from = origin) {
  const body = new URLSearchParams(form)
  const response = await test.app.request(path, { method: 'POST', body, headers: { origin: from } })
  return { status: response.status, headers: response.headers, page: await response.text() }
}

const message = {
  ...{ name: 'Maya Ellison', email: 'maya@example.com', subject: 'By form', category: 'order' },
  ...{ 'order-number': 'BC-7K3F-9QMT', message: 'It has not arrived yet.' },
}
const written = () =>
  test.shop.db.select().from(contactMessages).where(eq(contactMessages.subject, 'By form'))

it('a message is taken from a plain form of this shop only, and once it is whole', async () => {
  expect((await send('/contact', message, 'https://elsewhere.example')).status).toBe(403)
  const wrong = await send('/contact', { ...message, message: 'Short' })
  expect(wrong.status).toBe(400)
  expect(wrong.page).toContain('Message must be at least 10 characters')
  expect(await written()).toEqual([])
  const sent = await send('/contact', message)
  expect(sent).toMatchObject({ status: 200, page: expect.stringContaining('Message Sent') })
  expect(sent.headers.get('cache-control')).toBe('no-store')
  expect(await written()).toMatchObject([{ email: 'maya@example.com', orderNumber: 'BC-7K3F-9QMT' }])
})

it('a subscription is taken from a plain form, and a wrong address comes back as typed', async () => {
  const wrong = await send('/newsletter/subscribe', { email: '"><b>', source: 'footer', name: 'Maya' })
  expect(wrong.status).toBe(400)
  expect(wrong.page).toContain('value="&quot;&gt;&lt;b&gt;"')
  expect(wrong.page).toContain('Please enter a valid email address')
  const from = await send('/newsletter/subscribe', { email: 'ada@example.com' }, 'https://elsewhere.example')
  expect(from.status).toBe(403)
  const done = await send('/newsletter/subscribe', { email: ' Ada@example.com', source: 'footer', name: '' })
  expect(done.page).toContain('Welcome aboard!')
  expect(
    await test.shop.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'ada@example.com')),
  ).toMatchObject([{ source: 'footer', name: null }])
})
