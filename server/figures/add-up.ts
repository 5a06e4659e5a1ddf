import { type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState, membershipStatus } from '../../db/schema/states.ts'
import { membershipFigures } from '../../db/schema.ts'
import { sentStates, unshippedStates, voidStates } from '../../domain/box.ts'
import type { DisputeStage } from '../../domain/dispute.ts'
import { runningStatuses } from '../../domain/membership.ts'
import { leastChargeCents } from '../../domain/promotion.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows of changed memberships processed at a time; several may be of the same one. */
const atOnce = 5000
/** Rows of sums from which they are merged. */
const many = 5000

/**
 * Updates the sums for what changed since the last run: for each membership a trigger recorded, its figures are read again,
 * and the sums change by the difference (docs/decisions/087). One process at a time; purchases never wait for it.
 */
export async function aggregateChanges(shop: Shop): Promise<void> {
  for (let left = true; left; ) {
    left = await shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${membershipFigures} in share row exclusive mode`)
      // Deleted before reading: a later write records its membership again.
      const taken = await rowsOf<{ id: string }>(
        tx,
        sql`delete from changed_memberships where id in (select id from changed_memberships order by id limit ${atOnce})
          returning membership_id::text as id`,
      )
      const ids = [...new Set(taken.map(({ id }) => id))]
      if (ids.length > 0) await addUp(tx, shop, ids)
      return taken.length === atOnce
    })
  }
  await addUpLines(shop)
}

async function addUpLines(shop: Shop) {
  const [row] = await rowsOf<{ lines: number }>(
    shop.db,
    sql`select count(*)::int as lines from (select 1 from figure_lines limit ${many}) few`,
  )
  if (row!.lines < many) return
  await shop.db.execute(sql`
    with gone as (delete from figure_lines returning kind, of_what, by_what, number, amount)
    insert into figure_lines (kind, of_what, by_what, number, amount)
      select kind, of_what, by_what, sum(number), sum(amount) from gone group by 1, 2, 3
      having sum(number) <> 0 or sum(amount) <> 0`)
}

const running = membershipStatus.list(...runningStatuses)
const columns = sql.raw(
  'membership_id, is_gift, is_running, renews, plan_id, cohort, drops, joined_on, lost_on, recurring, stage, worth, due_on, term, off',
)

async function addUp(tx: Transaction, shop: Shop, ids: string[]) {
  const wanted = sql`(${`{${ids.join(',')}}`}::uuid[])`
  await tx.execute(sql`
    with old as (select ${columns} from membership_figures where membership_id = any ${wanted}),
    fresh as (${factsOf(shop.config.timeZone)} where m.id = any ${wanted}),
    kept as (insert into membership_figures (${columns}) select ${columns} from fresh
      on conflict (membership_id) do update set (${columns}) = row(${sql.raw(excluded)})),
    lines as (
      select l.kind, l.of_what, l.by_what, l.number, l.amount from fresh f cross join lateral (${linesOf}) l
      union all
      select l.kind, l.of_what, l.by_what, -l.number, -l.amount from old f cross join lateral (${linesOf}) l)
    insert into figure_lines (kind, of_what, by_what, number, amount)
      select kind, of_what, by_what, sum(number), sum(amount) from lines group by 1, 2, 3
      having sum(number) <> 0 or sum(amount) <> 0`)
}

const excluded =
  'excluded.membership_id, excluded.is_gift, excluded.is_running, excluded.renews, excluded.plan_id, excluded.cohort, excluded.drops, excluded.joined_on, excluded.lost_on, excluded.recurring, excluded.stage, excluded.worth, excluded.due_on, excluded.term, excluded.off'

/** What a membership adds to the dashboard's sums, by kind and subject. */
const linesOf = sql.raw(`
  select 'running' as kind, '' as of_what, '' as by_what, 1 as number, 0::numeric as amount where f.is_running
  union all select 'recurring', '', '', 1, f.recurring where f.recurring is not null
  union all select 'gift', f.stage, '', 1, 0 where f.stage is not null
  union all select 'joined', f.joined_on::text, case when f.is_gift then 'gift' else 'self' end, 1, 0
  union all select 'lost', f.lost_on::text, '', 1, 0 where f.lost_on is not null
  union all select 'cohort', f.cohort, d.drop, 1, 0 from unnest(f.drops) as d(drop) where not f.is_gift
  union all select 'worth', f.cohort, case when f.is_gift then 'gift' else f.plan_id end, 1, f.worth
  union all select 'due', f.due_on::text, '', 1, greatest(0, f.term - f.off) where f.due_on is not null`)

const lost: DisputeStage = 'lost'

/**
 * What a membership brought in, in dollars: money paid before tax, minus refunds made or still due, minus what the bank took
 * in lost disputes, with the tax that isn't taken back for it. If a disputed payment covers several memberships, each bears its share. It matches the
 * books: the money accounts, minus sales tax and refunds payable.
 * @param p the alias of its payment
 */
const worthOf = sql`p.amount
  - coalesce((select sum(r.amount * case r.made_by when 'provider' then 1 - (
      select count(*) filter (where v.kind = 'failed') - count(*) filter (where v.kind <> 'failed')
      from refund_moves v where v.refund_id = r.id) else 1 end)
    from refunds r where r.payment_id = p.id), 0)
  - coalesce((select sum(round(d.amount * (all_of.before + p.amount + p.tax) / nullif(all_of.total, 0), 2)
      - round(d.amount * all_of.before / nullif(all_of.total, 0), 2))
    from disputes d cross join lateral (
      select sum(o.amount + o.tax) as total, coalesce(sum(o.amount + o.tax) filter (where o.id < p.id), 0) as before
      from membership_payments o where o.intent_id = d.intent_id) all_of
    where d.intent_id = p.intent_id and d.state = ${lost} and d.opened_at is not null and d.closed_at is not null), 0)
  + coalesce((select sum(t.tax) from lost_taxes t where t.payment_id = p.id and t.undone_at is null), 0)`

/** The dashboard's figures per membership, one row each; the caller adds `where m.id ...`. */
function factsOf(timeZone: string) {
  const day = (at: string) => sql`(${sql.raw(at)} at time zone ${timeZone})::date`
  const unshipped = boxState.list(...unshippedStates)
  return sql`select m.id as membership_id, m.is_gift, m.status in ${running} as is_running, m.renews,
      coalesce(paid.plan_id, m.plan_id) as plan_id,
      coalesce(had.first_kept, had.first, to_char(coalesce(paid.first_at, m.created_at) at time zone ${timeZone}, 'YYYY-MM')) as cohort,
      coalesce(had.drops, '{}') as drops,
      ${day('coalesce(paid.first_at, m.created_at)')} as joined_on, ${day('m.lost_at')} as lost_on,
      case when m.renews and m.status in ${running} then coalesce(paid.recurring, 0) end as recurring,
      case when not m.is_gift then null when not coalesce(had.is_owed, false) then 'ended'
        when had.is_sent then 'running' else 'waiting' end as stage,
      coalesce(paid.worth, 0) as worth,
      case when m.renews and m.status in ${running} then m.paid_until end as due_on,
      case when m.renews and m.status in ${running} then coalesce(m.renewal_price, i.price) end as term,
      case when m.renews and m.status in ${running} then coalesce(off.cents, 0) / 100.0 end as off
    from memberships m join order_items i on i.id = m.order_item_id
    left join lateral (
      select min(p.paid_at) as first_at, (array_agg(p.plan_id order by p.paid_at, p.id))[1] as plan_id,
        (array_agg((p.amount + p.credit) / p.box_count order by p.paid_at desc, p.id desc)
          filter (where p.box_count > 0 and p.amount + p.credit > 0))[1] as recurring,
        sum(${worthOf}) as worth
      from membership_payments p where p.membership_id = m.id) paid on true
    left join lateral (
      select min(b.drop) filter (where b.state not in ${boxState.list(...voidStates)}) as first_kept, min(b.drop) as first,
        array_agg(distinct b.drop) filter (where b.state not in ${boxState.list(...voidStates)}) as drops,
        bool_or(b.state in ${unshipped}) as is_owed, bool_or(b.state in ${boxState.list(...sentStates)}) as is_sent
      from boxes b where b.membership_id = m.id and b.payment_id is not null) had on true
    left join lateral (
      select ${permanentOff({ plan: sql`m.plan_id`, price: sql`coalesce(m.renewal_price, i.price)` })} as cents
      from checkouts c left join promotion_codes k on k.code = c.promotion_code
      where m.renews and c.order_id = i.order_id) off on true`
}

/**
 * SQL for the cents that a permanent code takes off a term: the rules of `permanentDiscount` (domain/promotion.ts). `i`: the
 * order item, `c`: its checkout, `k`: the checkout's code, if it has one.
 */
export function permanentOff({ plan, price }: { plan: SQL; price: SQL }): SQL {
  const sold = sql`c.snapshot -> 'items' -> i.position`
  const off = sql`(${sold} ->> 'renewalDiscountCents')::numeric`
  const taken = sql`case when ${off} = 0 or ${sold} ->> 'planId' = ${plan} then ${off}
    when not coalesce(k.plans ? ${plan}, true) then 0
    when k.percent_off is null then ${off} else round(${price} * k.percent_off) end`
  const cents = sql`${price} * 100 - (${taken})`
  return sql`case when ${cents} > 0 and ${cents} < ${sql.raw(String(leastChargeCents))} then ${price} * 100 else ${taken} end`
}

/** A row of the sums as last computed: what it is of, and by what. @property amountCents not rounded */
export type FigureSum = { of: string; by: string; number: number; amountCents: number }

/** All sums of a kind. @param from only from this day or drop on @param to only up to this one */
export async function sumsOf(
  shop: Shop,
  kind: 'running' | 'recurring' | 'gift' | 'joined' | 'lost' | 'cohort' | 'worth' | 'due' | 'belt',
  { from = '', to = '~' }: { from?: string; to?: string } = {},
): Promise<FigureSum[]> {
  const rows = await rowsOf<{ of: string; by: string; number: string; amount: string }>(
    shop.db,
    sql`select of_what as of, by_what as by, sum(number) as number, sum(amount) as amount from figure_lines
      where kind = ${kind} and of_what collate "C" between ${from} and ${to} group by 1, 2
      having sum(number) <> 0 or sum(amount) <> 0 order by 1, 2`,
  )
  return rows.map(({ of, by, number, amount }) => ({
    ...{ of, by, number: Number(number), amountCents: Number(amount) * 100 },
  }))
}

/** Rows of box_counts from which they are merged: every statement that moves boxes adds some. */
const manyBoxCounts = 500

/** Merges the counts of boxes (db/schema/boxes.ts); safe while others write or merge. */
export async function aggregateBoxCounts(shop: Shop): Promise<void> {
  const [row] = await rowsOf<{ lines: number }>(
    shop.db,
    sql`select count(*)::int as lines from (select 1 from box_counts limit ${manyBoxCounts}) few`,
  )
  if (row!.lines < manyBoxCounts) return
  await shop.db.execute(sql`
    with gone as (delete from box_counts returning drop, kind, state, boxes, value)
    insert into box_counts (drop, kind, state, boxes, value)
      select drop, kind, state, sum(boxes), sum(value) from gone group by 1, 2, 3 having sum(boxes) <> 0 or sum(value) <> 0`)
}
