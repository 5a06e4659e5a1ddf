import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  auditLog,
  deadAddresses,
  letters,
  memberships,
  newsletterSubscribers,
  products,
  users,
} from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { letterShop, sendOut, theDraft } from '../../../test/letters.ts'
import { signInMember } from '../../../test/member.ts'
import { join } from '../../../test/members.ts'
import { stopLetters } from '../../letters/send-letters.ts'

let test: TestShop
let owner: SignedIn
let id = ''

beforeAll(async () => {
  test = await createTestShop({ env: { ...letterShop, POSTAL_ADDRESS: '' } })
  owner = await signIn(test)
})
afterAll(() => test.close())

const read = async () => (await owner.get(`/api/admin/letters/${id}`)).body
const save = async (fields: object) => {
  const { version } = await read()
  return owner.patch(`/api/admin/letters/${id}`, { version, ...fields })
}
const readers = async () => (await owner.get(`/api/admin/letters/${id}/readers`)).body
const promised = async () => (await owner.get('/api/admin/promises?kind=letter')).body.promises
const agree = (email: string) =>
  test.shop.db
    .insert(newsletterSubscribers)
    .values({ email, source: 'test', confirmedAt: test.clock.now(), token: `token-${email}` })

it('showing a drop drafts its letter once, with its belts, pictures and stories', async () => {
  await test.shop.db.update(products).set({ drop: '2026-12', suits: 'Jeans and long walks.' })
  for (let times = 0; times < 2; times++) await owner.post('/api/admin/drops/2026-12/current')
  await owner.post('/api/admin/drops/2026-12/current')
  expect((await owner.get('/api/admin/letters')).body.letters).toMatchObject([
    { month: '2026-12', state: 'draft', isByShop: true, subject: 'December’s belts are here' },
  ])
  ;({ id } = await theDraft(owner))
  const { blocks, html } = await read()
  const belts = blocks.filter((block: { type: string }) => block.type === 'belt')
  expect(belts).toHaveLength(await test.shop.db.$count(products, eq(products.isActive, true)))
  expect(belts[0].words).toContain('Jeans and long walks.')
  expect(html).toContain(`/og/belts/${belts[0].beltId}.jpg`)
})

it('is written in blocks, never overwrites another save, and lets no HTML through', async () => {
  const { version, blocks } = await read()
  const doc = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '<b>Hello</b> & ' },
          {
            type: 'text',
            text: 'welcome',
            marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/belts' } }],
          },
        ],
      },
    ],
  }
  const text = { id: 'mine', type: 'text', doc }
  const saved = await save({ subject: 'Winter', blocks: [text, ...blocks] })
  expect(saved.body.html).toContain('&lt;b&gt;Hello&lt;/b&gt; &amp; ')
  expect(saved.body.html).toContain('href="http://localhost:3000/belts"')
  const late = await owner.patch(`/api/admin/letters/${id}`, { version, subject: 'Mine' })
  expect(late).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('your words stay in this tab') },
  })
  expect((await read()).subject).toBe('Winter')
  const bad = { ...text, doc: JSON.parse(JSON.stringify(doc).replace('/belts', 'javascript:alert(1)')) }
  expect((await save({ blocks: [bad] })).status).toBe(400)
  expect((await save({ blocks: [{ id: 'x', type: 'html', html: '<script>' }] })).status).toBe(400)
  // A letter saves itself: a sitting is one line of the log.
  await save({ preview: 'New belts' })
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'letter.update'))
  expect(lines).toHaveLength(1)
})

it('has a preview line of at most 200 characters, as its form says', async () => {
  const { preview } = await read()
  expect((await save({ preview: 'x'.repeat(200) })).body.preview).toHaveLength(200)
  expect((await save({ preview: 'x'.repeat(201) })).status).toBe(400)
  await save({ preview })
})

it('a test goes to one address, and doesn’t count as sent', async () => {
  expect((await owner.post(`/api/admin/letters/${id}/test`, { email: 'no address' })).status).toBe(400)
  await test.shop.db.update(users).set({ email: 'me@example.com' }).where(eq(users.username, owner.username))
  await owner.post(`/api/admin/letters/${id}/test`, { email: 'Me@Example.com' })
  await test.work()
  expect(test.mails.at(-1)).toMatchObject({ to: 'me@example.com', subject: '[Test] Winter' })
  expect((await read()).state).toBe('draft')
})

