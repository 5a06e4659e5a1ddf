import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import type { Figures, LostWhy } from '../../../domain/admin/dashboard-contracts.ts'
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts'
import { addDrops, dropsBetween, firstDrop } from '../../../domain/drop.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { type FigureSum, sumsOf } from '../../figures/add-up.ts'
import { sumDue } from '../../figures/due-charges.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'

/** Length in days of the dashboard's "recent" period, including today. */
const latelyDays = 30

/** The first and last day of the recent period. */
export function lately(shop: Shop): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(shopDay(shop), 1 - latelyDays), to: shopDay(shop) }
}
export function toCome(shop: Shop): { from: CalendarDate; to: CalendarDate } {
  return { from: shopDay(shop), to: addDays(shopDay(shop), latelyDays - 1) }
}

const membersOf = (sums: FigureSum[]) => sums.reduce((total, { number }) => total + number, 0)

/** Active members, their monthly revenue, who joined and left, and the coming charges. */
export async function memberFigures(shop: Shop) {
  const days = lately(shop)
  const dayBefore = addDays(days.from, -1)
  const recurring = await sumsOf(shop, 'recurring')
  const joined = await sumsOf(shop, 'joined')
  const lostBefore = membersOf(await sumsOf(shop, 'lost', { to: dayBefore }))
  const ofStage = await sumsOf(shop, 'gift')
  const newly = joined.filter(({ of }) => of >= days.from && of <= days.to)
  const before = joined.filter(({ of, by }) => of <= dayBefore && by === 'self')
  return {
    activeMemberships: membersOf(await sumsOf(shop, 'running')),
    renewingMemberships: membersOf(recurring),
    // Rounded once, over the total: a sixth of a payment isn't a whole number of cents.
    monthlyRecurringCents: Math.round(recurring.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    joined: {
      self: membersOf(newly.filter(({ by }) => by === 'self')),
      gift: membersOf(newly.filter(({ by }) => by === 'gift')),
    },
    churn: { left: await leftOf(shop, dayBefore, days), before: membersOf(before) - lostBefore },
    lost: await lostFigures(shop, days),
    gifts: {
      waiting: membersOf(ofStage.filter(({ of }) => of === 'waiting')),
      running: membersOf(ofStage.filter(({ of }) => of === 'running')),
      ended: membersOf(ofStage.filter(({ of }) => of === 'ended')),
    },
    due: await sumDue(shop, toCome(shop)),
    cohorts: await cohortFigures(shop),
    worth: await worthFigures(shop),
  }
}

type Days = { from: CalendarDate; to: CalendarDate }

/** How many members of the day before the period have left since. */
async function leftOf(shop: Shop, dayBefore: CalendarDate, { from, to }: Days): Promise<number> {
  const [row] = await rowsOf<{ members: number }>(
    shop.db,
    sql`select count(*)::int as members from membership_figures
      where lost_on between ${from} and ${to} and joined_on <= ${dayBefore}`,
  )
  return row?.members ?? 0
}

/** Why a member left: 'unpaid' and 'bank' by cause; any other by the reason given with the cancellation, or 'unsaid'. */
export const lostWhy = sql.raw(
  `case when m.lost_by in ('unpaid', 'bank') then m.lost_by else coalesce(m.cancel_reason, 'unsaid') end`,
)

async function lostFigures(shop: Shop, { from, to }: Days): Promise<Figures['lost']> {
  return rowsOf<{ why: LostWhy; members: number }>(
    shop.db,
    sql`select ${lostWhy} as why, count(*)::int as members
      from membership_figures f join memberships m on m.id = f.membership_id
      where f.lost_on between ${from} and ${to} and m.lost_at is not null group by 1 order by 2 desc, 1`,
  )
}

const cohorts = 12

/**
 * Retention of memberships for oneself: of those whose first box was in a drop, how many had a box in each later drop, up
 * to the last drop before the one now on sale. A skip moves a box, so it shows as a gap. Gifts always end, so they're
 * left out.
 */
async function cohortFigures(shop: Shop): Promise<Figures['cohorts']> {
  const current = firstDrop(shopDay(shop))
  const sums = await sumsOf(shop, 'cohort', { from: addDrops(current, 1 - cohorts) })
  return Array.from({ length: cohorts }, (_, index) => addDrops(current, -index)).flatMap((drop) => {
    const kept = Array.from({ length: dropsBetween(drop, current) + 1 }, (_, after) => {
      // Renewals for the drop now on sale can still come in until its cut-off, so no one counts as lost yet.
      if (after > 0 && addDrops(drop, after) >= current) return null
      return sums.find(({ of, by }) => of === drop && by === addDrops(drop, after))?.number ?? 0
    })
    const members = kept[0] ?? 0
    return members > 0 ? [{ drop, members, kept }] : []
  })
}

/** What members have paid, per cohort for the newest ones and combined for all older ones. Every member counts once. */
async function worthFigures(shop: Shop): Promise<Figures['worth']> {
  const oldest = addDrops(firstDrop(shopDay(shop)), 1 - cohorts)
  const sums = await sumsOf(shop, 'worth')
  const names = [
    ...(await readPlans(shop.db)).map(({ id, name }) => ({ planId: id, name })),
    { planId: 'gift', name: 'Gifts' },
  ]
  const byCohort = Map.groupBy(sums, ({ of }) => (of < oldest ? '' : of))
  return {
    plans: names.filter(({ planId }) => sums.some(({ by }) => by === planId)),
    cohorts: [...byCohort]
      .sort(([one], [other]) => (one < other ? 1 : -1))
      .map(([drop, ofCohort]) => ({
        drop: drop || `<${oldest}`,
        plans: [...Map.groupBy(ofCohort, ({ by }) => by)].map(([planId, each]) => ({
          planId,
          members: membersOf(each),
          cents: Math.round(each.reduce((sum, { amountCents }) => sum + amountCents, 0)),
        })),
      })),
  }
}
