import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import { quizState } from '../../../db/states.ts'
import { addDays, addMonths } from '../../../domain/calendar-date.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'

const months = 12
const funnelDays = 30

/** Those who look and sign up: the newsletter's growth and how far visitors go through the quiz. */
export async function crowdFigures(shop: Shop) {
  return { newsletter: await newsletterByMonth(shop), funnel: await quizFunnel(shop) }
}

async function newsletterByMonth(shop: Shop) {
  const thisMonth = `${shopDay(shop).slice(0, 7)}-01`
  const byMonth = (column: 'subscribed_at' | 'unsubscribed_at') => {
    const month = sql`to_char(${sql.identifier(column)} at time zone ${shop.config.timeZone}, 'YYYY-MM')`
    return rowsOf(
      shop.db,
      sql`select ${month} as month, count(*) as people from newsletter_subscribers
        where ${sql.identifier(column)} is not null group by 1`,
    )
  }
  const joined = await byMonth('subscribed_at')
  const left = await byMonth('unsubscribed_at')
  const of = (rows: Record<string, unknown>[], month: string) =>
    Number(rows.find((row) => row.month === month)?.people ?? 0)
  return Array.from({ length: months }, (_, index) => {
    const month = addMonths(thisMonth, index + 1 - months).slice(0, 7)
    return { month, joined: of(joined, month), left: of(left, month) }
  })
}

async function quizFunnel(shop: Shop) {
  const rows = await rowsOf(
    shop.db,
    sql`select step, sum(count) as reached from quiz_funnel
      where day > ${addDays(shopDay(shop), -funnelDays)}
      and version = (select max(number) from quiz_versions where state in ${quizState.list('published')}) group by 1`,
  )
  return Array.from({ length: 7 }, (_, index) => ({
    step: index + 1,
    reached: Number(rows.find((row) => Number(row.step) === index + 1)?.reached ?? 0),
  }))
}
