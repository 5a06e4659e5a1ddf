import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { membershipPayments, memberships, outbox } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { endUnpaid } from '../memberships/end-unpaid.ts'
import { syncCards } from '../memberships/sync-card.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'
import { enqueueExpiringCardMails } from '../notifications/expiring-cards.ts'
import { shopDay } from '../shop/shop.ts'
import { cardLink } from './card-page.ts'

// What a member does on the provider's card page, which changes the customer and no subscription.

const minute = 60_000
const day = 24 * 60 * minute
const good = '4242424242424242'
const refuses = '4000000000000341'
const asks = '4000002760003184'

const test = stripeShopOfFile()

async function join(number = good) {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret, number)
  await test.work()
  test.mails.length = 0
  return { customerId: body.customerId as string, subscriptionId: body.subscriptionId as string }
}

async function refused() {
  const member = await join()
  test.stripe.turnCards(member.customerId, refuses)
  await test.passDays(32)
  expect(await rowOf(member)).toMatchObject({ status: 'past_due' })
  test.mails.length = 0
  return member
}

async function rowOf({ subscriptionId }: { subscriptionId: string }) {
  const [row] = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, subscriptionId))
  return row!
}
const paidBy = (customerId: string) =>
  test.stripe.charges().filter((charge) => charge.paid && charge.customer === customerId).length
const triesOf = (customerId: string) =>
  test.stripe.charges().filter((charge) => charge.customer === customerId).length
const openBill = (customerId: string) =>
  test.stripe.invoices().find((bill) => bill.customer === customerId && bill.status === 'open')
const kinds = () => test.mails.map((mail) => mail.kind)

it('a new card pays the open bill at once and later ones, and sends a receipt', async () => {
  const member = await refused()
  test.stripe.changeCard(member.customerId, good)
  await test.pass(minute)
  expect(await rowOf(member)).toMatchObject({ status: 'active', pastDueSince: null })
  expect(paidBy(member.customerId)).toBe(2)
  expect(kinds()).toEqual(['renewal-receipt'])
  await test.passDays(31)
  expect(paidBy(member.customerId)).toBe(3)
})

it('a new card is tried once, however often events arrive at the same time', async () => {
  const member = await refused()
  test.stripe.webhooks.hold()
  test.stripe.changeCard(member.customerId, refuses)
  const tries = triesOf(member.customerId)
  await Promise.all([1, 2, 3].map(() => syncCards(test.shop, member.customerId)))
  for (let round = 0; round < 3; round++) await syncCards(test.shop, member.customerId)
  expect(triesOf(member.customerId)).toBe(tries + 1)
  await test.work()
  expect(kinds()).toEqual(['card-changed'])
  expect(test.mails[0]).toMatchObject({ subject: 'Your new card was declined, too', to: 'maya@example.com' })
})

it.each(['reset', '500'] as const)('an answer lost by %s charges nobody twice', async (how) => {
  const member = await refused()
  test.stripe.webhooks.hold()
  test.stripe.changeCard(member.customerId, good)
  test.stripe.fail({ method: 'POST', path: /\/pay$/, when: 'after', how, times: 2 })
  await syncCards(test.shop, member.customerId).catch(() => {})
  test.stripe.mend()
  await syncCards(test.shop, member.customerId)
  expect(paidBy(member.customerId)).toBe(2)
  expect(await rowOf(member)).toMatchObject({ status: 'active' })
})

it('a card that needs bank confirmation sends the member to that page', async () => {
  const member = await refused()
  test.stripe.changeCard(member.customerId, asks)
  await test.pass(minute)
  const bill = openBill(member.customerId)!
  expect(test.mails[0]).toMatchObject({
    kind: 'card-changed',
    text: expect.stringContaining(bill.hosted_invoice_url!),
  })
})

it('a refused-renewal email that only needs confirmation links to that page too', async () => {
  const member = await join(asks)
  await test.passDays(32)
  const bill = openBill(member.customerId)!
  const [first] = test.mails.filter((mail) => mail.kind === 'renewal-failed-0')
  expect(first!.text).toContain(`Confirm with your bank: ${bill.hosted_invoice_url}`)
})

it('a new card with no open bill renews, and sends one email', async () => {
  const member = await join()
  test.stripe.changeCard(member.customerId, good)
  await test.pass(minute)
  await syncSubscription(test.shop, member.subscriptionId)
  await test.pass(minute)
  expect(kinds()).toEqual(['card-changed'])
  expect(test.mails[0]!.text).toContain('your Visa ending 4242')
  test.stripe.turnCards(member.customerId, good)
  await test.passDays(32)
  expect(paidBy(member.customerId)).toBe(2)
})

it('the return from the card page charges without an event, and says so', async () => {
  const member = await refused()
  test.stripe.webhooks.hold()
  const { pathname } = new URL(await cardLink(test.shop, await rowOf(member)))
  test.stripe.changeCard(member.customerId, good)
  const answer = await test.app.request(`${pathname}/done`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await answer.text()).toContain('$69.50 has been charged, and your membership continues.')
  expect(await rowOf(member)).toMatchObject({ status: 'active' })
  expect((await test.app.request('/card/unknown/done')).status).toBe(404)
})

