import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxes, orderItems, orders } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'

let test: TestShop
let support: SignedIn
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  support = await signIn(test, 'support')
})
afterAll(() => test.close())

async function write(category: string, subject: string) {
  const message = { name: 'Maya', email: 'maya@example.com', subject, category, message: 'Where is my belt?' }
  const answer = await test.post('/api/contact', {
    ...message,
    orderNumber: category === 'order' ? 'BC-7K3F-9QMT' : '',
  })
  expect(answer.status).toBe(200)
}
const subjects = (body: { messages: { subject: string }[] }) => body.messages.map(({ subject }) => subject)

describe('the inbox', () => {
  it('shows the longest wait first, and marks missed deadlines', async () => {
    await write('order', 'first')
    test.clock.advance(1 * 3_600_000)
    await write('sizing', 'second')
    test.clock.advance(12 * 3_600_000)
    // The first session is over by now.
    support = await signIn(test, 'support')
    const { body } = await support.get('/api/admin/messages')
    expect(subjects(body)).toEqual(['first', 'second'])
    expect(body).toMatchObject({ open: 2, late: 1, nextCursor: null })
    expect(body.messages.map((each: { isLate: boolean }) => each.isLate)).toEqual([true, false])
    expect(body.messages[0].dueAt).toBe('2026-11-22T03:00:00.000Z')
  })

  it('sends an answer once, in the shop’s name, and closes the message', async () => {
    const [first] = (await support.get('/api/admin/messages')).body.messages
    const text = 'It left on Monday.\n\nWrite again if it is not there on Thursday.'
    // Twice at once, as from a double click.
    const answer = () => support.post(`/api/admin/messages/${first.id}/replies`, { text, version: 0 })
    expect((await Promise.all([answer(), answer()])).map(({ status }) => status)).toEqual([200, 200])
    await test.work()
    const [mail, ...more] = test.mails.filter(({ kind }) => kind === 'contact-answer')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'maya@example.com', subject: 'Re: first' })
    expect(mail!.text).toContain('It left on Monday.')
    expect(mail!.text).toContain('Where is my belt?')
    expect(subjects((await support.get('/api/admin/messages')).body)).toEqual(['second'])
    const done = (await support.get('/api/admin/messages?state=done')).body
    const { entries } = (await support.get(`/api/admin/messages/${done.messages[0].id}`)).body
    expect(entries[1]).toMatchObject({ kind: 'out', who: 'test-support', text, problem: null })
    expect(done.late).toBe(0)
  })

  it('reopens a message', async () => {
    const [first] = (await support.get('/api/admin/messages?state=done')).body.messages
    await support.patch(`/api/admin/messages/${first.id}`, { done: false })
    expect(subjects((await support.get('/api/admin/messages')).body)).toEqual(['first', 'second'])
  })

  it('pages without gaps or repeats, and searches by name, address or number', async () => {
    for (let index = 0; index < 5; index++) {
      test.clock.advance(1000)
      await write('general', `page ${index}`)
    }
    const seen = async (asked: string) => {
      const found: string[] = []
      let cursor = ''
      do {
        const { body } = await support.get(
          `/api/admin/messages?limit=2${asked}${cursor && `&cursor=${cursor}`}`,
        )
        found.push(...subjects(body))
        cursor = body.nextCursor ?? ''
      } while (cursor)
      return found
    }
    const pages = [0, 1, 2, 3, 4].map((index) => `page ${index}`)
    expect(await seen('')).toEqual(['first', 'second', ...pages])
    expect(await seen('&search=page')).toEqual(pages)
    expect(await seen('&search=page&state=all')).toEqual(pages.toReversed())
    expect(await seen('&search=page&state=done')).toEqual([])
    expect(await seen('&search=page&category=sizing')).toEqual([])
    expect(subjects((await support.get('/api/admin/messages?search=7k3f')).body)).toEqual(['first'])
    expect(subjects((await support.get('/api/admin/messages?search=%25')).body)).toEqual([])
  })

  it('finds nobody by the address for a packer, who may not see it', async () => {
    const packer = await signIn(test, 'packer')
    const found = async (staff: SignedIn, search: string) =>
      subjects((await staff.get(`/api/admin/messages?search=${encodeURIComponent(search)}`)).body)
    expect(await found(packer, '7k3f')).toEqual(['first'])
    for (const part of ['maya@example.com', 'example.com', 'first example']) {
      expect(await found(support, part), part).toContain('first')
      expect(await found(packer, part), part).toEqual([])
    }
  })

  it('warns when two staff members answer the same question', async () => {
    const colleague = await signIn(test, 'owner')
    await write('sizing', 'two at once')
    const { id } = (await support.get('/api/admin/messages?search=two+at')).body.messages[0]
    const path = `/api/admin/messages/${id}`
    expect((await colleague.post(`${path}/writer`, { isWriting: true })).body.writer).toBeNull()
    expect((await support.get(path)).body.writer).toBe('test-owner')
    expect((await support.post(`${path}/writer`, { isWriting: true })).body.writer).toBe('test-owner')
    expect((await support.get(path)).body.writer, 'who began first').toBe('test-owner')
    // A closed screen no longer reports anything.
    test.clock.advance(40_000)
    expect((await support.get(path)).body.writer).toBeNull()
    const answers = await Promise.all([
      colleague.post(`${path}/replies`, { text: 'A 36.', version: 0 }),
      support.post(`${path}/replies`, { text: 'A 38.', version: 0 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.message).toMatch(/^test-(owner|support) has answered this already\./)
    const { version, entries } = (await support.get(path)).body
    expect(entries).toHaveLength(2)
    // Someone who has read it may still send theirs.
    expect((await support.post(`${path}/replies`, { text: 'Or both.', version })).status).toBe(200)
    // Whoever comes too late learns who answered last, not first.
    const ana = await signIn(test, 'support', 'ana')
    test.clock.advance(60_000)
    expect((await ana.post(`${path}/replies`, { text: 'Or none.', version: 2 })).status).toBe(200)
    const late = await support.post(`${path}/replies`, { text: 'A 40.', version })
    expect(late.body.message).toMatch(/^ana has answered this already\./)
  })

  it('takes notes and assignments, and snoozes no longer than promised', async () => {
    await write('sizing', 'resting')
    const { id, dueAt } = (await support.get('/api/admin/messages?search=resting')).body.messages[0]
    const path = `/api/admin/messages/${id}`
    await support.post(`${path}/notes`, { text: 'Call the tannery first.' })
    await support.patch(path, { assignee: 'test-owner' })
    expect((await support.patch(path, { assignee: 'nobody' })).status).toBe(400)
    await signIn(test, 'packer', 'packs')
    expect((await support.patch(path, { assignee: 'packs' })).status, 'who sees no messages').toBe(400)
    await support.patch(path, { snoozedUntil: '2027-03-01T09:00:00Z' })
    expect(subjects((await support.get('/api/admin/messages')).body)).not.toContain('resting')
    const resting = (await support.get('/api/admin/messages?state=snoozed')).body.messages
    expect(resting).toMatchObject([{ subject: 'resting', assignee: 'test-owner', snoozedUntil: dueAt }])
    const { promises } = (await support.get('/api/admin/promises')).body
    expect(promises.find(({ what }: { what: string }) => what.includes('resting'))).toMatchObject({
      owner: 'test-owner',
    })
    expect((await support.get(path)).body.entries).toMatchObject([
      { kind: 'in' },
      { kind: 'note', who: 'test-support' },
    ])
    await test.work()
    expect(test.mails.some(({ text }) => text.includes('tannery'))).toBe(false)
  })

  it('sends no answer with an empty field', async () => {
    const { id } = (await support.get('/api/admin/messages?search=resting&state=all')).body.messages[0]
    const answer = await support.post(`/api/admin/messages/${id}/replies`, {
      text: 'Here: {tracking}',
      version: 0,
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { text: 'Fill in {tracking} first, or take it out.' } },
    })
    // Answered by someone else, it stays assigned as it was.
    await support.post(`/api/admin/messages/${id}/replies`, { text: 'Here it is.', version: 0 })
    expect((await support.get('/api/admin/messages?search=resting&state=all')).body.messages).toMatchObject([
      { assignee: 'test-owner', snoozedUntil: null },
    ])
  })

  it('fills an answer’s fields from the order asked about, not from another of the same person', async () => {
    const numbers: string[] = []
    for (const size of ['36', '38']) {
      const [membership] = await join(test, [selfItem('monthly', { size })])
      const [row] = await test.shop.db
        .select({ number: orders.orderNumber })
        .from(orders)
        .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
        .where(eq(orderItems.id, membership!.orderItemId))
      numbers.push(row!.number)
      const isItsBox = eq(boxes.membershipId, membership!.id)
      if (size === '36') await test.shop.db.update(boxes).set({ state: 'shipped' }).where(isItsBox)
    }
    for (const [orderNumber, fields] of [
      [numbers[0], { 'sent box': 'December', 'next box': null }],
      [numbers[1], { 'sent box': null, 'next box': 'December' }],
    ]) {
      const subject = `About ${orderNumber}`
      const message = { name: 'Maya', email: 'maya@example.com', subject, message: 'Where is my belt?' }
      await test.post('/api/contact', { ...message, category: 'order', orderNumber })
      const { messages } = (await support.get(`/api/admin/messages?search=${orderNumber}`)).body
      const path = `/api/admin/messages/${messages[0].id}`
      await support.patch(path, { isThem: true })
      expect((await support.get(path)).body.fields).toMatchObject({
        order: orderNumber,
        ...(fields as object),
      })
    }
  })

  it('finds a message by an order’s number that looks like a power of ten', async () => {
    const subject = 'Where is BC-2E7K-9QMT?'
    const message = { name: 'Kim', email: 'kim@example.com', subject, message: 'Where is my belt?' }
    expect(
      (await test.post('/api/contact', { ...message, category: 'order', orderNumber: 'BC-2E7K-9QMT' }))
        .status,
    ).toBe(200)
    for (const search of ['BC-2E7K-9QMT', 'bc-2e7k', 'kim 2e7k']) {
      const found = await support.get(`/api/admin/messages?search=${encodeURIComponent(search)}`)
      expect(found.body.messages).toMatchObject([{ subject }])
    }
  })

  it('keeps saved answers', async () => {
    const made = await support.post('/api/admin/canned-answers', {
      title: 'Sizing',
      text: 'Pants size plus two.',
    })
    expect(made.status).toBe(200)
    const again = await support.post('/api/admin/canned-answers', { title: 'Sizing', text: 'Other.' })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'taken', fields: { title: expect.any(String) } },
    })
    await support.post('/api/admin/canned-answers', { title: 'Care', text: 'Wipe it with a dry cloth.' })
    const path = `/api/admin/canned-answers/${made.body.id}`
    const titles = async () =>
      (await support.get('/api/admin/canned-answers')).body.answers.map(
        ({ title }: { title: string }) => title,
      )
    expect((await support.patch(path, { title: 'Care', text: 'Plus two inches.' })).body.code).toBe('taken')
    await support.patch(path, { title: 'Size', text: 'Plus two inches.' })
    expect(await titles()).toEqual(['Care', 'Size'])
    await support.del(path)
    expect(await titles()).toEqual(['Care'])
  })

  it('refuses unknown messages, blank text and viewers', async () => {
    const nobody = '/api/admin/messages/00000000-0000-4000-8000-000000000000'
    expect((await support.patch(nobody, { done: true })).status).toBe(404)
    expect((await support.post(`${nobody}/replies`, { text: ' ', version: 0 })).body.message).toContain(
      'Write the answer.',
    )
    const viewer = await signIn(test, 'viewer')
    expect((await viewer.post(`${nobody}/replies`, { text: 'Hello', version: 0 })).status).toBe(403)
  })
})