it('counts who gets it, and says who doesn’t and why', async () => {
  await join(test, [
    selfItem('6-months', {
      shippingDetails: { ...selfItem().shippingDetails!, email: 'maya@example.com', state: 'OR' },
    }),
    giftItem('12-months', {
      giftDetails: { ...giftItem().giftDetails!, recipientEmail: 'secret@example.com' },
    }),
    giftItem('6-months', {
      giftDetails: { ...giftItem().giftDetails!, recipientEmail: 'unknown@example.com' },
    }),
  ])
  // Whoever gives belts wears none of them, even while nobody knows their wearer's address.
  await test.shop.db
    .update(memberships)
    .set({ payerEmail: 'reader@example.com', memberEmail: null })
    .where(eq(memberships.memberEmail, 'unknown@example.com'))
  await test.shop.db
    .update(memberships)
    .set({ noticeOn: '2026-12-24' })
    .where(eq(memberships.memberEmail, 'secret@example.com'))
  await agree('reader@example.com')
  await test.post('/api/newsletter/subscribe', { email: 'maybe@example.com', source: 'footer' })
  await agree('left@example.com')
  await test.shop.db
    .update(newsletterSubscribers)
    .set({ status: 'unsubscribed' })
    .where(eq(newsletterSubscribers.email, 'left@example.com'))
  await agree('dead@example.com')
  await test.shop.db
    .insert(deadAddresses)
    .values({ email: 'dead@example.com', kind: 'bounce', words: '', source: 'smtp', createdAt: new Date() })
  expect(await readers()).toEqual({
    readers: 1,
    leftOut: [
      { because: 'not-agreed', number: 1, some: ['maya@example.com'] },
      { because: 'unconfirmed', number: 1, some: ['maybe@example.com'] },
      { because: 'unsubscribed', number: 1, some: ['left@example.com'] },
      { because: 'bounced', number: 1, some: ['dead@example.com'] },
    ],
  })
})

it('a member opts in on their own page, and can opt out there', async () => {
  const maya = await signInMember(test, 'maya@example.com')
  expect((await maya.get('/api/account/letter')).body).toEqual({ isWanted: false })
  await maya.post('/api/account/letter', { isWanted: true })
  expect((await readers()).readers).toBe(2)
  const token = async () => {
    const [row] = await test.shop.db
      .select({ token: newsletterSubscribers.token })
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'maya@example.com'))
    return row!.token
  }
  const sent = await token()
  await maya.post('/api/account/letter', { isWanted: false })
  expect((await readers()).readers).toBe(1)
  // A letter had come back; but now she has read an email there.
  await test.shop.db
    .insert(deadAddresses)
    .values({ email: 'maya@example.com', kind: 'bounce', words: '', source: 'smtp', createdAt: new Date() })
  await maya.post('/api/account/letter', { isWanted: true })
  expect((await maya.get('/api/account/letter')).body).toEqual({ isWanted: true })
  expect((await readers()).readers).toBe(2)
  expect(await token(), 'the link in the letters she already has').toBe(sent)
})

it.each([
  [{ who: 'members' }, 1],
  [{ who: 'others' }, 2],
  [{ plans: ['6-months'] }, 1],
  [{ plans: ['12-months'] }, 0],
  [{ states: ['OR', 'CA'] }, 1],
  [{ states: ['CA'] }, 0],
  [{ styles: ['dress', 'casual', 'stretch'] }, 1],
  [{ sizes: ['99'] }, 0],
  [{}, 3],
])('is narrowed by %j to %d', async (narrowed, number) => {
  // A secret gift makes nobody a member.
  await agree('secret@example.com').onConflictDoNothing()
  const audience = { who: 'everyone', plans: [], styles: [], sizes: [], states: [], ...narrowed }
  expect((await save({ audience })).status).toBe(200)
  expect((await readers()).readers).toBe(number)
})

it('can’t be sent without a postal address, subject and shown belt, and says why', async () => {
  const { version } = (await save({ subject: ' ' })).body
  const refused = await owner.post(`/api/admin/letters/${id}/send`, { version, at: null })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('Write a subject.')
  expect(refused.body.message).toContain('postal address')
  test.shop.config = Object.freeze({ ...test.shop.config, postalAddress: '1 Main St, Dover, DE 19901' })
  const { blocks } = await read()
  const belt = {
    ...blocks.find((block: { type: string }) => block.type === 'belt'),
    id: 'x',
    slug: 'not-shown',
  }
  await save({ subject: 'Winter', blocks: [...blocks, belt] })
  expect((await read()).missing).toEqual([expect.stringContaining('isn’t in the shop yet')])
  await save({ blocks })
  expect((await read()).missing).toEqual([])
  // Nor as someone read it before another save.
  const stale = await owner.post(`/api/admin/letters/${id}/send`, { version, at: null })
  expect(stale.body.code).toBe('taken')
  expect((await read()).state).toBe('draft')
})

