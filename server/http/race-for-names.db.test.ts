import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountSessions,
  contactReplies,
  newsletterSubscribers,
  outbox,
  quizVersions,
} from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { type Answer, createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { sized } from '../../test/random.ts'

const times = sized(4, 25)
const who = 'maya@example.com'

let test: TestShop
let owner: SignedIn
let membershipId: string
let orderNumber: string
beforeAll(async () => {
  test = await createTestShop({ connections: 10 })
  owner = await signIn(test)
  const [membership] = await join(test, [selfItem('6-months')])
  membershipId = membership!.id
  orderNumber = (await owner.get('/api/admin/orders')).body.orders[0].orderNumber
})
afterAll(() => test.close())

/** The same request many times at once: the statuses, sorted. */
async function raced(ask: (turn: number) => Promise<Pick<Answer, 'status'>>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, (_, turn) => ask(turn)))
  return answers.map(({ status }) => status).sort((a, b) => a - b)
}

/** One succeeded; the others were told so in a sentence, and nothing broke. */
const oneOf = (refused: number) => [200, ...Array(times - 1).fill(refused)]
const all = Array(times).fill(200)

async function mailsOf(kind: string): Promise<number> {
  return (await test.shop.db.select().from(outbox).where(eq(outbox.kind, kind))).length
}

describe('a unique thing requested many times at once:', () => {
  it('a drop’s month goes to one', async () => {
    const drop = { drop: '2027-06', cutOffDay: '2027-05-20', shipBy: '2027-06-05' }
    expect(await raced(() => owner.post('/api/admin/drops', drop))).toEqual(oneOf(409))
  })

  it('a belt’s SKU goes to one, new or changed', async () => {
    const listed = (await owner.get('/api/admin/belts')).body.belts[0]
    const { id: _, drop: __, stock: ___, isUsed: ____, ...first } = listed
    // Each under a name of its own, so that the number alone is what they race for.
    let belts = 0
    const named = (sku: string) => ({ ...first, sku, name: `The Race ${++belts}` })
    const create = (sku: string) => owner.post('/api/admin/belts', { drop: '2027-06', belt: named(sku) })
    expect(await raced(() => create('MD1-202706-RACE'))).toEqual(oneOf(409))
    const made = await Promise.all(
      Array.from({ length: times }, (_, turn) => create(`MD${turn + 2}-202706-RACE`)),
    )
    const change = (turn: number) =>
      owner.patch(`/api/admin/belts/${made[turn]!.body.belt.id}`, { belt: named('MD9-202706-RACE') })
    expect(await raced(change)).toEqual(oneOf(409))
  })

  it('a username goes to one', async () => {
    await owner.confirm()
    const invite = { username: 'the-same', email: null, role: 'viewer' }
    expect(await raced(() => owner.post('/api/admin/staff', invite))).toEqual(oneOf(409))
  })

  it('a promotion code goes to one', async () => {
    const code = {
      code: 'ONLY-ONE',
      percentOff: 10,
      amountOffCents: null,
      duration: 'once',
      plans: null,
      expiresOn: null,
      mostUses: null,
    }
    expect(await raced(() => owner.post('/api/admin/promotions', code))).toEqual(oneOf(409))
  })

  it('a saved answer’s title goes to one, new or changed', async () => {
    const write = (title: string) => owner.post('/api/admin/canned-answers', { title, text: 'Words.' })
    expect(await raced(() => write('The same'))).toEqual(oneOf(409))
    const made = await Promise.all(Array.from({ length: times }, (_, turn) => write(`Another ${turn}`)))
    const change = (turn: number) =>
      owner.patch(`/api/admin/canned-answers/${made[turn]!.body.id}`, { title: 'One of six', text: 'Words.' })
    expect(await raced(change)).toEqual(oneOf(409))
  })

  it('the quiz draft is published once', async () => {
    const { quiz } = (await owner.get('/api/admin/quiz-questions')).body
    const version = quiz?.number ?? 1
    const begun = await owner.post('/api/admin/quiz-versions/draft', { version })
    expect(begun.status).toBe(200)
    const [draft] = await test.shop.db.select().from(quizVersions).where(eq(quizVersions.state, 'draft'))
    const publish = () => owner.post('/api/admin/quiz-versions/publish', { version: draft!.number })
    expect(await raced(publish)).toEqual(oneOf(409))
  })
})

