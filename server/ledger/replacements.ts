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

const won: DisputeStage = 'won'

/**
 * Whether box `b` replaces a belt whose payment the bank is examining, or has given back: it doesn't ship
 * (docs/decisions/046).
 */
export const isForDisputed = sql`(b.kind = 'replacement' and exists (
  with recursive chain(id) as (
    select e.box_id from exchanges e where e.replacement_box_id = b.id
    union all select e.box_id from chain c join exchanges e on e.replacement_box_id = c.id
  ) select 1 from chain c join boxes o on o.id = c.id join membership_payments p on p.id = o.payment_id
    join disputes d on d.intent_id = p.intent_id and d.state <> ${won}))`
