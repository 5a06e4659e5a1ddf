import { sql } from 'drizzle-orm'
import { countsOf } from '../../../db/rows.ts'
import { exchangeState } from '../../../db/states.ts'
import { goneReplacements } from '../../exchanges/gone-replacements.ts'
import type { Shop } from '../../shop.ts'
import { countExchanges } from '../exchanges/list-exchanges.ts'
import { type HealthLine, line } from './health-line.ts'

/** How long an exchange may stay open after its last day before the shop has not done its work, in milliseconds. */
const grace = 24 * 60 * 60_000

/** Belts that go back: promised days that have passed, and replacements that are gone. */
export async function exchangeFacts(shop: Shop): Promise<HealthLine[]> {
  const { late } = await countExchanges(shop)
  const over = new Date(shop.now().getTime() - grace).toISOString()
  const { overdue, gone } = await countsOf(shop.db, {
    overdue: sql`select count(*) from exchanges where state in ${exchangeState.list('requested')} and kind <> 'damaged' and expires_at <= ${over}::timestamptz`,
    gone: sql`select count(*) from ${goneReplacements} gone`,
  })
  const link = { label: 'Exchanges', to: '/admin/exchanges' }
  return [
    line('exchanges-late', 'Exchanges past their promised day', late, late > 0 && 'bad', {
      advice:
        'The belt is back, or came damaged, for more than 7 days: ship the replacement or give the money.',
      link,
    }),
    line('exchanges-without-stock', 'Replacements of which no piece is left', gone, gone > 0 && 'bad', {
      advice: 'Send something else, or give the money back; or correct the stock where the piece is there.',
      link,
    }),
    line('exchanges-overdue', 'Belts waited for longer than 30 days', overdue, overdue > 0 && 'watch', {
      advice: 'The shop ends these by itself, and has not: see whether its jobs run, or cancel them.',
      link,
    }),
  ]
}
