import { describe, expect, it } from 'vitest'
import { promotionCodes } from '../../db/schema.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { checkBooks } from '../../test/months/books.ts'
import { buyersOfAYear, codes } from '../../test/months/buyers.ts'
import { clubMonths } from '../../test/months/club-months.ts'
import { checkJournal } from '../../test/months/journal.ts'
import { runMonths } from '../../test/months/run-months.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { compareMoneyNow } from './compare-money.ts'

const memberships = sized(4, 150)
/** How likely a member wishes for something on one of six days a month. */
const liveliness = sized(0.1, 0.1)

/** Renewals of every length, plan changes, refused charges, and disputes that end either way. */
function expectEveryKind({ stripe }: StripeShop) {
  const paid = stripe.invoices().filter(({ status }) => status === 'paid')
  const of = (reason: string) => paid.filter((bill) => bill.billing_reason === reason)
  const intervals = of('subscription_cycle').map((bill) => bill.lines.data[0]!.period)
  const days = new Set(intervals.map(({ start, end }) => (end - start > 100 * 86_400 ? 'long' : 'month')))
  expect(days).toEqual(new Set(['month', 'long']))
  expect(of('subscription_update')).not.toEqual([])
  expect(stripe.charges().filter((charge) => !charge.paid)).not.toEqual([])
  expect(new Set(stripe.disputes().map(({ status }) => status))).toEqual(new Set(['won', 'lost']))
}

describe('three simulated years', () => {
  // The same months each time; `npm run soak` lives others.
  const seed = runSeed()

  it('charge exactly what is due, nothing twice, and never renew a gift', async () => {
    const random = seededRandom(seed)
    const test = await createStripeShop({ seed })
    try {
      await test.shop.db.insert(promotionCodes).values(codes)
      const club = clubMonths(test, random)
      const buyers = buyersOfAYear(memberships, random)
      const course = { from: '2026-12', months: sized(8, 36), buyers, liveliness }
      expect(await runMonths(club, course), `SEED=${seed}`).toBeNull()
      // By chance, so it is asked of the months that every `npm test` lives, and of the long ones.
      if (sized(seed === 2026, true)) expectEveryKind(test)
      await checkBooks(club, `SEED=${seed}`)
      await checkJournal(club, `SEED=${seed}`)
      await test.pass(20 * 60_000)
      expect((await compareMoneyNow(test.shop)).found, `SEED=${seed}`).toEqual([])
    } finally {
      await test.close()
    }
  }, 3_600_000)
})
