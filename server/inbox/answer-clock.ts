import { and, isNull } from 'drizzle-orm'
import { contactMessages } from '../../db/schema.ts'
import { answerDueAt, type ContactCategory } from '../../domain/contact.ts'
import { findHolidays } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

type Waiting = Pick<
  typeof contactMessages.$inferSelect,
  'waitingSince' | 'category' | 'answeredAt' | 'doneAt' | 'aside'
>

/** Counts open messages, and those past their promised answer. */
export async function countOpenMessages(shop: Shop, known?: Clock): Promise<{ open: number; late: number }> {
  const dueAt = known ?? (await answerClock(shop))
  const { waitingSince, category, answeredAt, doneAt, aside } = contactMessages
  const open = await shop.db
    .select({ waitingSince, category, answeredAt, doneAt, aside })
    .from(contactMessages)
    .where(and(isNull(doneAt), isNull(aside)))
  return { open: open.length, late: open.filter((each) => isLate(shop, each, dueAt)).length }
}

export type Clock = (row: Pick<typeof contactMessages.$inferSelect, 'waitingSince' | 'category'>) => Date

/** When each message's answer is due, not counting the owner's holidays. */
export async function answerClock(shop: Shop): Promise<Clock> {
  const holidays = await findHolidays(shop)
  return ({ waitingSince, category }) =>
    answerDueAt(
      { createdAt: waitingSince, category: (category ?? '') as ContactCategory | '' },
      holidays,
      shop.config.timeZone,
    )
}

export function isLate(shop: Shop, row: Waiting, dueAt: Clock): boolean {
  return row.answeredAt === null && row.doneAt === null && row.aside === null && dueAt(row) < shop.now()
}
