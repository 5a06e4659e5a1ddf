import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxes, mailOptouts, memberships, outbox } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { storedRows } from '../../test/stored-rows.ts'
import { shipBoxes } from '../admin/drops/ship-boxes.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { skipBox } from '../memberships/skip-box.ts'
import { announceGifts, sendNotices } from './send-notices.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  await test.shop.db.update(memberships).set({ memberEmail: null })
  await test.shop.db.delete(mailOptouts)
})
afterAll(() => test.close())

async function lookOn(day: string) {
  test.clock.set(`${day}T17:00:00Z`)
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
}

const on = (emailDate: string) => ({ giftDetails: { ...giftItem().giftDetails!, emailDate } })

async function given(plan: Parameters<typeof giftItem>[0], changes: Partial<CartItem> = {}) {
  const [gift] = await join(test, [giftItem(plan, changes)])
  test.mails.length = 0
  return gift!.id
}

/** The kinds of the emails about a gift, with the day each was sent. */
async function told(id: string) {
  const rows = await test.shop.db
    .select()
    .from(outbox)
    .where(eq(outbox.subjectId, id))
    .orderBy(asc(outbox.sentAt))
  return rows
    .filter((row) => row.sentAt && !row.droppedBecause)
    .map((row) => `${row.kind} ${row.sentAt!.toISOString().slice(0, 10)}`)
}

const boxesOf = (id: string) =>
  test.shop.db.select().from(boxes).where(eq(boxes.membershipId, id)).orderBy(asc(boxes.drop))

async function setBoxes(id: string, drops: string[], set: Partial<typeof boxes.$inferInsert>) {
  await test.shop.db
    .update(boxes)
    .set(set)
    .where(and(eq(boxes.membershipId, id), inArray(boxes.drop, drops)))
}

const setDay = (id: string, noticeOn: string) =>
  test.shop.db.update(memberships).set({ noticeOn }).where(eq(memberships.id, id))

const choose = (id: string, styles: string[], size: string) =>
  test.shop.db.update(memberships).set({ styles, size }).where(eq(memberships.id, id))

describe('a gift notice', () => {
  it('is sent at nine on the giver’s day, with a link that isn’t in the database', async () => {
    const id = await given('12-months', on('2026-12-24T00:00:00.000Z'))
    await lookOn('2026-12-23')
    test.clock.set('2026-12-24T05:30:00Z')
    await sendNotices(test.shop)
    test.clock.set('2026-12-24T13:59:00Z')
    await drainOutbox(test.shop)
    expect(await told(id)).toEqual([])
    test.clock.set('2026-12-24T14:00:00Z')
    await drainOutbox(test.shop)
    expect(await told(id)).toEqual(['gift-notice 2026-12-24'])
    const [mail] = test.mails
    expect(mail).toMatchObject({ to: 'thomas@example.com', subject: 'Maya is sending you belts' })
    expect(mail?.text).toContain('> Happy birthday.')
    // Its first belt is past its cut-off and waits for a size: whenever that is picked, it comes first.
    expect(mail?.text).toContain('The first is in the December drop and ships once you pick a size.')
    const token = /\/gift\/([\w-]{43})/.exec(mail!.text)![1]!
    expect(JSON.stringify(await storedRows(test.shop.db))).not.toContain(token)
  })

  it('is rewritten for the new day when the giver postpones it', async () => {
    const id = await given('12-months', on('2026-12-24T00:00:00.000Z'))
    test.clock.set('2026-12-24T05:30:00Z')
    await sendNotices(test.shop)
    await setDay(id, '2026-12-28')
    await lookOn('2026-12-24')
    await lookOn('2026-12-27')
    expect(await told(id)).toEqual([])
    await lookOn('2026-12-28')
    await lookOn('2026-12-29')
    expect(await told(id)).toEqual(['gift-notice 2026-12-28'])
  })

  it('for today is sent at once after nine, and a missed one as soon as possible', async () => {
    test.clock.set('2026-12-01T20:00:00Z')
    const today = await given('6-months', on('2026-12-01T00:00:00.000Z'))
    // The cheap look, which comes every few minutes.
    expect(await announceGifts(test.shop)).toBe(1)
    await drainOutbox(test.shop)
    expect(await told(today)).toEqual(['gift-notice 2026-12-01'])
    const missed = await given('6-months', on('2026-12-24T00:00:00.000Z'))
    // The check was missed that day: the next day’s quick check finds it too.
    const late = await given('6-months', on('2026-12-08T00:00:00.000Z'))
    test.clock.set('2026-12-09T15:00:00Z')
    expect(await announceGifts(test.shop)).toBe(1)
    await drainOutbox(test.shop)
    expect(await told(late)).toEqual(['gift-notice 2026-12-09'])
    await lookOn('2027-02-02')
    expect(await told(missed)).toEqual(['gift-notice 2027-02-02'])
  })

  it('is not sent for a refunded gift', async () => {
    const id = await given('6-months', on('2026-12-24T00:00:00.000Z'))
    const all = await boxesOf(id)
    await refundBoxes(test.shop, { membershipId: id, boxIds: all.map((box) => box.id) })
    await lookOn('2026-12-24')
    expect(await told(id)).toEqual([])
  })

  it('asks for the size of a waiting belt even past its cutoff', async () => {
    const id = await given('monthly', { ...on('2026-12-24T00:00:00.000Z'), styles: ['dress'] })
    await setBoxes(id, ['2026-12'], { state: 'held', holdReason: 'size' })
    await lookOn('2026-12-24')
    expect(test.mails[0]?.text).toContain('We’re holding your belt until we know your size.')
    expect(test.mails[0]?.text).toContain('/gift/')
  })

  it('doesn’t ask for choices when the giver made them', async () => {
    await given('monthly', { ...on('2026-11-25T00:00:00.000Z'), styles: ['dress'], size: '36' })
    await lookOn('2026-11-25')
    expect(test.mails[0]?.text).toContain('You don’t need to do a thing.')
    expect(test.mails[0]?.text).not.toContain('/gift/')
  })
})

