import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { stateName } from '../../domain/address.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import type { Download } from '../../domain/contract.ts'
import { dollarsOfCents } from '../../domain/money.ts'
import { csvDownload } from '../documents/csv-download.ts'
import type { Shop } from '../shop/shop.ts'
import { type Period, requirePeriod } from './books.ts'
import { refreshShippedDays } from './shipped-days.ts'

const columns = [
  'State',
  'Name',
  'Sales charged',
  'Taxed sales',
  'Tax charged',
  'Sales refunded',
  'Tax refunded',
  'Belts shipped',
  'Value shipped',
]

/**
 * The figures for a state sales tax return for a period, in US dollars: charges and refunds by the day of the money,
 * shipments by the day they left. The tax equals the books' tax payable (docs/decisions/051-books.md).
 * @throws ShopError 'invalid_body' for a period that ends before it begins
 */
export function salesTaxReport(shop: Shop, period: Period): Download {
  requirePeriod(period)
  return csvDownload(`sales-tax-${period.from}-${period.to}.csv`, columns, rowsOfStates(shop, period))
}

type Name = 'charged' | 'taxed' | 'tax' | 'refunded' | 'tax_refunded' | 'boxes' | 'value'

async function* rowsOfStates(shop: Shop, { from, to }: Period) {
  await refreshShippedDays(shop)
  const at = (day: string) => sql`${instantAt(day, 0, shop.config.timeZone).toISOString()}::timestamptz`
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${at(from)} and ${sql.raw(column)} < ${at(addDays(to, 1))}`
  const found = await rowsOf<{ state: string } & Record<Name, string>>(
    shop.db,
    sql`with charged as (
        select coalesce(ship_state, '') as state, sum(amount + credit) as charged,
          sum(amount) filter (where tax > 0) as taxed, sum(tax) as tax
        from membership_payments where ${within('paid_at')} group by 1
      ), backs as (
        select p.ship_state, r.amount, r.tax from refunds r join membership_payments p on p.id = r.payment_id
          where ${within('r.created_at')}
        union all
        select p.ship_state, r.amount * n.sign, r.tax * n.sign from refund_moves v join refunds r on r.id = v.refund_id
          join membership_payments p on p.id = r.payment_id
          cross join lateral (select case v.kind when 'failed' then -1 else 1 end as sign) n
          where r.made_by = 'provider' and ${within('v.at')}
      ), refunded as (
        select coalesce(ship_state, '') as state, sum(amount) as refunded, sum(tax) as tax_refunded from backs group by 1
      ), shipped as (
        select state, sum(boxes) as boxes, sum(value) as value from shipped_days where day between ${from} and ${to} group by 1
      )
      select state, coalesce(charged, 0) as charged, coalesce(taxed, 0) as taxed, coalesce(tax, 0) as tax,
        coalesce(refunded, 0) as refunded, coalesce(tax_refunded, 0) as tax_refunded,
        coalesce(boxes, 0) as boxes, coalesce(value, 0) as value
      from charged full join refunded using (state) full join shipped using (state) order by state`,
  )
  for (const { state, boxes, ...row } of found) {
    const dollars = (name: Exclude<Name, 'boxes'>) => dollarsOfCents(Math.round(Number(row[name]) * 100))
    yield [
      ...[state, state === '' ? 'Not known' : stateName(state)],
      ...(['charged', 'taxed', 'tax', 'refunded', 'tax_refunded'] as const).map(dollars),
      ...[Number(boxes), dollars('value')],
    ]
  }
}
