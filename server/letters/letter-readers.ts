import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { membershipStatus, subscriberStatus } from '../../db/schema/states.ts'
import { stateName } from '../../domain/address.ts'
import type { LetterAudience } from '../../domain/admin/letter-blocks.ts'
import { runningStatuses } from '../../domain/membership.ts'
import { secretFrom } from '../ledger/secret-gifts.ts'
import type { Shop } from '../shop/shop.ts'

const texts = (values: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

/** SQL for whether subscriber `s` wears the belts of a running membership `m` they know about; `and` narrows it. */
function wears(shop: Shop, and: SQL): SQL {
  return sql`exists (select 1 from memberships m
    where m.id in (select id from memberships where member_email = s.email
        union all select id from memberships where payer_email = s.email and member_email is null and not is_gift)
      and m.status in ${membershipStatus.list(...runningStatuses)}
      and (m.payer_email = s.email or coalesce(m.notice_on < ${secretFrom(shop)}, true)) ${and})`
}

/** SQL for whether an audience includes subscriber `s`. */
function isMeant(shop: Shop, { who, plans, styles, sizes, states }: LetterAudience): SQL {
  if (who === 'others') return sql`not ${wears(shop, sql``)}`
  const parts = [
    plans.length > 0 ? sql`and m.plan_id in ${texts(plans)}` : sql``,
    styles.length > 0
      ? sql`and exists (select 1 from jsonb_array_elements_text(m.styles) t(style) where style in ${texts(styles)})`
      : sql``,
    sizes.length > 0 ? sql`and m.size in ${texts(sizes)}` : sql``,
    // Stored as a name or a two-letter code.
    states.length > 0
      ? sql`and lower(trim(m.address ->> 'state')) in ${texts(states.flatMap((code) => [code.toLowerCase(), stateName(code).toLowerCase()]))}`
      : sql``,
  ]
  const isNarrowed = plans.length + styles.length + sizes.length + states.length > 0
  return who === 'everyone' && !isNarrowed ? sql`true` : wears(shop, sql.join(parts, sql` `))
}

const isDead = sql`exists (select 1 from dead_addresses d where d.email = s.email)`
/** Confirmed, and not unsubscribed since, by email or on the member's page. */
const agreed = sql`s.status in ${subscriberStatus.list('active')} and s.confirmed_at is not null`

/**
 * Adds the next readers of a letter to its list, each once, entirely in the database.
 * @returns the last address added; null if there were none left
 */
export async function listReaders(
  tx: Pick<Shop['db'], 'execute'>,
  shop: Shop,
  {
    letterId,
    audience,
    after,
    most,
  }: { letterId: string; audience: LetterAudience; after: string; most: number },
): Promise<string | null> {
  const [row] = await rowsOf<{ last: string | null }>(
    tx,
    sql`with those as materialized (
        select s.email from newsletter_subscribers s
        where s.email > ${after} and ${agreed} and not ${isDead} and ${isMeant(shop, audience)}
        order by s.email limit ${most}
      ), listed as (
        insert into letter_readers (letter_id, email) select ${letterId}::uuid, email from those on conflict do nothing
      ) select max(email) as last from those`,
  )
  return row?.last ?? null
}

/** Why someone gets no letter, listed by reason. */
type LeftOutBecause = 'unsubscribed' | 'bounced' | 'unconfirmed' | 'not-agreed' | 'not-meant'
export type LeftOut = { because: LeftOutBecause; number: number; some: string[] }

/** How many addresses are shown per reason. */
const named = 20

/** How many people a letter would go to now, and who is left out and why: subscribers, and members who haven't agreed. */
export async function countReaders(
  shop: Shop,
  audience: LetterAudience,
): Promise<{ readers: number; leftOut: LeftOut[] }> {
  const rows = await rowsOf<{ because: LeftOutBecause | null; number: number; some: string[] }>(
    shop.db,
    sql`with everybody as (
        select s.email, case
          when s.status in ${subscriberStatus.list('bounced')} or ${isDead} then 'bounced'
          when s.status in ${subscriberStatus.list('unsubscribed')} then 'unsubscribed'
          when s.confirmed_at is null then 'unconfirmed'
          when not (${isMeant(shop, audience)}) then 'not-meant' end as because
        from newsletter_subscribers s
        union all
        select s.email, 'not-agreed' from (select distinct case when is_gift then member_email else coalesce(member_email, payer_email) end as email
            from memberships where status in ${membershipStatus.list(...runningStatuses)}
              and (not is_gift or coalesce(notice_on < ${secretFrom(shop)}, true))) s
        where s.email is not null and not exists (select 1 from newsletter_subscribers n where n.email = s.email)
      )
      select because, count(*)::int as number,
        case when because is null then '{}' else (array_agg(email order by email))[1:${sql.raw(String(named))}] end as some
      from everybody group by because`,
  )
  const order: LeftOutBecause[] = ['not-agreed', 'unconfirmed', 'not-meant', 'unsubscribed', 'bounced']
  return {
    readers: rows.find(({ because }) => because === null)?.number ?? 0,
    leftOut: order.flatMap((because) => {
      const row = rows.find((each) => each.because === because)
      return row ? [{ because, number: row.number, some: row.some }] : []
    }),
  }
}
