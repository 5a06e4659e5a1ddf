import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { salesTaxWarnings } from '../../db/schema.ts'
import { stateName } from '../../domain/address.ts'
import type { StateTax } from '../../domain/admin/sales-tax-contracts.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import type { Download } from '../../domain/contract.ts'
import { dollarsOfCents } from '../../domain/money.ts'
import {
  type NexusThreshold,
  nexusThresholds,
  type Span,
  shareOf,
  spansOf,
  thresholdText,
  warnLevels,
  withoutThreshold,
} from '../../domain/nexus.ts'
import { type TaxRule, taxRuleOf } from '../../domain/tax.ts'
import { csvDownload } from '../documents/csv-download.ts'
import { readTaxRules } from '../ledger/quote-tax.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Period, requirePeriod } from './books.ts'
import { refreshShippedDays } from './shipped-days.ts'

type Sold = { cents: number; sales: number }
type SoldByState = Map<string, Sold>

/** Every state shipped to, or with a rule; closest to its threshold first. */
export async function readStates(shop: Shop): Promise<StateTax[]> {
  await refreshShippedDays(shop)
  const today = shopDay(shop)
  const rules = await readTaxRules(shop.db)
  const sold = await soldWithin(shop, today)
  const states = new Set(['CA', ...rules.map(({ state }) => state), ...sold.states])
  const warned = await openWarnings(shop, rules)
  return [...states]
    .map((state) => viewOf(state, { today, rules, sold, warned }))
    .sort((one, other) => other.share - one.share || (one.name < other.name ? -1 : 1))
}

type Known = {
  today: CalendarDate
  rules: TaxRule[]
  sold: { of: (span: Span) => SoldByState; states: string[] }
  warned: Warning[]
}

function viewOf(state: string, { today, rules, sold, warned }: Known): StateTax {
  const threshold = nexusThresholds.get(state)
  const spans = spansOf(threshold?.period ?? 'year', today)
  const [nearest] = spans
    .map((span) => ({ span, sold: sold.of(span).get(state) ?? { cents: 0, sales: 0 } }))
    .map((each) => ({ ...each, share: threshold ? shareOf(threshold, each.sold) : 0 }))
    .sort((one, other) => other.share - one.share || other.sold.cents - one.sold.cents)
  const rule = taxRuleOf(rules, state, today)
  return {
    ...{ state, name: stateName(state) },
    ...{ salesCents: nearest!.sold.cents, sales: nearest!.sold.sales, ...nearest!.span },
    share: nearest!.share,
    threshold: threshold ? thresholdText(threshold) : null,
    note: threshold ? threshold.note : withoutThreshold(state),
    rule: rule && { way: rule.way, ratePercent: rule.ratePercent, from: state === 'CA' ? null : rule.from },
    planned: rules
      .filter((each) => each.state === state && each.from > today)
      .map(({ from, way, ratePercent }) => ({ from, way, ratePercent })),
    warning: warned.find((each) => each.state === state)?.level ?? null,
  }
}

/** What was shipped to each state in every period that any state's threshold uses, in one query. */
async function soldWithin(shop: Shop, today: CalendarDate) {
  const periods: NexusThreshold['period'][] = ['year', 'rolling', 'quarters', 'september']
  const spans = periods.flatMap((period) => spansOf(period, today))
  const first = spans.reduce((least, { from }) => (from < least ? from : least), today)
  const columns = spans.flatMap(({ from, to }, index) => [
    sql`coalesce(sum(value) filter (where day between ${from} and ${to}), 0) * 100 as ${sql.identifier(`cents${index}`)}`,
    sql`coalesce(sum(sales) filter (where day between ${from} and ${to}), 0) as ${sql.identifier(`sales${index}`)}`,
  ])
  const rows = await rowsOf<Record<string, string> & { state: string }>(
    shop.db,
    sql`select state, ${sql.join(columns, sql`, `)} from shipped_days
      where day >= ${first} and length(state) = 2 group by state`,
  )
  const bySpan = new Map(
    spans.map(({ from, to }, index) => [
      `${from} ${to}`,
      new Map(
        rows.map((row) => [
          row.state,
          { cents: Math.round(Number(row[`cents${index}`])), sales: Number(row[`sales${index}`]) },
        ]),
      ),
    ]),
  )
  return {
    of: ({ from, to }: Span): SoldByState => bySpan.get(`${from} ${to}`) ?? new Map(),
    states: rows.map(({ state }) => state),
  }
}

export type Warning = { state: string; level: number; warnedOn: CalendarDate }

/** Records states that are near or above their threshold without collecting tax, each level once a year. */
export async function watchThresholds(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  const near = (await readStates(shop)).flatMap(({ state, share, rule, planned }) => {
    const level = warnLevels.find((each) => share * 100 >= each)
    const isSettled = rule !== null || planned.some(({ way }) => way !== 'none')
    return level && !isSettled ? [{ state, level, year: Number(today.slice(0, 4)), warnedOn: today }] : []
  })
  if (near.length > 0) await shop.db.insert(salesTaxWarnings).values(near).onConflictDoNothing()
}

/** Warnings the owner hasn't dealt with, by collecting tax or dismissing them; the highest level per state. */
export async function openWarnings(shop: Shop, known?: TaxRule[]): Promise<Warning[]> {
  const rules = known ?? (await readTaxRules(shop.db))
  const rows = await shop.db
    .select({
      state: salesTaxWarnings.state,
      level: salesTaxWarnings.level,
      warnedOn: salesTaxWarnings.warnedOn,
    })
    .from(salesTaxWarnings)
    .where(and(isNull(salesTaxWarnings.seenAt), eq(salesTaxWarnings.year, Number(shopDay(shop).slice(0, 4)))))
    .orderBy(asc(salesTaxWarnings.warnedOn))
  const today = shopDay(shop)
  const isSettled = (state: string) =>
    taxRuleOf(rules, state, today) !== null ||
    rules.some((rule) => rule.state === state && rule.from > today && rule.way !== 'none')
  return rows.filter(
    ({ state, level }) =>
      !isSettled(state) && !rows.some((other) => other.state === state && other.level > level),
  )
}

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
 * The figures for a state sales tax return for a period, in US dollars: charges and refunds, also of boxes that the bank
 * gave back before they shipped, by the day of the money,
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
        union all
        select p.ship_state, t.amount, t.tax from lost_taxes t join membership_payments p on p.id = t.payment_id
          where ${within('t.at')}
        union all
        select p.ship_state, -t.amount, -t.tax from lost_taxes t join membership_payments p on p.id = t.payment_id
          where t.undone_at is not null and ${within('t.undone_at')}
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
