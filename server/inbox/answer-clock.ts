import { and, isNotNull, isNull } from 'drizzle-orm'
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

/**
 * Conversations set aside as spam, automatic or too many at once; the open list shows how many, so that nothing real
 * is ever out of sight. They are kept for 30 days (domain/retention.ts).
 */
export async function countSetAside(shop: Shop): Promise<number> {
  return shop.db.$count(
    contactMessages,
    and(isNull(contactMessages.doneAt), isNotNull(contactMessages.aside)),
  )
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