it('the return from the card page names what is still refused, and not what was charged', async () => {
  const { body } = await test.start([selfItem('monthly'), selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  test.stripe.turnCards(body.customerId, refuses)
  await test.passDays(32)
  test.stripe.webhooks.hold()
  const [one, other] = test.stripe.subscriptions().filter(({ customer }) => customer === body.customerId)
  const { pathname } = new URL(await cardLink(test.shop, await rowOf({ subscriptionId: one!.id })))
  test.stripe.changeCard(body.customerId, good)
  await test.shop.payments.followCard(other!.id)
  // Set by hand, back to the one that is refused.
  const refusedBy = test.stripe.charges().find(({ customer }) => customer === body.customerId)!
  other!.default_payment_method = refusedBy.payment_method
  const page = await (await test.app.request(`${pathname}/done`)).text()
  expect(page).toContain('We tried to charge $69.50, and the bank said no.')
  expect(paidBy(body.customerId)).toBe(2)
})

it('a new card isn’t charged, or called refused, while the bank examines a payment', async () => {
  const member = await refused()
  const { id } = await rowOf(member)
  await test.shop.db
    .update(membershipPayments)
    .set({ dispute: 'open' })
    .where(eq(membershipPayments.membershipId, id))
  test.stripe.webhooks.hold()
  test.stripe.changeCard(member.customerId, good)
  const { pathname } = new URL(await cardLink(test.shop, await rowOf(member)))
  const page = await (await test.app.request(`${pathname}/done`)).text()
  await test.stripe.webhooks.release()
  await test.pass(minute)
  expect(paidBy(member.customerId)).toBe(1)
  const said = 'Your bank is looking into a payment. Until it decides, we won’t charge what’s open.'
  expect(page, 'no one is told that the card was refused').toContain(said)
  expect(test.mails).toMatchObject([
    { kind: 'card-changed', subject: 'Your new card is set', text: expect.stringContaining(said) },
  ])
})

it('a card set by hand on the subscription wins over an older choice', async () => {
  const member = await join()
  const chosen = test.stripe.changeCard(member.customerId, good)
  await test.pass(minute)
  const subscription = test.stripe.subscriptions().find(({ id }) => id === member.subscriptionId)!
  expect(subscription.default_payment_method).toBe(chosen.id)
  subscription.default_payment_method = test.stripe
    .charges()
    .find(({ customer }) => customer === member.customerId)!.payment_method
  await syncCards(test.shop, member.customerId)
  expect(subscription.default_payment_method).not.toBe(chosen.id)
})

it('the bill of an ended membership is voided', async () => {
  const member = await refused()
  for (let days = 0; days < 22; days++) {
    await test.pass(day)
    await endUnpaid(test.shop)
  }
  expect(await rowOf(member)).toMatchObject({ status: 'ended' })
  expect(openBill(member.customerId)).toBeUndefined()
  expect(kinds().filter((kind) => kind?.startsWith('renewal-failed'))).toEqual([
    'renewal-failed-3',
    'renewal-failed-7',
    'renewal-failed-18',
  ])
})

it('an expiring card is announced once per card, before the next charge', async () => {
  const { body } = await test.start([selfItem('monthly'), selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  test.mails.length = 0
  const member = { customerId: body.customerId as string }
  const both = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.customerId, member.customerId))
  expect(both).toHaveLength(2)
  const { paidUntil } = both[0]!
  // No card is checked on the charge day or after a refusal, and a card is valid through its month.
  const isTheirs = eq(memberships.customerId, member.customerId)
  const asFound = async (changes: Partial<typeof memberships.$inferInsert>, lastMonth: string) => {
    await test.shop.db.update(memberships).set(changes).where(isTheirs)
    const cardOf = vi
      .spyOn(test.shop.payments, 'cardOf')
      .mockResolvedValue({ cardId: 'pm_x', lastMonth } as never)
    await enqueueExpiringCardMails(test.shop)
    const asked = cardOf.mock.calls.length
    cardOf.mockRestore()
    const ofCards = eq(outbox.kind, 'card-expiring')
    return [asked, await test.shop.db.$count(outbox, ofCards)]
  }
  const today = shopDay(test.shop)
  expect(await asFound({ paidUntil: today }, '2020-01')).toEqual([0, 0])
  const soon = addDays(today, 10)
  expect(await asFound({ paidUntil: soon, status: 'past_due' }, '2020-01')).toEqual([0, 0])
  expect(await asFound({ status: 'active' }, soon.slice(0, 7))).toEqual([2, 0])
  await test.shop.db.update(memberships).set({ paidUntil, cardCheckedFor: null }).where(isTheirs)
  const [year, month] = paidUntil.split('-').map(Number) as [number, number]
  test.stripe.expireCards(member.customerId, month === 1 ? year - 1 : year, month === 1 ? 12 : month - 1)
  let toldOn = ''
  let plannedFor: Date | undefined
  // It's found at night, and announced in the morning.
  await test.pass(day - (+test.clock.now() % day) + 7 * 60 * minute)
  for (let days = 0; days < 45; days++) {
    await test.pass(day)
    await enqueueExpiringCardMails(test.shop)
    const [waiting] = await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'card-expiring'))
    plannedFor ??= waiting?.runAt
    await test.work()
    if (kinds().includes('card-expiring')) toldOn ||= shopDay(test.shop)
  }
  expect(toldOn <= addDays(paidUntil, -12), `${toldOn} for ${paidUntil}`).toBe(true)
  expect(plannedFor?.toLocaleTimeString('en-US', { timeZone: test.shop.config.timeZone })).toBe('9:00:00 AM')
})
