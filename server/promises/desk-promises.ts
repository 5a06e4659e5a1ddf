import { stateName } from '../../domain/address.ts'
import { genderNames, styleNames } from '../../domain/belt.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { dropName } from '../../domain/drop.ts'
import { isLow } from '../../domain/stock-needs.ts'
import { openWarnings } from '../books/sales-tax.ts'
import { comingNeeds } from '../curation/stock-needs.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'

/** Days before a drop's cut-off from which low stock is a matter of today: more can still be had. */
const leadDays = 14

/** Styles and sizes of which too little is left after the coming drop. */
export async function shortages(shop: Shop) {
  const { drop, cutOffDay, threshold, needs } = await comingNeeds(shop)
  const today = shopDay(shop)
  const from = addDays(cutOffDay, -leadDays)
  return needs
    .filter((need) => isLow(need, threshold))
    .map(({ gender, style, size, stock, promised, expected, left }) => ({
      id: `${gender}-${style}-${size}`,
      what: `${genderNames[gender]}, ${styleNames[style]}, size ${size}: ${dropName(drop)} needs ${promised + expected}, ${
        left < 0 ? `${-left} short` : `${left === 0 ? 'none' : left} left over`
      } with ${stock} on the shelf`,
      ...{ dueOn: from < today ? today : from, dueAt: null, since: today, person: null },
      act: { label: 'Stock', to: '/admin/belts/stock' },
    }))
}

/** States into which so much was shipped that the shop may have to collect their tax. */
export async function thresholds(shop: Shop) {
  return (await openWarnings(shop)).map(({ state, level, warnedOn }) => ({
    id: state,
    what:
      level >= 100
        ? `${stateName(state)}: the sales tax threshold is reached, and no tax is collected`
        : `${stateName(state)}: ${level} % of the sales tax threshold is reached`,
    ...{ dueOn: warnedOn, dueAt: null, since: warnedOn, person: null },
    act: { label: 'Sales tax', to: '/admin/sales-tax' },
  }))
}