it('a month without a letter is an open promise until it is scheduled', async () => {
  expect(await promised(), 'November’s readers came after its day').toEqual([])
  test.clock.set('2026-12-02T15:00:00Z')
  owner = await signIn(test)
  expect(await promised()).toMatchObject([
    {
      what: 'Write December 2026’s letter',
      dueOn: '2026-12-05',
      isLate: false,
      act: { to: `/admin/letters/${id}` },
    },
  ])
  test.clock.set('2026-12-06T15:00:00Z')
  owner = await signIn(test)
  expect((await promised())[0].isLate).toBe(true)
  const { version } = await read()
  const sent = await owner.post(`/api/admin/letters/${id}/send`, { version, at: '2026-12-07T09:00' })
  expect(sent.body).toMatchObject({ state: 'scheduled', sendAt: '2026-12-07T14:00:00.000Z' })
  expect(await promised()).toEqual([])
  expect((await save({ subject: 'Too late' })).status).toBe(409)
  await save({ state: 'draft' })
  expect(await promised()).toHaveLength(1)
})

it('can be stopped, resumed or canceled while sending, by an owner only', async () => {
  const support = await signIn(test, 'support')
  const { version } = await read()
  expect((await support.post(`/api/admin/letters/${id}/send`, { version, at: null })).status).toBe(403)
  await owner.post(`/api/admin/letters/${id}/send`, { version, at: null })
  await test.shop.db.update(letters).set({ state: 'sending', publishedAt: test.clock.now(), listedAfter: '' })
  expect((await support.patch(`/api/admin/letters/${id}`, { version, state: 'stopped' })).status).toBe(200)
  expect(await promised()).toMatchObject([{ what: expect.stringContaining('test-support stopped it') }])
  expect(await sendOut(test, id)).toBe('stopped')
  // A backup of the moment when it was leaving is restored.
  await owner.post(`/api/admin/letters/${id}/send`, { version, at: null })
  await stopLetters(test.shop.db)
  expect(await read()).toMatchObject({
    state: 'stopped',
    stoppedBecause: expect.stringContaining('restored'),
  })
  await owner.post(`/api/admin/letters/${id}/send`, { version, at: null })
  expect(await sendOut(test, id)).toBe('sent')
  expect((await read()).figures).toMatchObject({ readers: 3, sent: 3 })
  expect((await owner.patch(`/api/admin/letters/${id}`, { version, state: 'ended' })).status).toBe(409)
})

it('is deleted with its reader’s data', async () => {
  const maya = await signInMember(test, 'maya@example.com')
  const { body: copy } = await maya.get('/api/account/my-data')
  expect(copy.letters).toMatchObject([{ subject: 'Winter', state: 'sent' }])
  await test.shop.db.execute(sql`update memberships set status = 'ended'`)
  await test.shop.db.execute(
    sql`update boxes set state = 'cancelled' where state in ('owed', 'assigned', 'held')`,
  )
  expect((await maya.post('/api/account/my-data/delete', {})).status).toBe(200)
  const { rows } = (await test.shop.db.execute(
    sql`select 1 from letter_readers where email = 'maya@example.com' union all select 1 from outbox where recipient = 'maya@example.com'`,
  )) as unknown as { rows: unknown[] }
  expect(rows).toEqual([])
})

it('lists all letters, a page at a time', async () => {
  for (const month of ['2027-03', '2027-04', '2027-05']) await owner.post('/api/admin/letters', { month })
  const all = (await owner.get('/api/admin/letters?limit=50')).body.letters
  const first = (await owner.get('/api/admin/letters?limit=2')).body
  const rest = (await owner.get(`/api/admin/letters?limit=50&cursor=${first.nextCursor}`)).body
  expect(first.letters).toHaveLength(2)
  expect([...first.letters, ...rest.letters]).toEqual(all)
  expect([all.length > 3, rest.nextCursor]).toEqual([true, null])
})
