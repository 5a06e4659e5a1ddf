import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { promotionCodes, refunds } from '../../db/schema.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { compareMoneyNow } from '../../server/billing/compare-money.ts'
import { settleRefund } from '../../server/billing/refund-order.ts'
import { openStrays } from '../../server/books/stray-movements.ts'
import { checkHealth } from '../../server/health/check-health.ts'
import { shopDay } from '../../server/shop/shop.ts'
import { background } from '../../server/worker.ts'
import { clubOwner } from '../club-owner.ts'
import { createStripeShop } from '../create-stripe-shop.ts'
import { seededRandom } from '../random.ts'
import { acts, explain } from './acts.ts'
import { moneyChecks } from './checks.ts'

const codes = [
  { code: 'TEN', percentOff: 10, duration: 'forever' },
  { code: 'FREE', percentOff: 100, duration: 'once' },
  // Of a month it leaves 30 cents, which a card can't be charged.
  { code: 'NEARLYFREE', amountOffCents: 6920, duration: 'forever' },
]

export type MoneyLife = Awaited<ReturnType<typeof beginMoneyLife>>

/** A shop with a strict provider, whose events come late, twice and in any order. */
export async function beginMoneyLife(seed: number) {
  const test = await createStripeShop({ seed })
  const random = seededRandom(seed)
  await test.shop.db.insert(promotionCodes).values(codes)
  test.stripe.webhooks.hold()
  const chance = (share: number) => random() < share
  return {
    ...{ seed, test, random, chance },
    oneOf: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!,
    owner: clubOwner(test, { random, pieces: 20, sendsMails: true }),
    /** payments that someone charged at the provider by hand */
    byHand: new Set<string>(),
    diary: [] as string[],
  }
}

const hours = [9, 13, 18, 23]
const notDaily = ['money to compare', 'the letter of the month', 'mails to forget']

/** Lines of Health about belts: this owner has too few of them, and no time. */
const ofBelts = ['drops-late', 'exchanges-late', 'exchanges-without-stock']

/** One round of all that a worker does; money is compared once a week. */
async function work({ test, chance, random }: MoneyLife, isWhole: boolean) {
  const { webhooks } = test.stripe
  const dice = random()
  if (dice < 0.2) webhooks.lose()
  else if (dice < 0.5) await webhooks.deliverTwiceShuffled(random)
  else if (dice < 0.9 || isWhole) await webhooks.deliver(chance(0.5) ? undefined : () => chance(0.5))
  if (isWhole) await webhooks.deliver()
  for (const [name, part] of Object.entries(background)) if (!notDaily.includes(name)) await part(test.shop)
  await test.work()
}

/** Advances to an instant in steps, at each of which something is due at the provider or here. */
async function passTo(life: MoneyLife, at: Date) {
  const { stripe } = life.test
  for (let due = stripe.nextDueAt(); due !== null && due < +at; due = stripe.nextDueAt()) {
    await stripe.advanceTo(new Date(Math.max(due, +life.test.clock.now()) + 1000))
    if (life.chance(0.8)) await work(life, false)
  }
  await stripe.advanceTo(new Date(Math.max(+at, +life.test.clock.now())))
}

async function happens(life: MoneyLife, name: string) {
  try {
    await acts[name]!(life)
    life.diary.push(`${life.test.clock.now().toISOString()} ${name}`)
  } catch (error) {
    // What the shop, or the provider, refuses doesn't happen. Anything else is a bug.
    const isRefusal = error instanceof ShopError || (error as { type?: string }).type?.startsWith('Stripe')
    const isNothing =
      error instanceof Error && /^(nobody|nothing|no |every|disputed twice)/.test(error.message)
    const isRefusedStep = error instanceof Error && /^(\{"code"|the handover is at)/.test(error.message)
    if (!isRefusal && !isNothing && !isRefusedStep) throw error
    life.diary.push(`${life.test.clock.now().toISOString()} ${name}: ${(error as Error).message}`)
  }
}

/**
 * Lives through months, day by day, and checks the books at the end of each day. At the end everything is decided, and Health
 * must be good.
 */
export async function liveWithMoney(life: MoneyLife, { days, members }: { days: number; members: number }) {
  const { test, oneOf, chance, owner, diary } = life
  const zone = test.shop.config.timeZone
  const checks = moneyChecks(life)
  const names = Object.keys(acts).filter((name) => !name.startsWith('joins'))
  let joined = 0
  for (let day: CalendarDate = '2026-11-22', lived = 0; lived < days; day = addDays(day, 1), lived++) {
    await passTo(life, instantAt(day, oneOf(hours), zone))
    // Most join in the first year, some on the evening of a month's last day.
    if (
      joined < members &&
      (lived === 0 || chance((members * 2) / Math.min(days, 365)) || day.endsWith('-31'))
    ) {
      joined++
      await happens(life, chance(0.15) ? 'joins by transfer' : 'joins')
    }
    for (let times = oneOf([0, 0, 1, 1, 2]); times > 0; times--) await happens(life, oneOf(names))
    await owner.work(day, day.slice(0, 7))
    await passTo(life, new Date(+instantAt(addDays(day, 1), 0, zone) - 1000))
    await work(life, true)
    await checks.atEndOf(day)
    if (lived % 30 === 29) await checks.closedMonths(day)
  }
  await settle(life)
  await checks.atEndOf(shopDay(test.shop))
  await checks.closedMonths(shopDay(test.shop))
  const where = `SEED=${life.seed}\n${diary.join('\n')}`
  expect((await compareMoneyNow(test.shop)).found, where).toEqual([])
  const { lines } = await checkHealth(test.shop, [])
  const bad = lines.filter(({ id, state }) => state === 'bad' && !ofBelts.includes(id))
  expect(bad, where).toEqual([])
}

/** The bank decides, the owner explains and pays what waits for a hand, and nothing more happens for a while. */
async function settle(life: MoneyLife) {
  const { test } = life
  for (const { id, status } of test.stripe.disputes()) {
    if (['won', 'lost', 'prevented', 'warning_closed'].includes(status)) continue
    test.stripe.closeDispute(id, life.oneOf(['won', 'lost']))
  }
  for (let round = 0; round < 3; round++) {
    await passTo(life, new Date(+test.clock.now() + 2 * 86_400_000))
    await work(life, true)
    await payByHand(life)
    if ((await openStrays(test.shop)).length > 0) await explain(life)
    await owners(life)
  }
}

async function owners({ owner, test }: MoneyLife) {
  const today = shopDay(test.shop)
  for (const date of ['05', '12', '19']) await owner.work(`${today.slice(0, 8)}${date}`, today.slice(0, 7))
}

/** Refunds that only a hand can pay are tasks on Today: here they are paid. */
async function payByHand({ test }: MoneyLife) {
  const failed = await test.shop.db.select().from(refunds).where(eq(refunds.status, 'failed'))
  for (const { id } of failed) await settleRefund(test.shop, id, async () => {})
}
