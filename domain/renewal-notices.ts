import { addDays, type CalendarDate } from './calendar-date.ts'
import { type PlanId, planIds } from './plan.ts'

/** Days before a charge on which its payer is told (club.md "Renewal law": monthly T-7; 6 and 12 months T-30 and T-14). */
export type NoticeDays = 7 | 14 | 30

/** The notices of a plan, the last one before the charge first. */
export const noticeDaysOf: Record<PlanId, readonly NoticeDays[]> = {
  monthly: [7],
  '6-months': [14, 30],
  '12-months': [14, 30],
}

/** Charges on the days after `after` until `until` are told about `days` ahead, for these plans. */
export type NoticeWindow = { days: NoticeDays; planIds: PlanId[]; after: CalendarDate; until: CalendarDate }

/**
 * Which charges are to be told about on a day, by their own day. Each notice stands from its day until the next one's,
 * so that one which is late is still sent, and one that a later notice has overtaken is not; from the day of the charge
 * on there is nothing to announce.
 */
export function noticeWindows(today: CalendarDate): NoticeWindow[] {
  const all = planIds.flatMap((planId) =>
    noticeDaysOf[planId].map((days, index) => ({
      planId,
      days,
      after: addDays(today, noticeDaysOf[planId][index - 1] ?? 0),
      until: addDays(today, days),
    })),
  )
  const windows: NoticeWindow[] = []
  for (const { planId, days, after, until } of all) {
    const same = windows.find((window) => window.days === days && window.after === after)
    if (same) same.planIds.push(planId)
    else windows.push({ days, planIds: [planId], after, until })
  }
  return windows
}

/** The notice that is due on a day about a charge, or null. */
export function dueRenewalNotice(
  planId: string,
  chargeOn: CalendarDate,
  today: CalendarDate,
): NoticeDays | null {
  const due = noticeWindows(today).find(
    ({ planIds, after, until }) =>
      (planIds as string[]).includes(planId) && chargeOn > after && chargeOn <= until,
  )
  return due?.days ?? null
}
