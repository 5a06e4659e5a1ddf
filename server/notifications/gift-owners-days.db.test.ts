import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { curateDue } from '../curation/curate-drop.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { sendNotices } from './send-notices.ts'

// December is packed ten days early and January a week late: the recipient’s emails and deadlines follow.
let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-12T15:00:00Z' })
  const owner = await signIn(test)
  const december = { cutOffDay: '2026-11-20', shipBy: '2026-11-27' }
  const january = { cutOffDay: '2027-01-06', shipBy: '2027-01-12' }
  expect((await owner.patch('/api/admin/drops/2026-12', december)).status).toBe(200)
  expect((await owner.patch('/api/admin/drops/2027-01', january)).status).toBe(200)
})
afterAll(() => test.close())

async function given(emailDate: string, changes: Partial<CartItem> = {}) {
  const giftDetails = { ...giftItem().giftDetails!, emailDate }
  const [gift] = await join(test, [giftItem('monthly', { ...changes, giftDetails })])
  test.mails.length = 0
  return gift!.id
}

/** What its recipient is sent on a day, as it is read. */
async function heardOn(day: string): Promise<string[]> {
  test.mails.length = 0
  test.clock.set(`${day}T17:00:00Z`)
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
  return test.mails
    .filter((mail) => mail.to === 'thomas@example.com')
    .map((mail) => mail.text.replaceAll(/\s+/g, ' '))
}

const tokenIn = (text: string) => /\/gift\/([\w-]{43})/.exec(text)![1]!
const post = (path: string, body: object) => test.post(path, body, { origin: 'http://localhost' })
const boxOf = async (id: string) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, id)))[0]!

it('an earlier cutoff is when a recipient must choose, is reminded, and defaults apply', async () => {
  const sizeless = await given('2026-11-16T00:00:00.000Z')
  await join(test, [selfItem('monthly', { size: 'Unsure' })])
  const [notice] = await heardOn('2026-11-16')
  expect(notice).toContain('It is in the December drop and ships once you pick a size.')
  expect(notice).toContain('Choose by November 20')
  const token = tokenIn(notice!)
  expect((await post('/api/account/gift', { token })).body).toMatchObject({
    chooseBy: '2026-11-20',
    boxes: [{ drop: '2026-12', shipBy: '2026-11-27', state: 'coming', isOpen: true }],
  })
  expect((await heardOn('2026-11-19'))[0]).toContain('Choose by November 20')
  // A member who is unsure of the size is asked two days before it.
  const unsure = test.mails.find((mail) => mail.to === 'maya@example.com')
  expect(unsure?.text.replaceAll(/\s+/g, ' ')).toContain('Choose by November 20')
  await curateDue(test.shop)
  expect((await boxOf(sizeless)).state).toBe('owed')
  // Ten days after the notice, and after the cutoff: the belt waits for its size.
  expect(await heardOn('2026-11-26')).toEqual([])
  await curateDue(test.shop)
  expect(await boxOf(sizeless)).toMatchObject({ state: 'held', holdReason: 'size' })
  expect((await post('/api/account/gift', { token })).body.chooseBy).toBeNull()
})

it('a later cutoff gives the recipient more time, and the second reminder', async () => {
  test.clock.set('2026-12-20T15:00:00Z')
  const id = await given('2026-12-25T00:00:00.000Z', { size: '36' })
  const [notice] = await heardOn('2026-12-25')
  expect(notice).toContain('It is in the January drop and ships by January 12.')
  await heardOn('2026-12-28')
  expect((await heardOn('2027-01-04')).join()).toContain('Choose by January 6')
  const token = tokenIn(notice!)
  const address = { ...giftItem().shippingDetails!, address2: '', email: undefined }
  test.clock.set('2027-01-06T22:00:00Z')
  const chosen = await post('/api/account/gift/choice', { token, styles: ['dress'], size: '38', address })
  expect([chosen.status, chosen.body.isChosen, (await boxOf(id)).size]).toEqual([200, true, '38'])
  test.clock.set('2027-01-07T15:00:00Z')
  expect((await post('/api/account/gift', { token })).status).toBe(404)
})
