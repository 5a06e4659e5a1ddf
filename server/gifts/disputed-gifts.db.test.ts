import { expect, it } from 'vitest'
import { addDays } from '../../domain/calendar-date.ts'
import { giftItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { shopDay } from '../shop/shop.ts'

// A giver's bank looks into the payment of a gift.

const minute = 60_000
const test = stripeShopOfFile()

it('a recipient hears of a gift, and is reminded to choose, once its payment isn’t disputed anymore', async () => {
  const item = giftItem('6-months')
  const recipient = `${crypto.randomUUID()}@example.com`
  const emailDate = `${addDays(shopDay(test.shop), 3)}T00:00:00.000Z`
  item.giftDetails = { ...item.giftDetails!, recipientEmail: recipient, emailDate }
  const { clientSecret } = (await test.start([item])).body
  await test.confirm(clientSecret)
  await test.work()
  const toRecipient = async (days: number) => {
    await test.passDays(days)
    await sendNotices(test.shop)
    await test.passDays(1)
    await test.work()
    return test.mails.filter(({ to }) => to === recipient).map(({ kind }) => kind)
  }
  const intentId = clientSecret.split('_secret_')[0] as string
  const first = test.stripe.openDispute(intentId)
  await test.pass(minute)
  expect(await toRecipient(3)).toEqual([])
  test.stripe.closeDispute(first.id, 'won')
  await test.pass(minute)
  expect(await toRecipient(0)).toEqual(['gift-notice'])
  const second = test.stripe.openDispute(intentId)
  await test.pass(minute)
  expect(await toRecipient(4)).toEqual(['gift-notice'])
  test.stripe.closeDispute(second.id, 'won')
  await test.pass(minute)
  expect(await toRecipient(0)).toEqual(['gift-notice', 'gift-reminder-3'])
})