describe('a recipient who hasn’t chosen', () => {
  const days = ['2026-11-25', '2026-11-27', '2026-11-28', '2026-12-04', '2026-12-05', '2026-12-20']

  it('is reminded after 3 and 10 days, with working links in each email', async () => {
    // Opting out of another kind of email says nothing about these.
    const other = { email: 'thomas@example.com', kind: 'size-reminders', token: 'other' }
    await test.shop.db.insert(mailOptouts).values({ ...other, optedOutAt: new Date(0) })
    const id = await given('12-months', on('2026-11-25T00:00:00.000Z'))
    for (const day of days) await lookOn(day)
    expect(await told(id)).toEqual([
      'gift-notice 2026-11-25',
      'gift-reminder-3 2026-11-28',
      'gift-reminder-10 2026-12-05',
    ])
    const links = test.mails.map((mail) => /\/gift\/([\w-]{43})/.exec(mail.text)![1])
    expect(new Set(links).size).toBe(3)
    expect(test.mails[1]?.text).toContain('Choose by November 30')
    expect(test.mails[2]?.text).toContain('We’re holding your first belt until we know your size.')
  })

  it('whose notice staff sent again is reminded once of each, counted from that day', async () => {
    const id = await given('12-months', on('2026-11-25T00:00:00.000Z'))
    const unsure = await given('12-months', { ...on('2026-11-25T00:00:00.000Z'), size: 'Unsure' })
    await lookOn('2026-11-25')
    await lookOn('2026-11-27')
    const owner = await signIn(test)
    const notices = await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'gift-notice'))
    for (const notice of notices.filter(({ subjectId }) => [id, unsure].includes(subjectId)))
      expect((await owner.post(`/api/admin/mails/${notice.id}/send-again`)).status).toBe(200)
    await drainOutbox(test.shop)
    for (const day of ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-05', '2026-12-07', '2026-12-24'])
      await lookOn(day)
    expect(await told(id)).toEqual([
      'gift-notice 2026-11-25',
      'gift-notice 2026-11-27',
      'gift-reminder-3 2026-11-30',
      'gift-reminder-10 2026-12-07',
    ])
  })

  it('is not reminded after choosing, nor after the last cutoff', async () => {
    const chose = await given('12-months', on('2026-11-25T00:00:00.000Z'))
    const single = await given('monthly', on('2026-11-25T00:00:00.000Z'))
    await lookOn('2026-11-25')
    await lookOn('2026-11-28')
    await choose(chose, ['dress'], 'Unsure')
    for (const day of days.slice(3)) await lookOn(day)
    const both = ['gift-notice 2026-11-25', 'gift-reminder-3 2026-11-28']
    expect([await told(chose), await told(single)]).toEqual([both, both])
  })

  it('is not reminded if they choose before the email is sent', async () => {
    const id = await given('12-months', on('2026-11-25T00:00:00.000Z'))
    await lookOn('2026-11-25')
    test.clock.set('2026-11-28T06:00:00Z')
    await sendNotices(test.shop)
    await choose(id, ['casual'], '36')
    await lookOn('2026-11-28')
    expect(await told(id)).toEqual(['gift-notice 2026-11-25'])
  })

  it('is reminded if their choice is undone before the email is sent', async () => {
    const id = await given('12-months', on('2026-11-25T00:00:00.000Z'))
    for (const day of days.slice(0, 3)) await lookOn(day)
    test.clock.set('2026-12-05T06:00:00Z')
    await sendNotices(test.shop)
    await choose(id, ['casual'], '36')
    await lookOn('2026-12-05')
    await choose(id, ['Let Recipient Pick'], '36')
    await lookOn('2026-12-06')
    expect((await told(id)).at(-1)).toBe('gift-reminder-10 2026-12-06')
  })

  it('is reminded by the cutoff that a skip moved', async () => {
    const id = await given('monthly', on('2026-11-25T00:00:00.000Z'))
    await lookOn('2026-11-25')
    await skipBox(test.shop, { membershipId: id, drop: '2026-12' })
    await lookOn('2026-12-05')
    expect(test.mails.at(-1)?.text).toContain('Choose by December 31')
  })

  it('can stop reminders in one click, and still gets other gifts’ notices', async () => {
    const id = await given('12-months', on('2026-11-25T00:00:00.000Z'))
    await lookOn('2026-11-25')
    expect(test.mails[0]?.headers).not.toHaveProperty('List-Unsubscribe')
    await lookOn('2026-11-28')
    const header = test.mails.at(-1)!.headers!['List-Unsubscribe']!
    expect(test.mails.at(-1)!.headers!['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = new URL(header.slice(1, -1)).pathname
    expect(await (await test.app.request(link)).text()).toContain('Stop these emails')
    expect(await test.shop.db.select().from(mailOptouts)).toMatchObject([{ optedOutAt: null }])
    const answers = await Promise.all(
      [link, '/mail/stop/unknown'].map((path) =>
        test.app.request(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' }),
      ),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual(
      Array(2).fill([200, 'no-store']),
    )
    const other = await given('6-months', on('2026-12-02T00:00:00.000Z'))
    for (const day of ['2026-12-02', '2026-12-05']) await lookOn(day)
    expect(await told(id)).toEqual(['gift-notice 2026-11-25', 'gift-reminder-3 2026-11-28'])
    expect(await told(other)).toEqual(['gift-notice 2026-12-02'])
  })
})

async function ship(id: string, drop: string, changes: Partial<typeof boxes.$inferInsert> = {}) {
  await setBoxes(id, [drop], { ...changes, state: 'packed', packedAt: test.clock.now() })
  const box = (await boxesOf(id)).find((each) => each.drop === drop)!
  const lines = [{ boxId: box.id, trackingNumber: `9400 ${drop}` }]
  await test.shop.db.transaction((tx) => shipBoxes(tx, test.shop, lines))
}

describe('the giver', () => {
  it('gets one email for every belt that ships', async () => {
    const id = await given('6-months', on('2026-11-25T00:00:00.000Z'))
    await lookOn('2026-12-04')
    await ship(id, '2026-12')
    await lookOn('2026-12-04')
    await lookOn('2026-12-06')
    // A replacement doesn’t count.
    await ship(id, '2027-02', { kind: 'replacement', paymentId: null, valueCents: 0 })
    await lookOn('2026-12-07')
    const news = test.mails.filter((mail) => mail.kind === 'gift-progress')
    expect(news.map(({ to, subject }) => [to, subject])).toEqual([
      ['maya@example.com', 'Belt 1 of 6 is on its way to Thomas'],
    ])
  })
})

it('a notice is written though those of another kind can’t be', async () => {
  const id = await given('6-months', on('2026-12-14T00:00:00.000Z'))
  await join(test, [selfItem('monthly')])
  const { db } = test.shop
  await db.execute(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
  )
  await db.execute(sql`create trigger refuse before insert on outbox for each row
    when (new.kind like 'renewal-notice-%') execute function refuse()`)
  await db.execute(sql`create trigger refuse before update of review_on on boxes execute function refuse()`)
  test.clock.set('2026-12-14T17:00:00Z')
  await expect(sendNotices(test.shop)).rejects.toThrow()
  for (const table of [outbox, boxes]) await db.execute(sql`drop trigger refuse on ${table}`)
  await drainOutbox(test.shop)
  expect(await told(id)).toEqual(['gift-notice 2026-12-14'])
})
