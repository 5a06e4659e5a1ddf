import { randomUUID } from 'node:crypto'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handovers, keptMails, memberships, outbox } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { deleteMyData } from '../account/privacy/delete-my-data.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { MailRefused } from '../shop/mailer.ts'
import { recordBounce } from './record-bounce.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => {
  test.clock.set('2026-11-21T15:00:00Z')
  test.mailbox.refuse(null)
})
afterAll(() => test.close())

/** The ways in which an email fails to arrive, from the moment it's due. */
const ways: [string, (to: string) => Promise<unknown>][] = [
  [
    'refused at once',
    async () => {
      test.mailbox.refuse(new MailRefused('5.1.1', '550 5.1.1 No such user here'))
      await test.work()
    },
  ],
  [
    'given up after three days',
    async () => {
      test.mailbox.refuse(new Error('451 Later'))
      await test.work()
      await test.shop.db.update(outbox).set({ attempts: 80, runAt: test.clock.now() })
      test.clock.advance(60_000)
      await test.work()
    },
  ],
  [
    'reported by the mail service, twice',
    async (address) => {
      await test.work()
      // It names the last email there.
      const later = { kind: 'box-shipped', subjectId: randomUUID(), recipient: address }
      const at = new Date(test.clock.now().getTime() + 1_000)
      await test.shop.db.insert(outbox).values({ ...later, createdAt: at, runAt: at, sentAt: at })
      const report = { mailId: null, address, kind: 'hard', words: 'unknown', source: 'postmark' } as const
      for (let time = 0; time < 2; time++) await recordBounce(test.shop, report)
    },
  ],
  [
    'returned because the mailbox is full',
    async (address) => {
      await test.work()
      const mailId = test.mails.find(({ to }) => to === address)!.id
      const report = { mailId, address: null, kind: 'soft', words: 'full', source: 'mailbox' } as const
      await recordBounce(test.shop, report)
    },
  ],
]

/** The emails that go out now that the mail server takes them again. */
async function tellsOf(kind: string) {
  test.mailbox.refuse(null)
  test.mails.length = 0
  for (let round = 0; round < 2; round++) await test.work()
  return test.mails.filter((mail) => mail.kind === kind)
}

describe.each(ways)('an email that is %s', (_, fail) => {
  it('about a gift is made known to its giver, once', async () => {
    const address = `${randomUUID()}@exmaple.com`
    const giftDetails = {
      ...giftItem().giftDetails!,
      ...{ recipientEmail: address, emailDate: '2026-11-21T00:00:00.000Z' },
    }
    await join(test, [giftItem('6-months', { giftDetails, size: '36' })])
    await sendNotices(test.shop)
    await fail(address)
    const told = await tellsOf('gift-unreached')
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ['maya@example.com', 'Our email to Thomas came back'],
    ])
    expect(told[0]!.text).toContain(address)
  })

  it('about a handover is made known to whose membership it is', async () => {
    const [membership] = await join(test, [selfItem('monthly')])
    const owner = await signIn(test)
    const address = `${randomUUID()}@exmaple.com`
    const act = { act: 'hand-over', name: 'June Park', email: address }
    const asked = { act, reason: 'They asked', askedAs: randomUUID() }
    const path = `/api/admin/memberships/${membership!.id}/acts`
    expect((await owner.post(path, asked)).status).toBe(200)
    await fail(address)
    const told = await tellsOf('handover-unreached')
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ['maya@example.com', 'Our email to June Park came back'],
    ])
    expect(told[0]!.text).toContain('The membership is still yours')
  })
})

it('a giver hears nothing of a notice that was called spam, or whose gift goes elsewhere by now', async () => {
  const told = async (kind: 'complaint' | 'hard', then: Partial<typeof memberships.$inferInsert>) => {
    const giftDetails = {
      ...giftItem().giftDetails!,
      ...{ recipientEmail: `${randomUUID()}@example.com`, emailDate: '2026-11-21T00:00:00.000Z' },
    }
    const [gift] = await join(test, [giftItem('6-months', { giftDetails, size: '36' })])
    await sendNotices(test.shop)
    await test.work()
    await test.shop.db.update(memberships).set(then).where(eq(memberships.id, gift!.id))
    const address = giftDetails.recipientEmail
    await recordBounce(test.shop, { mailId: null, address, kind, words: 'x', source: 'postmark' })
    return tellsOf('gift-unreached')
  }
  expect(await told('complaint', { theirsSince: null })).toEqual([])
  expect(await told('hard', { theirsSince: test.clock.now() })).toEqual([])
  expect(await told('hard', { memberEmail: 'right@example.com' })).toEqual([])
})

it('a member hears nothing of a handover offer that is over by now', async () => {
  const [membership] = await join(test, [selfItem('monthly')])
  const address = `${randomUUID()}@example.com`
  const asked = { act: { act: 'hand-over', name: 'June Park', email: address }, reason: 'They asked' }
  const path = `/api/admin/memberships/${membership!.id}/acts`
  const answer = await (await signIn(test)).post(path, { ...asked, askedAs: randomUUID() })
  expect(answer.status).toBe(200)
  await test.work()
  const isTheirs = eq(handovers.toEmail, address)
  await test.shop.db.update(handovers).set({ expiresAt: test.clock.now() }).where(isTheirs)
  await recordBounce(test.shop, { mailId: null, address, kind: 'hard', words: 'x', source: 'postmark' })
  expect(await tellsOf('handover-unreached')).toEqual([])
})

it('no email kept names whoever was asked to take over and had their data deleted', async () => {
  const [membership] = await join(test, [selfItem('monthly')])
  const owner = await signIn(test)
  const address = `${randomUUID()}@example.com`
  const act = { act: 'hand-over', name: 'June Park', email: address }
  const asked = { act, reason: 'They asked', askedAs: randomUUID() }
  expect((await owner.post(`/api/admin/memberships/${membership!.id}/acts`, asked)).status).toBe(200)
  await test.work()
  const full = { address, kind: 'soft', words: 'full', source: 'mailbox' } as const
  await recordBounce(test.shop, { ...full, mailId: test.mails.find(({ to }) => to === address)!.id })
  expect(await tellsOf('handover-unreached')).toHaveLength(1)
  const caller = { address: '127.0.0.1', userAgent: '', keep() {} }
  await deleteMyData(test.shop, {}, { email: address, sessionId: '' }, caller)
  for (const table of [outbox, keptMails]) {
    const left = JSON.stringify(await test.shop.db.select().from(table))
    expect(left.includes(address), getTableName(table)).toBe(false)
  }
})

it('an email that came back says why in the admin, and is sent again as another', async () => {
  test.mails.length = 0
  await join(test, [selfItem('monthly')])
  const [sent] = test.mails
  const words = '552 5.2.2 Mailbox full'
  await recordBounce(test.shop, { mailId: sent!.id, address: null, kind: 'soft', words, source: 'mailbox' })
  const owner = await signIn(test)
  const { mail } = (await owner.get(`/api/admin/mails/${sent!.id}`)).body
  expect(mail).toMatchObject({ state: 'sent', problem: words })
  expect((await owner.post(`/api/admin/mails/${sent!.id}/send-again`)).status).toBe(200)
  await test.work()
  const again = test.mails.filter(({ kind }) => kind === sent!.kind)
  expect(new Set(again.map(({ id }) => id)).size).toBe(2)
})