describe('a one-time action requested many times at once:', () => {
  it('a sign-in link lets one in', async () => {
    await test.post('/api/account/link', { email: who })
    await test.work()
    const token = test.mails
      .findLast(({ kind }) => kind === 'magic-link')!
      .text.match(/\/account#([\w-]{43})/)![1]
    expect(await raced(() => test.post('/api/account/session', { token }))).toEqual(oneOf(404))
    expect(await test.shop.db.select().from(accountSessions)).toHaveLength(1)
  })

  it('an answer to a message sends one email', async () => {
    const message = {
      name: 'Jo',
      email: 'jo@example.com',
      category: 'general',
      subject: 'Size',
      message: 'Which size shall I take?',
    }
    expect((await test.post('/api/contact', message)).status).toBe(200)
    const { id } = (await owner.get('/api/admin/messages')).body.messages[0]
    const answer = () => owner.post(`/api/admin/messages/${id}/replies`, { text: 'Take 36.', version: 0 })
    expect(await raced(answer)).toEqual(all)
    expect(await test.shop.db.select().from(contactReplies)).toHaveLength(1)
    expect(await mailsOf('contact-answer')).toBe(1)
  })

  it('an address from file and form is on the list once', async () => {
    const file = new TextEncoder().encode('email\nboth@example.com\nother@example.com')
    const type = { 'content-type': 'application/octet-stream' }
    const ask = async (turn: number): Promise<Pick<Answer, 'status'>> =>
      turn % 2 === 0
        ? owner.request('POST', '/api/admin/subscribers/import?agreed=true', file, type)
        : test.post('/api/newsletter/subscribe', { email: 'both@example.com', source: 'footer' })
    expect(await raced(ask)).toEqual(all)
    const rows = await test.shop.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'both@example.com'))
    expect(rows).toHaveLength(1)
  })

  it('a box’s tracking number tells its member once', async () => {
    const maya = (await ledgerOf(test, membershipId)).boxes[0]!
    await test.shop.db.execute(sql`
      update boxes set state = 'packed', size = '36',
        product_id = (select id from products where gender = 'male' order by sku limit 1)
      where id = ${maya.id}`)
    const ship = () =>
      owner.post(`/api/admin/boxes/${maya.id}/tracking`, { trackingNumber: '1Z999AA10123456784' })
    expect(await raced(ship)).toEqual(all)
    const told = await test.shop.db.select().from(outbox).where(sql`${outbox.kind} like '%shipped%'`)
    expect(told).toHaveLength(1)
  })

  it('sign-in requests send one email of each kind per address', async () => {
    test.clock.advance(2 * 3_600_000)
    const before = (await mailsOf('magic-link')) + (await mailsOf('exchange-link'))
    expect(await raced(() => test.post('/api/account/link', { email: who }))).toEqual(all)
    expect(await raced(() => test.post('/api/account/returns', { email: who, orderNumber }))).toEqual(all)
    const sent = (await mailsOf('magic-link')) + (await mailsOf('exchange-link')) - before
    expect(sent).toBe(2)
  })

  it('messages from one address are all kept, and acknowledged three times at most', async () => {
    const before = await mailsOf('contact-acknowledgement')
    const message = { name: 'Jo', email: 'told@example.com', category: 'general', subject: 'Size' }
    const write = (turn: number) =>
      test.post('/api/contact', { ...message, message: `Which size is ${turn}?` })
    expect(await raced(write)).toEqual(all)
    expect((await mailsOf('contact-acknowledgement')) - before).toBe(3)
  })

  it('a data deletion leaves nothing half done', async () => {
    const maya = await signInMember(test, who)
    const statuses = await raced(() => maya.post('/api/account/my-data/delete', { confirm: who }))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })
})
