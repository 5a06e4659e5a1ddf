import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog, boxes, memberships } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join, ledgerOf } from '../../../test/members.ts'
import { pageContextOf } from '../../http/page-context.ts'
import { drainOutbox } from '../../mailing/drain-outbox.ts'
import { readSetting } from '../../settings/settings.ts'

let test: TestShop
let owner: SignedIn
const path = '/api/admin/drops/2026-12'
const words = 'The buckles are late.\n\nWe are sorry.'

beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  owner = await signIn(test)
  // Two of one person, and a gift whose recipient does not know of it yet.
  await join(test, [selfItem('monthly'), selfItem('6-months')])
  await join(test, [
    giftItem('6-months', {
      giftDetails: { ...giftItem().giftDetails!, emailDate: '2026-12-24T00:00:00.000Z' },
    }),
  ])
  test.mails.length = 0
})
afterAll(() => test.close())

it('a drop is held with a previewed message, and nothing is packed meanwhile', async () => {
  const preview = await owner.post(`${path}/change/preview`, { kind: 'hold', words })
  expect(preview.body).toMatchObject({ boxes: 3, toMembers: 1, toGivers: 1, unannounced: 1, unreachable: 0 })
  expect(preview.body.mail).toMatchObject({ subject: 'Your December belt has to wait' })
  expect(preview.body.mail.text).toContain('The buckles are late.')
  await drainOutbox(test.shop)
  expect(test.mails).toEqual([])

  expect((await owner.post(`${path}/change`, { kind: 'hold', words })).body.mails).toBe(2)
  await drainOutbox(test.shop)
  expect(test.mails.map((mail) => `${mail.to}: ${mail.subject}`).sort()).toEqual([
    'maya@example.com: The December belt of your gift to Thomas has to wait',
    'maya@example.com: Your December belt has to wait',
  ])
  const packing = await owner.post(`${path}/pack`)
  expect([packing.status, packing.body.message]).toEqual([409, expect.stringContaining('is on hold')])
  expect((await owner.get(path)).body.drop.state).toBe('held')
  const later = { kind: 'ship-by', words, shipBy: '2026-12-12' }
  expect((await owner.post(`${path}/change`, later)).body.message).toContain('is on hold. Release it')
})

it('it is released with a new ship-by day, and everyone is told', async () => {
  expect((await owner.post(`${path}/change`, { kind: 'release', words })).status).toBe(400)
  const release = async (shipBy: string) =>
    owner.post(`${path}/change/preview`, { kind: 'release', words, shipBy })
  expect((await release('2026-11-20')).body.fields).toEqual({ shipBy: expect.stringContaining('or later') })
  expect((await release('2026-11-21')).status, 'today').toBe(200)
  // Members kept waiting are asked; none is by the promised day.
  expect((await release('2026-12-06')).body.mail.text).toContain('/mail/delay/')
  expect((await release('2026-12-05')).body.mail.text).not.toContain('/mail/delay/')
  const before = await readSetting(test.shop, 'catalogVersion')
  const made = await owner.post(`${path}/change`, { kind: 'release', words, shipBy: '2026-12-12' })
  expect(made.body.mails).toBe(2)
  expect(await readSetting(test.shop, 'catalogVersion'), 'pages name the day').not.toBe(before)
  const [line] = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'drop.release'))
  expect(line).toMatchObject({ before: { shipBy: '2026-12-05' }, after: { shipBy: '2026-12-12', mails: 2 } })
  expect((await owner.get(path)).body.drop).toMatchObject({ state: 'open', shipBy: '2026-12-12' })
  await drainOutbox(test.shop)
  const subjects = test.mails.map((mail) => mail.subject.replaceAll('\u00a0', ' '))
  expect(subjects).toContain('The December belt of your gift to Thomas ships by December 12')
})

it('a new day that is sent twice, by two people or after a lost answer, is told once', async () => {
  const later = { kind: 'ship-by', words, shipBy: '2026-12-14' }
  const [one, two] = await Promise.all([
    owner.post(`${path}/change`, later),
    owner.post(`${path}/change`, later),
  ])
  expect([one.body.mails, two.body.mails].sort()).toEqual([0, 2])
  expect(two.body.noticeId).toBe(one.body.noticeId)
  expect((await owner.post(`${path}/change`, { ...later, words: 'They came.' })).body.mails).toBe(2)
})

it('no later day is set in silence while boxes are promised for an earlier one', async () => {
  const days = { cutOffDay: '2026-11-30', shipBy: '2026-12-20' }
  const refused = await owner.patch(path, days)
  expect([refused.status, refused.body.message.replaceAll('\u00a0', ' ')]).toEqual([
    409,
    '3 boxes were promised by December 14, 2026. Set the later day under Hold or move, which tells everyone.',
  ])
  expect((await owner.patch(path, { ...days, shipBy: '2026-12-13' })).status).toBe(200)
  // A month that nobody has prepared has the calendar's day.
  const unprepared = { drop: '2027-01', cutOffDay: '2026-12-31', shipBy: '2027-01-20' }
  expect((await owner.post('/api/admin/drops', unprepared)).body.message).toContain('by January\u00a05, 2027')
})

