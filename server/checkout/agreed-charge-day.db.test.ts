import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memberships } from '../../db/schema.ts'
import { addMonths, type CalendarDate, calendarDateIn, formatDate } from '../../domain/calendar-date.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { pauseMembership, resumeMembership, skipBox } from '../memberships/skip-box.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
beforeEach(() => test.endAll())
afterAll(() => test.close())

const zone = 'America/New_York'
const onDay = (seconds: number) => calendarDateIn(zone, new Date(seconds * 1000))
const hour = 60 * 60_000

type PlanId = 'monthly' | '6-months' | '12-months'

/** Agrees to the terms of that moment, and pays; `later` milliseconds pass before the payment. */
async function buy(at: string, planId: PlanId, later = 0) {
  await test.stripe.advanceTo(new Date(at))
  const cart = [selfItem(planId)]
  const { clientSecret } = (await test.start(cart)).body
  const today = calendarDateIn(zone, test.clock.now())
  const { supportEmail } = test.shop.config
  const text = renewalTermsText({
    ...{ cart, renewalDiscounts: [], today, supportEmail, calendar: {}, plans: firstPlans },
  })
  expect((await test.post('/api/consent', { clientSecret, text })).status).toBe(200)
  await test.stripe.advanceTo(new Date(test.clock.now().getTime() + later))
  test.mails.length = 0
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0])
  await test.work()
  const mail = test.mails.find(({ kind }) => kind === 'order-confirmation')!
  return { text, mail: mail.text.replaceAll('\u00a0', ' '), member: await read() }
}
async function read() {
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.renews, true))
  return row!
}
/** When the provider charges next. */
const charged = () => {
  const [subscription] = test.stripe.subscriptions().slice(-1)
  return onDay(subscription!.items.data[0]!.current_period_end)
}

/** Lives until the next charge is made and booked; returns its day at the provider. */
async function nextBill(): Promise<CalendarDate> {
  const [subscription] = test.stripe.subscriptions().slice(-1)
  const end = subscription!.items.data[0]!.current_period_end * 1000
  await test.pass(end + 3 * hour - test.clock.now().getTime())
  const bills = test.stripe.invoices().filter((bill) => bill.billing_reason === 'subscription_cycle')
  return onDay(bills.at(-1)!.created)
}

const plans = { monthly: 1, '6-months': 6, '12-months': 12 } as const

describe('the day in the terms is the day of the charge, at the provider and in every email', () => {
  it.each([
    // Evenings in New York, where UTC already has the next day.
    ['2027-01-31T02:00:00Z', 'monthly', '2027-02-28'],
    ['2027-03-01T02:00:00Z', 'monthly', '2027-03-28'],
    ['2027-03-01T04:30:00Z', '6-months', '2027-08-28'],
    ['2027-08-31T02:00:00Z', '6-months', '2028-02-29'],
    ['2027-09-01T03:00:00Z', '6-months', '2028-02-29'],
    // A quarter past midnight in summer is before midnight in winter.
    ['2027-10-20T04:15:00Z', '6-months', '2028-04-20'],
    ['2028-01-16T04:30:00Z', '6-months', '2028-07-15'],
    ['2028-03-01T03:00:00Z', '12-months', '2029-02-28'],
    ['2028-05-21T04:10:00Z', '6-months', '2028-11-21'],
  ] as const)('bought at %s, %s', async (at, planId, day) => {
    const { text, mail, member } = await buy(at, planId)
    const words = formatDate(day).replaceAll('\u00a0', ' ')
    expect(text).toContain(`next on ${words}`)
    expect(mail).toContain(`Renews ${words}`)
    expect([member.paidUntil, charged()]).toEqual([day, day])
    expect(await nextBill()).toBe(day)
    // And one term after that, on the day of joining again.
    const joined = calendarDateIn(zone, new Date(at))
    const after = addMonths(joined, 2 * plans[planId])
    expect([(await read()).paidUntil, charged()]).toEqual([after, after])
  })

  it('also if midnight passes before the card is charged', async () => {
    const { text, mail, member } = await buy('2029-03-11T04:55:00Z', 'monthly', 10 * 60_000)
    expect(text).toContain('next on April 10, 2029')
    expect(mail).toContain('Renews April 10, 2029')
    expect([member.paidUntil, charged()]).toEqual(['2029-04-10', '2029-04-10'])
  })

  it('also in the months after a skip, a pause and its end', async () => {
    const { member } = await buy('2029-10-31T15:00:00Z', 'monthly')
    const { id: membershipId } = member
    const days = async () => [(await read()).paidUntil, charged()]
    expect(await days()).toEqual(['2029-11-30', '2029-11-30'])
    await skipBox(test.shop, { membershipId, drop: '2029-11' })
    expect(await days()).toEqual(['2029-12-31', '2029-12-31'])
    await pauseMembership(test.shop, { membershipId, until: '2030-02' })
    expect(await days()).toEqual(['2030-02-28', '2030-02-28'])
    await resumeMembership(test.shop, { membershipId })
    expect(await days()).toEqual(['2029-11-30', '2029-11-30'])
    await pauseMembership(test.shop, { membershipId, until: '2030-02' })
    expect(await nextBill()).toBe('2030-02-28')
    expect(await days()).toEqual(['2030-03-31', '2030-03-31'])
  })
})
