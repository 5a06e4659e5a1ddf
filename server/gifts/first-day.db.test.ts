import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships, orderItems } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { PlanId } from '../../domain/plan.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { accountWords, adminWords, firstDayIn, giftWords } from '../../test/first-days.tsx'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { wordsOf } from '../../test/render-page.tsx'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { sendNotices } from '../notifications/send-notices.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const size36: Partial<CartItem> = { size: '36', styles: ['dress'] }
const styleToPick: Partial<CartItem> = { size: '36', styles: ['Let Recipient Pick'] }
const sizeToPick: Partial<CartItem> = { size: 'Let Recipient Choose', styles: ['dress'] }
const bothToPick: Partial<CartItem> = { size: 'Let Recipient Choose', styles: ['Let Recipient Pick'] }
const unsure: Partial<CartItem> = { size: 'Unsure', styles: ['dress'] }

/** Real purchases: the day paid, the day of the notice, and the first belt by the club’s calendar, written out. */
const bought: [paidOn: string, sentOn: string, PlanId, Partial<CartItem>, drop: string, ships: string][] = [
  ['2026-11-28', '2026-11-30', '6-months', styleToPick, 'December', 'by December 5'],
  ['2026-11-30', '2026-12-01', '6-months', size36, 'December', 'by December 5'],
  ['2026-11-30', '2026-12-05', '12-months', styleToPick, 'December', 'by December 5'],
  ['2026-11-28', '2026-11-29', '12-months', bothToPick, 'December', 'with a size'],
  ['2026-11-28', '2026-12-03', '6-months', sizeToPick, 'December', 'with a size'],
  ['2026-11-28', '2026-12-20', 'monthly', unsure, 'December', 'with a size'],
  ['2026-12-01', '2026-12-01', 'monthly', styleToPick, 'January', 'by January 5'],
  ['2026-12-31', '2027-01-02', '6-months', styleToPick, 'January', 'by January 5'],
  ['2027-01-31', '2027-02-04', 'monthly', sizeToPick, 'February', 'with a size'],
  ['2028-02-29', '2028-03-05', '12-months', size36, 'March', 'by March 5'],
]

it.each(bought)(
  'paid %s, announced %s, %s, %j: all say %s, %s',
  async (paidOn, sentOn, plan, choice, drop, ships) => {
    test.clock.set(`${paidOn}T15:00:00Z`)
    test.mails.length = 0
    const giver = `giver-${paidOn}-${sentOn}-${plan}@example.com`
    const to = `wearer-${paidOn}-${sentOn}-${plan}@example.com`
    const giftDetails = {
      ...{ ...giftItem().giftDetails!, senderEmail: giver, recipientEmail: to },
      emailDate: `${sentOn}T00:00:00.000Z`,
    }
    const [gift] = await join(test, [
      giftItem(plan, {
        ...{ ...choice, giftDetails },
        shippingDetails: { ...giftItem().shippingDetails!, email: giver },
      }),
    ])
    const said: Record<string, string> = {}
    const textOf = (kind: string) => test.mails.find((mail) => mail.kind === kind)?.text ?? `no ${kind}`
    said.confirmation = textOf('order-confirmation')
    said.account = accountWords(await accountOf(await payerOf(gift!.id)), gift!.id, paidOn)
    owner = await signIn(test)
    const person = (await owner.get(`/api/admin/people/${await personOf(to)}`)).body
    said.admin = adminWords(person, gift!.id, paidOn)

    test.clock.set(`${sentOn}T17:00:00Z`)
    await sendNotices(test.shop)
    await drainOutbox(test.shop)
    said.notice = textOf('gift-notice')
    said.wearer = accountWords(await accountOf(to), gift!.id, sentOn)
    const token = /\/gift\/(\S+)/.exec(said.notice)?.[1]
    if (token) {
      const origin = 'http://localhost'
      said.page = giftWords((await test.post('/api/account/gift', { token }, { origin })).body)
      said.letter = wordsOf(await (await test.app.request(`/gift/${token}?letter`)).text())
    }
    const days = Object.entries(said).map(([place, words]) => [place, firstDayIn(words)])
    expect(Object.fromEntries(days), JSON.stringify(said)).toEqual(
      Object.fromEntries(days.map(([place]) => [place, { drop, ships }])),
    )
  },
)

async function payerOf(membershipId: string): Promise<string> {
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, membershipId))
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, row!.orderItemId))
  return row!.payerEmail ?? (item!.preferences as CartItem).giftDetails!.senderEmail
}

async function personOf(email: string): Promise<string> {
  const { people } = (await owner.get(`/api/admin/people?search=${encodeURIComponent(email)}`)).body
  return people[0].id
}

async function accountOf(email: string) {
  return (await (await signInMember(test, email)).get('/api/account')).body
}
