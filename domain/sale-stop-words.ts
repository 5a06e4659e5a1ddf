import { type Style, styleNames } from './belt.ts'
import { formatDate } from './calendar-date.ts'
import { findPlan, type Plan } from './plan.ts'
import type { SaleStop } from './sale-stop.ts'

/** What can't be bought now and from when it can: "We’re out of dress belts in size 36. You can order them again …". */
export function stopSentence({ planId, style, size, untilDay }: SaleStop, plans: readonly Plan[]): string {
  const belts = style ? `${styleNames[style as Style]?.toLowerCase() ?? style} belts` : 'belts'
  const sized = size ? `${belts} in size ${size}` : belts
  const plan = planId && (findPlan(plans, planId)?.name ?? planId)
  const [what, it] = plan
    ? style || size
      ? [`We’re not selling the ${plan} plan for ${sized} right now.`, 'it']
      : [`We’re not selling the ${plan} plan right now.`, 'it']
    : style || size
      ? [`We’re out of ${sized}.`, 'them']
      : ['We’re not taking new orders right now.', '']
  if (untilDay === null) return what
  return `${what} You can order${it && ` ${it}`} again from ${formatDate(untilDay)}.`
}
