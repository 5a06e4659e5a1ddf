import { and, eq, gt, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, mailOptouts, memberships, outbox } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { sendNotices } from './send-notices.ts'

// One autumn of people who are unsure of their size.
let test: TestShop
const ids: Record<string, string> = {}
const person = (name: string) => ({
  shippingDetails: { ...selfItem().shippingDetails!, fullName: name, email: `${name}@example.com` },
})
const gift = (recipientEmail: string, emailDate: string) =>
  giftItem('6-months', {
    ...{ styles: ['dress'], size: 'Unsure' },
    giftDetails: { ...giftItem().giftDetails!, recipientEmail, emailDate },
  })

beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-05T15:00:00Z' })
  const names = ['silent', 'chose', 'refused', 'sized']
  const carts = [
    ...names.map((name) =>
      selfItem('6-months', { ...person(name), size: name === 'sized' ? '36' : 'Unsure' }),
    ),
    gift('told@example.com', '2026-11-10T00:00:00.000Z'),
    gift('secret@example.com', '2026-12-24T00:00:00.000Z'),
  ]
  const joined = await join(test, carts)
  for (const [index, name] of [...names, 'told', 'secret'].entries()) ids[name] = joined[index]!.id
})
afterAll(() => test.close())

async function lookOn(day: string) {
  test.mails.length = 0
  test.clock.set(`${day}T17:00:00Z`)
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
  return test.mails.filter((mail) => mail.kind?.startsWith('size-reminder'))
}
const to = (mails: { to: string }[]) => mails.map((mail) => mail.to.split('@')[0]).sort()

it('a gift notice asks for the size when the giver was unsure', async () => {
  await lookOn('2026-11-10')
  const notice = test.mails.find((mail) => mail.kind === 'gift-notice')
  expect(notice).toMatchObject({ to: 'told@example.com' })
  expect(notice!.text).toMatch(
    /\/gift\/[\w-]{43}\n\nChoose by November 30\. We can’t send your \w+ belt without a size/,
  )
})

it('an unsure member is asked seven and two days before the cutoff, never a secret gift’s recipient', async () => {
  // Opting out of another kind of email doesn’t stop these.
  const other = { email: 'silent@example.com', kind: 'review-requests', token: 'other' }
  await test.shop.db.insert(mailOptouts).values({ ...other, optedOutAt: new Date(0) })
  expect(await lookOn('2026-11-22')).toEqual([])
  const asked = await lookOn('2026-11-23')
  expect(to(asked)).toEqual(['chose', 'refused', 'silent', 'told'])
  const own = asked.find((mail) => mail.to === 'silent@example.com')!
  expect(own.subject).toBe('Choose a size for December’s belt')
  expect(own.text).toContain('Choose by November 30')
  expect(own.text).toContain('pants size plus 2 inches')
  expect(own.text).toContain('/account')
  expect(own.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const gifted = asked.find((mail) => mail.to === 'told@example.com')!
  expect(gifted.text).toMatch(/\/gift\/[\w-]{43}/)
  expect(gifted.text).not.toMatch(/\$/)

  await test.shop.db.update(memberships).set({ size: '38' }).where(eq(memberships.id, ids.chose!))
  const refused = asked.find((mail) => mail.to === 'refused@example.com')!
  await test.app.request(new URL(/\/mail\/stop\/\S+/.exec(refused.text)![0], 'http://localhost').pathname, {
    method: 'POST',
  })
  expect(await lookOn('2026-11-26')).toEqual([])
  expect(to(await lookOn('2026-11-28'))).toEqual(['silent', 'told'])
  expect(await lookOn('2026-11-30')).toEqual([])
})

it('a belt past its cutoff is asked about before the next, until nothing is left to send', async () => {
  await test.shop.db.update(boxes).set({ state: 'held', holdReason: 'size' }).where(eq(boxes.drop, '2026-12'))
  expect(await lookOn('2026-12-10')).toEqual([])
  // A belt that a bank's question holds waits for no size.
  const isTheirs = eq(boxes.membershipId, ids.chose!)
  await test.shop.db.update(memberships).set({ size: 'Unsure' }).where(eq(memberships.id, ids.chose!))
  await test.shop.db.update(boxes).set({ state: 'held', holdReason: 'dispute' }).where(isTheirs)
  const asked = await lookOn('2026-12-24')
  expect(to(asked)).toEqual(['silent', 'told'])
  expect(asked[0]!.text).toContain('We’re holding it until we know your size.')
  await test.shop.db
    .update(boxes)
    .set({ state: 'refunded', holdReason: null })
    .where(inArray(boxes.membershipId, [ids.silent!, ids.secret!]))
  // All that is left is the belt waiting since November.
  await test.shop.db
    .update(boxes)
    .set({ state: 'refunded' })
    .where(and(eq(boxes.membershipId, ids.told!), gt(boxes.drop, '2026-12')))
  expect(to(await lookOn('2026-12-29'))).toEqual(['told'])
})

it('a reminder answered before it is sent is dropped', async () => {
  test.clock.set('2027-01-24T12:00:00Z')
  await sendNotices(test.shop)
  await test.shop.db.update(memberships).set({ size: '34' }).where(eq(memberships.id, ids.told!))
  expect(await lookOn('2027-01-24')).toEqual([])
  const rows = await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'size-reminder-7'))
  expect(rows.filter((row) => row.droppedBecause === 'the size was chosen')).toHaveLength(1)
})
