import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { demoIntents, demoRefunds } from '../../../db/schema.ts'
import { addDays, type CalendarDate, calendarDateIn, instantAt } from '../../../domain/calendar-date.ts'
import { shareOfCents } from '../../../domain/money.ts'
import type { BalanceState } from '../../shop/payment-states.ts'
import type { Demo } from './demo.ts'

type Moved = BalanceState & { createdAt: Date; payoutId: string | null }

/** Days between a movement and its payout. */
const paysOutAfter = 2

/**
 * The movements of the demo's balance, oldest first. Each payment costs a fee of 2.9% and 30 cents; a day's movements are
 * paid out two days later at noon. Calculated anew each time from the demo's own rows.
 */
export async function demoBalance(demo: Demo): Promise<Moved[]> {
  const paid = await demo.db
    .select()
    .from(demoIntents)
    .where(
      and(eq(demoIntents.status, 'succeeded'), gt(demoIntents.amountCents, 0), isNotNull(demoIntents.paidAt)),
    )
  const given = await demo.db.select().from(demoRefunds)
  const moved = [
    ...paid.map(({ id, amountCents, paidAt }) =>
      movement(id, 'charge', amountCents, paidAt!, shareOfCents(amountCents, 290) + 30),
    ),
    ...given.map(({ id, amountCents, createdAt }) => movement(id, 'refund', -amountCents, createdAt)),
  ].sort(byAge)
  return [...moved, ...payOut(demo, moved)].sort(byAge)
}

const byAge = (one: Moved, other: Moved) => +one.createdAt - +other.createdAt || (one.id < other.id ? -1 : 1)

function movement(
  sourceId: string,
  category: string,
  amountCents: number,
  createdAt: Date,
  feeCents = 0,
): Moved {
  const id = `txn_${sourceId}`
  return { id, category, amountCents, feeCents, sourceId, description: null, createdAt, payoutId: null }
}

/** The payouts so far; sets payoutId on each movement that a payout includes. */
function payOut({ timeZone, now }: Demo, moved: Moved[]): Moved[] {
  const payouts: Moved[] = []
  let waiting: Moved[] = []
  for (const [day, those] of Map.groupBy(moved, (each) => calendarDateIn(timeZone, each.createdAt))) {
    waiting.push(...those)
    const at = noonOf(addDays(day, paysOutAfter), timeZone)
    const sum = waiting.reduce((all, { amountCents, feeCents }) => all + amountCents - feeCents, 0)
    if (at > now() || sum <= 0) continue
    const payout = { ...movement(`po_demo_${day}`, 'payout', -sum, at), payoutId: `po_demo_${day}` }
    for (const each of waiting) each.payoutId = payout.payoutId
    payouts.push(payout)
    waiting = []
  }
  return payouts
}

function noonOf(day: CalendarDate, timeZone: string): Date {
  return instantAt(day, 12, timeZone)
}
