import { sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../../db/database.ts'
import { wordsOf } from '../../../db/schema/columns.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { askingStatuses, type DisputeStatus, undecidedStatuses } from '../../../domain/dispute.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'

const undecided = sql`d.status in ${wordsOf(undecidedStatuses)}`
const asking = sql`d.status in ${wordsOf(askingStatuses)}`
const filters = {
  open: undecided,
  asks: asking,
  decided: sql`not ${undecided}`,
  all: sql`true`,
}

type Row = {
  id: string
  place: string
  orderId: string
  orderNumber: string
  name: string
  email: string | null
  status: DisputeStatus
  cents: number
  reason: string
  dueBy: string | null
  history: { status: DisputeStatus; at: string; dueBy: string | null }[]
}

const microseconds = (at: ReturnType<typeof sql>) => sql`(extract(epoch from ${at}) * 1000000)::bigint`
/**
 * Where a dispute is in the list, as text that sorts: those that wait for an answer by their deadline, other undecided ones, and
 * decided ones, newest first. The next page begins after it, also if a dispute has moved or come meanwhile.
 */
const place = sql`(case when ${asking} then '0 ' when ${undecided} then '1 ' else '2 ' end
  || lpad((case when ${undecided} then ${microseconds(sql`coalesce(d.due_by, d.created_at)`)}
    else 99999999999999999 - ${microseconds(sql`d.updated_at`)} end)::text, 18, '0') || ' ' || d.id) collate "C"`

const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

/** Disputes: those that wait for an answer first, by deadline; decided ones last. @throws ShopError 'invalid_body' */
export async function listDisputes(
  shop: Shop,
  { state: asked = 'open', cursor, limit = 50 }: AdminInput<'listDisputes'>,
): Promise<AdminReply<'listDisputes'>> {
  if (cursor && !/^[012] \d{18} \S+$/.test(cursor))
    throw new ShopError('invalid_body', 'We can’t find that page. Start with the first one.')
  const rows = await rowsOf<Row>(
    shop.db,
    sql`select d.id, ${place} as place, o.id::text as "orderId", o.order_number as "orderNumber",
        coalesce(case when m.is_gift then i.preferences -> 'giftDetails' ->> 'senderName' else m.address ->> 'fullName' end, '') as name,
        coalesce(m.payer_email, o.purchaser_email) as email, d.status, round(d.amount * 100)::int as cents, d.reason,
        to_char(d.due_by at time zone 'UTC', ${isoFormat}) as "dueBy",
        (select json_agg(json_build_object('status', c.status, 'at', to_char(c.at at time zone 'UTC', ${isoFormat}),
          'dueBy', to_char(c.due_by at time zone 'UTC', ${isoFormat})) order by c.id)
          from dispute_changes c where c.dispute_id = d.id) as history
      from disputes d
      join lateral (select * from membership_payments p where p.intent_id = d.intent_id order by p.paid_at, p.id limit 1) p on true
      join memberships m on m.id = p.membership_id join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id
      where ${filters[asked]} and ${place} > ${cursor ?? ''} order by 2 limit ${limit + 1}`,
  )
  const { open, asks } = await countsOf(shop.db, {
    open: sql`select count(*) from disputes d where ${undecided}`,
    asks: sql`select count(*) from disputes d where ${asking}`,
  })
  return {
    disputes: rows.slice(0, limit).map(({ cents: amountCents, history, place: _, ...row }) => ({
      ...row,
      amountCents,
      history: history ?? [],
    })),
    ...{ open, asks },
    nextCursor: rows.length > limit ? rows[limit - 1]!.place : null,
  }
}
