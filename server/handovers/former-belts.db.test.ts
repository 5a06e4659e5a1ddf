import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { handOver } from '../../test/hand-over.ts'
import { sendBox } from '../../test/send-box.ts'
import { boxTrouble } from '../emails/box-trouble.ts'
import { yearlySummary } from '../emails/yearly-summary.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'

// What was paid and sent before a handover stays with the person before (docs/decisions/089).

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterAll(() => test.close())

/** Maya's membership, with a first belt on its way to her, and then June's. */
async function handedOver() {
  const item = selfItem('monthly')
  item.shippingDetails!.email = `${crypto.randomUUID()}@example.com`
  const { body } = await test.start([item])
  await test.confirm(body.clientSecret)
  await test.passAWhile()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const [row] = await test.shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .where(eq(membershipPayments.intentId, intentId))
  const box = await sendBox(test, row!.id, test.clock.now().toISOString())
  await handOver(test, row!.id, { name: 'June Park', city: 'Salem' })
  test.mails.length = 0
  return { id: row!.id, box, email: item.shippingDetails!.email }
}

it('the yearly summary names only what the new payer has paid, and their belts', async () => {
  const { id } = await handedOver()
  await test.passDays(43)
  const mail = await yearlySummary(test.shop, `${id}:2026`)
  expect(mail).toMatchObject({
    to: 'june@example.com',
    text: expect.stringMatching(/Your 2026, in 0 belts\..*Paid in 2026: \$69\.50/s),
  })
})

it('a belt of the person before isn’t exchanged to the new one’s address', async () => {
  const { box } = await handedOver()
  const asked = requestExchange(test.shop, { boxId: box.id, kind: 'damaged', askedBy: 'owner' })
  await expect(asked).rejects.toMatchObject({ code: 'not_possible' })
})

it('trouble with a package of the person before is told to them', async () => {
  const { box, email } = await handedOver()
  await test.shop.db.update(boxes).set({ state: 'shipped', trouble: 'lost' }).where(eq(boxes.id, box.id))
  const mail = await boxTrouble(test.shop, `${box.id}:lost`)
  expect(mail).toMatchObject({ to: email })
  expect(JSON.stringify(mail)).not.toContain('June')
})
