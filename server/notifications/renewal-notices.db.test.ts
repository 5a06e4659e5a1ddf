import { and, asc, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memberships, outbox } from '../../db/schema.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { bill, join, refusesRenewals } from '../../test/members.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { sendNotices } from './send-notices.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  // Left from earlier tests: no one else renews.
  await test.shop.db.update(memberships).set({ status: 'ended', renews: false })
  test.mails.length = 0
})
afterAll(() => test.close())

/** One check in the afternoon of a day, and the emails it sent. */
async function lookOn(day: string) {
  test.clock.set(`${day}T17:00:00Z`)
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
}

/** The notices of a membership as "kind day", in the order in which they left. */
async function told(membershipId: string) {
  const rows = await test.shop.db
    .select()
    .from(outbox)
    .where(and(like(outbox.subjectId, `${membershipId}:%`), like(outbox.kind, 'renewal-notice%')))
    .orderBy(asc(outbox.sentAt), asc(outbox.kind))
  return rows
    .filter((row) => row.sentAt && !row.droppedBecause)
    .map((row) => `${row.kind.slice('renewal-notice-'.length)} ahead of ${row.subjectId.slice(37)}`)
}

async function joined(...args: Parameters<typeof selfItem>) {
  const [member] = await join(test, [selfItem(...args)])
  test.mails.length = 0
  return member!
}

describe('a renewal notice', () => {
  it('is sent at nine on its day, with the amount, the belts and the way out', async () => {
    const [member] = await join(test, [toCalifornia(selfItem('monthly'))])
    test.mails.length = 0
    await lookOn('2026-12-13')
    test.clock.set('2026-12-14T05:01:00Z')
    await sendNotices(test.shop)
    test.clock.set('2026-12-14T13:59:59Z')
    await drainOutbox(test.shop)
    expect(test.mails).toEqual([])
    test.clock.set('2026-12-14T14:00:00Z')
    await drainOutbox(test.shop)
    expect(test.mails).toHaveLength(1)
    expect(test.mails[0]).toMatchObject({
      to: 'maya@example.com',
      subject: 'Your Monthly membership renews on December 21, 2026',
    })
    expect(test.mails[0]?.headers).not.toHaveProperty('List-Unsubscribe')
    const { text } = test.mails[0]!
    expect(text).toContain('one belt, in the January 2027 drop')
    expect(text).toMatch(/Sales tax, California: \$\d/)
    expect(text).toContain(`Cancel the renewal: ${test.shop.config.publicUrl}/mail/manage/`)
    await lookOn('2026-12-14')
    await lookOn('2026-12-20')
    expect(await told(member!.id)).toEqual(['7 ahead of 2026-12-21'])
  })

  it('is sent 30 and 14 days ahead for six and twelve months', async () => {
    const member = await joined('6-months')
    for (const day of ['2027-04-20', '2027-04-21', '2027-04-22', '2027-05-06', '2027-05-07', '2027-05-20'])
      await lookOn(day)
    expect(await told(member.id)).toEqual(['30 ahead of 2027-05-21', '14 ahead of 2027-05-21'])
    expect(test.mails.at(-1)?.text).toContain('6 belts, one a month, June 2027 to November 2027')
  })

  it('due during an outage is sent late, unless a later one replaced it', async () => {
    const [late, overtaken] = [await joined('monthly'), await joined('12-months')]
    await lookOn('2026-12-19')
    expect(await told(late.id)).toEqual(['7 ahead of 2026-12-21'])
    await lookOn('2027-11-15')
    expect(await told(overtaken.id)).toEqual(['14 ahead of 2027-11-21'])
  })

  it('is not sent once the charge day has come', async () => {
    const member = await joined('monthly')
    await lookOn('2026-12-21')
    expect(await told(member.id)).toEqual([])
  })

  it('is sent again for a skipped-to day, and not again when undone', async () => {
    const member = await joined('monthly')
    await lookOn('2026-12-14')
    await skipBox(test.shop, { membershipId: member.id, drop: '2027-01' })
    await lookOn('2026-12-15')
    await resumeMembership(test.shop, { membershipId: member.id })
    await lookOn('2026-12-16')
    await skipBox(test.shop, { membershipId: member.id, drop: '2027-01' })
    await lookOn('2027-01-13')
    await lookOn('2027-01-14')
    expect(await told(member.id)).toEqual(['7 ahead of 2026-12-21', '7 ahead of 2027-01-21'])
  })

  it('is dropped when untrue at its hour, and rewritten when true again', async () => {
    const member = await joined('monthly')
    test.clock.set('2026-12-14T06:00:00Z')
    await sendNotices(test.shop)
    await skipBox(test.shop, { membershipId: member.id, drop: '2027-01' })
    await lookOn('2026-12-14')
    expect(test.mails).toEqual([])
    await resumeMembership(test.shop, { membershipId: member.id })
    await lookOn('2026-12-15')
    await lookOn('2026-12-16')
    expect(await told(member.id)).toEqual(['7 ahead of 2026-12-21'])
    expect(test.mails).toHaveLength(1)
  })

  it('is not sent after cancellation, and is sent late after an undo', async () => {
    const member = await joined('monthly')
    await cancelRenewal(test.shop, { membershipId: member.id })
    await lookOn('2026-12-15')
    expect(await told(member.id)).toEqual([])
    await undoCancel(test.shop, { membershipId: member.id })
    await lookOn('2026-12-18')
    expect(await told(member.id)).toEqual(['7 ahead of 2026-12-21'])
  })

  it('is not sent for a failed renewal, which has its own emails', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    test.clock.set('2026-12-21T17:00:00Z')
    await bill(test)
    await lookOn('2026-12-22')
    expect(await told(member!.id)).toEqual([])
  })

  it('is written once by concurrent processes', async () => {
    await joined('monthly')
    await joined('monthly')
    test.clock.set('2026-12-14T17:00:00Z')
    const written = await Promise.all([1, 2, 3].map(() => sendNotices(test.shop)))
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(2)
    await Promise.all([drainOutbox(test.shop), drainOutbox(test.shop)])
    expect(test.mails).toHaveLength(2)
  })
})
