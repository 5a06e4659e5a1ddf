import { type SQL, sql } from 'drizzle-orm'
import type { DisputeStage } from '../../domain/dispute.ts'

/** Ids of the boxes that replace what these payments bought, and of those that replace them. */
export function replacementsOf(paymentIds: string[]): SQL {
  return sql`(with recursive chain(id) as (
      select e.replacement_box_id from exchanges e join boxes o on o.id = e.box_id
        where o.payment_id in (${sql.join(
          paymentIds.map((id) => sql`${id}::uuid`),
          sql`, `,
        )})
      union all select e.replacement_box_id from chain c join exchanges e on e.box_id = c.id
    ) select id from chain where id is not null)`
}

const [won, open, inquiry]: DisputeStage[] = ['won', 'open', 'inquiry']

/** The disputes of the payment behind a box: its own, or that of the belt it replaces in the end. */
const disputesBehind = (boxId: SQL) => sql`(with recursive chain(id) as (
    select ${boxId} union all select e.box_id from chain c join exchanges e on e.replacement_box_id = c.id
  ) select d.* from chain c join boxes o on o.id = c.id join membership_payments p on p.id = o.payment_id
    join disputes d on d.intent_id = p.intent_id)`

/**
 * Whether box `b` replaces a belt whose payment the bank is examining, or has given back: it doesn't ship
 * (docs/decisions/046).
 */
export const isForDisputed = sql`(b.kind = 'replacement' and exists (
  select from ${disputesBehind(sql`b.id`)} d where d.state <> ${won}))`

/**
 * Whether exchange `x` can't be settled before the bank has decided: money waits for a dispute, another belt also while the
 * bank only asks (docs/decisions/046).
 */
export const isAtBank = sql`(x.remedy <> 'repair' and exists (select from ${disputesBehind(sql`x.box_id`)} d
  where d.state = ${open} or d.state = ${inquiry} and x.remedy = 'replacement'))`

/** Since when exchange `x` can be settled: its belt is back or its claim decided, and a dispute that it waited for is won. */
export const settleableSince = sql`greatest(coalesce(x.received_at, x.decided_at, x.created_at), (
  select max(d.closed_at) from ${disputesBehind(sql`x.box_id`)} d where d.state = ${won}))`
