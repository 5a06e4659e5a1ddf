import { sql } from 'drizzle-orm'
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
export async function labels(shop: Shop) {
  const rows = await rowsOf<Timed>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(sql`x.created_at`)} as at, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
      where x.state in ${exchangeState.list('requested')} and ${isSentBack('x')} and x.label_sent_at is null
      order by x.created_at limit ${maxRows}`,
  )
  const holidays = await findHolidays(shop)
  return rows.map(({ id, at, name, email, orderNumber }) => {
    const createdAt = new Date(at)
    const dueAt = answerDueAt({ createdAt, category: 'order' }, holidays, shop.config.timeZone)
    const what = `Mail a prepaid label for ${returnNumber(id)}, order ${orderNumber}`
    return {
      id,
      what,
      ...onDay(shop, dueAt, createdAt),
      person: { name, email },
      act: { label: 'Exchange', to: '/admin/exchanges' },
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

/** Warranty claims: answered within the hours promised for questions about orders (spec §9, "returns page: 12 hours"). */
export async function claims(shop: Shop) {
  const rows = await rowsOf<Timed>(
    shop.db,
    sql`select x.id::text as id, ${isoInstant(sql`x.created_at`)} as at, ${sentTo}, ${ofOrder}
      from exchanges x join boxes b on b.id = x.box_id ${orderOfBox}
      where x.state in ${exchangeState.list('claimed')} order by x.created_at limit ${maxRows}`,
  )
  const holidays = await findHolidays(shop)
  return rows.map(({ id, at, name, email, orderNumber }) => {
    const createdAt = new Date(at)
    const dueAt = answerDueAt({ createdAt, category: 'order' }, holidays, shop.config.timeZone)
    return {
      id,
      what: `Answer the warranty claim ${returnNumber(id)}, order ${orderNumber}`,
      ...onDay(shop, dueAt, createdAt),
      person: { name, email },
      act: { label: 'Decide', to: '/admin/exchanges?state=claimed' },
    }
  })
}
