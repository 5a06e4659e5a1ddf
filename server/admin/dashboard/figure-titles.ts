import { eq } from 'drizzle-orm'
import { products } from '../../../db/schema.ts'
import type { FigureKind, LostWhy } from '../../../domain/admin/dashboard-contracts.ts'
import { funnelStepLabels, lostWhyLabel } from '../../../domain/admin/figure-labels.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { type Fit, fitLabel, type Taste, tasteLabel } from '../../../domain/feedback.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'

type Of = { of: string; by: string }

export const isDay = (of: string) => /^\d{4}-\d{2}-\d{2}$/.test(of)
export const isMonth = (of: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(of)
export const isId = (of: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(of)

const month = (of: string) => (isMonth(of) ? dropTitle(of) : of)
const and = (words: string | undefined) => (words ? `: ${words}` : '')
const forWhom = (by: string) => and(by && (by === 'gift' ? 'gifts' : 'for themselves'))

const stages: Record<string, string> = {
  waiting: 'Gifts not begun',
  running: 'Gifts running',
  ended: 'Gifts that ended',
}

/** Titles for the rows behind each figure. */
const titles: Record<FigureKind, (of: Of, shop: Shop) => string | Promise<string>> = {
  orders: ({ of, by }, shop) =>
    `Orders ${isDay(of) ? `on ${formatDay(of, shopDay(shop))}` : 'in 30 days'}${forWhom(by)}`,
  running: () => 'Active memberships',
  renewing: () => 'Memberships that renew',
  joined: ({ by }) => `New in 30 days${forWhom(by)}`,
  lost: ({ by }) => `Lost in 30 days${and(lostWhyLabel[by as LostWhy])}`,
  gifts: ({ of }) => stages[of] ?? 'Gifts',
  cohort: ({ of, by }) =>
    of === by
      ? `Members whose first box was in ${month(of)}`
      : `Members since ${month(of)} with a box in ${month(by)}`,
  worth: async ({ of, by }, shop) => {
    const since = of.startsWith('<') ? `before ${month(of.slice(1))}` : of && `since ${month(of)}`
    return `What members${since && ` ${since}`} brought in${and(await planName(shop, by))}`
  },
  due: () => 'Renewals of the next 30 days',
  owed: () => 'Boxes paid for and not shipped',
  boxes: ({ of, by }) => `${month(of)}’s boxes${and(by)}`,
  recognized: ({ of }) => `Revenue recognized in ${month(of)}`,
  belt: async ({ of, by }, shop) =>
    `What members said of ${await beltName(shop, of)}${and(fitLabel[by as Fit] ?? tasteLabel[by as Taste])}`,
  funnel: ({ of, by }) => `Through the quiz in 30 days${and(of)}${and(funnelStepLabels[Number(by) - 1])}`,
  newsletter: ({ of, by }) => `Newsletter: ${by === 'left' ? 'left' : 'joined'} in ${month(of)}`,
}

/** The heading over the rows behind a figure. */
export async function figureTitle(shop: Shop, figure: FigureKind, of: string, by: string): Promise<string> {
  return titles[figure]({ of, by }, shop)
}

async function planName(shop: Shop, id: string): Promise<string> {
  if (id === 'gift') return 'gifts'
  return (await readPlans(shop.db)).find((plan) => plan.id === id)?.name ?? id
}

async function beltName(shop: Shop, id: string): Promise<string> {
  if (!isId(id)) return 'a belt'
  const [belt] = await shop.db.select({ name: products.name }).from(products).where(eq(products.id, id))
  return belt?.name ?? 'a belt'
}
