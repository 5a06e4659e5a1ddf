import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { exchangeState, isSentBack } from '../../db/schema/states.ts'
import { answerDueAt } from '../../domain/contact.ts'
import { remedyDays, returnNumber } from '../../domain/exchange.ts'
import { isToSettle } from '../exchanges/open-exchanges.ts'
import { settleableSince } from '../ledger/replacements.ts'
import { findHolidays } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'
import { isoInstant, maxRows, ofOrder, onDay, orderOfBox, sentTo, type Timed } from './promise-rows.ts'

/** Returns that still need a label from the shop (spec §1 "prepaid return label"). */
export function labels(shop: Shop) {
  const isWaiting = sql`x.state in ${exchangeState.list('requested')} and ${isSentBack('x')} and x.label_sent_at is null`
  return answers(shop, isWaiting, 'Mail a prepaid label for', { label: 'Exchange', to: '/admin/exchanges' })
}

/** Warranty claims (spec §9, "returns page: 12 hours"). */
export function claims(shop: Shop) {
  const isWaiting = sql`x.state in ${exchangeState.list('claimed')}`
  const act = { label: 'Decide', to: '/admin/exchanges?state=claimed' }
  return answers(shop, isWaiting, 'Answer the warranty claim', act)
}

/** Exchanges that wait for us: each is answered within the hours promised for questions about orders. */
async function answers(shop: Shop, isWaiting: SQL, what: string, act: { label: string; to: string }) {
  const rows = await rowsOf<Timed>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(sql`x.created_at`)} as at, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
      where ${isWaiting} order by x.created_at limit ${maxRows}`,
  )
  const holidays = await findHolidays(shop)
  return rows.map(({ id, at, name, email, orderNumber }) => {
    const createdAt = new Date(at)
    const dueAt = answerDueAt({ createdAt, category: 'order' }, holidays, shop.config.timeZone)
    return {
      id,
      what: `${what} ${returnNumber(id)}, order ${orderNumber}`,
      ...onDay(shop, dueAt, createdAt),
      person: { name, email },
      act,
    }
  })
}

/** Remedies due for belts that are back, or that don't have to come back, once no bank decides first (spec §9 "5-7 business days"). */
export async function remedies(shop: Shop) {
  const rows = await rowsOf<Timed & { remedy: keyof typeof remedyWords }>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(settleableSince)} as at, x.remedy, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
      where ${isToSettle} order by ${settleableSince} limit ${maxRows}`,
  )
  return rows.map(({ id, at, remedy, name, email }) => {
    const from = new Date(at)
    const dueAt = new Date(from.getTime() + remedyDays * 86_400_000)
    const what = `${remedyWords[remedy]} for ${returnNumber(id)}`
    const act = { label: 'Exchange', to: '/admin/exchanges' }
    return { id, what, ...onDay(shop, dueAt, from), dueAt: null, person: { name, email }, act }
  })
}
const remedyWords = {
  replacement: 'Send the replacement',
  refund: 'Send the refund',
  credit: 'Give store credit',
  repair: 'Repair it and send it back,',
}