it('it moves to another month with everything after it and the next charge, and members are told', async () => {
  // A moved drop moves the charges that would buy it, and those members are told.
  const month = { kind: 'month', months: 1, words }
  await test.shop.db.update(boxes).set({ state: 'shipped' })
  const charged = await owner.post('/api/admin/drops/2027-01/change/preview', month)
  expect(charged.body).toMatchObject({ boxes: 0, toMembers: 1 })
  await test.shop.db.update(boxes).set({ state: 'owed' })
  const before = await test.shop.db.select().from(memberships).orderBy(memberships.id)
  const [late] = before.filter((each) => each.planId === 'monthly')
  await test.shop.db.update(memberships).set({ status: 'past_due' }).where(eq(memberships.id, late!.id))
  const { body } = await owner.post(`${path}/change`, { kind: 'month', months: 1, words })
  const moved = await owner.post(`${path}/move-some`, { noticeId: body.noticeId })
  expect(moved.body).toMatchObject({ moved: 2, left: 0, after: null })
  expect(moved.body.stayed).toMatchObject([{ reason: expect.stringContaining('couldn’t charge') }])
  for (const { id, paidUntil, planId } of before.filter((each) => each.id !== late!.id)) {
    const ledger = await ledgerOf(test, id)
    expect(ledger.drops).toEqual(['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'])
    expect([planId, paidUntil, ledger.membership.paidUntil]).toEqual(['6-months', '2027-05-21', '2027-06-21'])
  }
  // Pressed again, after the card was fixed: only what had stayed moves.
  await test.shop.db.update(memberships).set({ status: 'active' }).where(eq(memberships.id, late!.id))
  const again = await owner.post(`${path}/move-some`, { noticeId: body.noticeId })
  expect(again.body).toMatchObject({ moved: 1, stayed: [], left: 0 })
  await drainOutbox(test.shop)
  const told = test.mails.filter((mail) => mail.subject.includes('comes in the January drop'))
  expect(told.map((mail) => mail.text.includes('your next charge')).sort()).toEqual([false, true, true])
  expect(await test.shop.db.select().from(boxes).where(eq(boxes.drop, '2026-12'))).toEqual([])
})

it('a move resumed after its new month moved names the right month', async () => {
  const change = async (drop: string) =>
    (await owner.post(`/api/admin/drops/${drop}/change`, { kind: 'month', months: 1, words })).body.noticeId
  const noticeId = await change('2027-01')
  await change('2027-02')
  const moved = await owner.post('/api/admin/drops/2027-01/move-some', { noticeId })
  expect(moved.body).toMatchObject({ moved: 3, stayed: [], left: 0 })
  await drainOutbox(test.shop)
  expect(test.mails.filter((mail) => mail.subject.includes('comes in the March drop'))).toHaveLength(3)
  // Pages say it to whoever buys next.
  expect(await pageContextOf(test.shop).calendar()).toMatchObject({ '2027-01': { movedTo: '2027-03' } })
})

it('a gift whose recipient’s address is deleted before the email leaves is no news to its giver twice', async () => {
  const [gift] = await join(test, [giftItem('6-months')])
  const isIt = eq(memberships.id, gift!.id)
  await test.shop.db
    .update(memberships)
    .set({ noticeOn: '2026-11-01', memberEmail: 'tom@example.com', payerEmail: 'giver@example.com' })
    .where(isIt)
  await owner.post('/api/admin/drops/2027-05/change', { kind: 'hold', words })
  await test.shop.db.update(memberships).set({ memberEmail: null }).where(isIt)
  test.mails.length = 0
  await drainOutbox(test.shop)
  const told = test.mails.filter((mail) => !mail.to.startsWith('maya'))
  expect(told.map((mail) => `${mail.to}: ${mail.subject}`)).toEqual([
    'giver@example.com: The May belt of your gift to Thomas has to wait',
  ])
})

it('a month that began can’t move, and only an owner moves one', async () => {
  const begun = await owner.post('/api/admin/drops/2026-11/change', { kind: 'month', months: 1, words })
  expect([begun.status, begun.body.message]).toEqual([
    409,
    expect.stringContaining('Move the drop’s ship-by day instead'),
  ])
  // December’s cutoff, as set by the owner, has passed: everyone movable is in January already.
  await owner.patch(path, { cutOffDay: '2026-11-20', shipBy: '2026-12-12' })
  const packed = await owner.post(`${path}/change/preview`, { kind: 'month', months: 1, words })
  expect([packed.status, packed.body.message]).toEqual([409, expect.stringContaining('cut-off')])
  const packer = await signIn(test, 'packer')
  expect((await packer.post(`${path}/change`, { kind: 'hold', words })).status).toBe(403)
})
