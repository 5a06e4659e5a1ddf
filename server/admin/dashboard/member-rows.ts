import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import type { LostWhy } from '../../../domain/admin/dashboard-contracts.ts'
import { lostWhyLabel } from '../../../domain/admin/figure-labels.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { creditsAhead, dueAmount } from '../../figures/due-charges.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Asked, Column, FigureRow } from './figure-row.ts'
import { lately, lostWhy, toCome } from './member-figures.ts'

/** A membership, as the rows show it. */
type Member = {
  id: string
  key: string
  name: string
  email: string | null
  personId: string | null
  plan: string
  joinedOn: string
  cohort: string
  status: string
  lostOn: string | null
  why: LostWhy
  recurring: string | null
  worth: string
  dueOn: string | null
  due: string | null
}

type Shown = Column & { cell: (member: Member) => string | number | null }

const dollars = (amount: string | null) => (amount === null ? null : Math.round(Number(amount) * 100))
const text = (name: string, cell: Shown['cell']): Shown => ({ name, kind: 'text', cell })
const who = [
  text('Name', ({ name }) => name),
  text('Email', ({ email }) => email),
  text('Plan', ({ plan }) => plan),
]
const firstBox = text('First box', ({ cohort }) => dropTitle(cohort))
const joinedOn: Shown = { name: 'Joined', kind: 'day', cell: ({ joinedOn: day }) => day }
const status = text('Status', ({ status: word }) => word.replace('_', ' '))
const worth: Shown = { name: 'Brought in', kind: 'cents', cell: ({ worth: amount }) => dollars(amount) }

/** The indexed column that sorts the rows: descending, unless isAscending. */
type Order = { key: 'joined_on' | 'lost_on' | 'plan_id' | 'due_on'; isAscending?: boolean }

type Which = {
  /** condition on alias f (membership_figures) */
  where: (shop: Shop, asked: Asked) => SQL
  /** whether `where` also uses alias m (memberships) */
  asksMember?: boolean
  /** column of alias f; absent: newest members first */
  order?: (asked: Asked) => Order
  columns: Shown[]
  more?: (shop: Shop, members: Member[]) => Promise<(string | number | null)[][]>
  moreColumns?: Column[]
}

function rowsOfMembers({ where, asksMember, order: orderOf, columns, more, moreColumns = [] }: Which) {
  return {
    columns: [...columns.map(({ name, kind }) => ({ name, kind })), ...moreColumns],
    async read(shop: Shop, asked: Asked): Promise<FigureRow[]> {
      const { key, isAscending = false } = orderOf?.(asked) ?? { key: 'joined_on' }
      const place = sql.raw(`f.${key}`)
      const { after, limit } = asked
      const than = sql.raw(isAscending ? '>' : '<')
      const order = sql.raw(isAscending ? 'asc' : 'desc')
      const type = sql.raw(key === 'plan_id' ? 'text' : 'date')
      const members = await rowsOf<Member>(
        shop.db,
        // Selects the page first, so that the joins run for its rows only.
        sql`with page as (
            select f.* from membership_figures f ${asksMember ? sql`join memberships m on m.id = f.membership_id` : sql``}
            where ${where(shop, asked)}
              ${after ? sql`and (${place}, f.membership_id) ${than} (${after.key}::${type}, ${after.id}::uuid)` : sql``}
            order by ${place} ${order}, f.membership_id ${order} limit ${limit})
          select f.membership_id::text as id, ${place}::text as key, coalesce(m.address ->> 'fullName', '') as name,
            m.payer_email as email, md5(m.payer_email) as "personId", coalesce(s.name, f.plan_id) as plan,
            f.joined_on::text as "joinedOn", f.cohort, m.status, f.lost_on::text as "lostOn", ${lostWhy} as why,
            f.recurring, f.worth, f.due_on::text as "dueOn",
            case when f.due_on is not null then ${dueAmount(shop.config.timeZone)} end as due
          from page f join memberships m on m.id = f.membership_id
          left join subscription_plans s on s.plan_id = f.plan_id
          order by ${place} ${order}, f.membership_id ${order}`,
      )
      const others = more ? await more(shop, members) : []
      return members.map((member, index) => ({
        ...{ id: member.id, key: member.key },
        to: member.personId ? `/admin/people/${member.personId}` : null,
        cells: [...columns.map(({ cell }) => cell(member)), ...(others[index] ?? [])],
      }))
    },
  }
}

const between = (column: string, { from, to }: { from: string; to: string }) =>
  sql`${sql.raw(column)} between ${from}::date and ${to}::date`

const recurring: Shown = {
  name: 'A month',
  kind: 'cents',
  cell: (member) => dollars(member.recurring),
}

const byPlan = (): Order => ({ key: 'plan_id' })

/** Figures that count memberships. */
export const memberRows = {
  running: rowsOfMembers({ where: () => sql`f.is_running`, columns: [...who, joinedOn, status] }),
  renewing: rowsOfMembers({
    where: () => sql`f.recurring is not null`,
    columns: [...who, joinedOn, recurring, { name: 'Next charge', kind: 'day', cell: ({ dueOn }) => dueOn }],
  }),
  joined: rowsOfMembers({
    where: (shop, { by }) =>
      sql`${between('f.joined_on', lately(shop))} ${by ? sql`and f.is_gift = ${by === 'gift'}` : sql``}`,
    columns: [...who, joinedOn, firstBox],
  }),
  lost: rowsOfMembers({
    where: (shop, { by }) =>
      sql`${between('f.lost_on', lately(shop))} and m.lost_at is not null ${by ? sql`and ${lostWhy} = ${by}` : sql``}`,
    asksMember: true,
    order: () => ({ key: 'lost_on' }),
    columns: [
      ...who,
      joinedOn,
      { name: 'Left', kind: 'day', cell: ({ lostOn }) => lostOn },
      text('Why', ({ why }) => lostWhyLabel[why]),
      worth,
    ],
  }),
  gifts: rowsOfMembers({ where: (_, { of }) => sql`f.stage = ${of}`, columns: [...who, joinedOn] }),
  cohort: rowsOfMembers({
    where: (_, { of, by }) => sql`f.cohort = ${of} and not f.is_gift and ${by} = any(f.drops)`,
    order: byPlan,
    columns: [...who, joinedOn, status],
  }),
  worth: rowsOfMembers({
    where: (
      _,
      { of, by },
    ) => sql`${of.startsWith('<') ? sql`f.cohort < ${of.slice(1)}` : of ? sql`f.cohort = ${of}` : sql`true`}
      ${by === 'gift' ? sql`and f.is_gift` : by ? sql`and not f.is_gift and f.plan_id = ${by}` : sql``}`,
    order: (asked) =>
      asked.of.startsWith('<')
        ? { key: 'joined_on', isAscending: true }
        : asked.of
          ? byPlan()
          : { key: 'joined_on' },
    columns: [...who, joinedOn, firstBox, worth],
  }),
  due: rowsOfMembers({
    where: (shop) => between('f.due_on', toCome(shop)),
    order: () => ({ key: 'due_on', isAscending: true }),
    columns: [
      ...who,
      { name: 'Due', kind: 'day', cell: ({ dueOn }) => dueOn },
      { name: 'Before tax', kind: 'cents', cell: ({ due }) => dollars(due) },
    ],
    moreColumns: [{ name: 'From store credit', kind: 'cents' }],
    async more(shop, members) {
      const credits = members.length > 0 ? await creditsAhead(shop) : new Map()
      return members.map(({ id }) => [credits.get(id)?.creditCents ?? 0])
    },
  }),
} as const
