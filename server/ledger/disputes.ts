import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { wordsOf } from '../../db/schema/columns.ts'
import { disputes, membershipPayments, memberships } from '../../db/schema.ts'
import { type DisputeStage, isMoneyAway, undecidedStatuses } from '../../domain/dispute.ts'
import type { Shop } from '../shop/shop.ts'
import { isByPayer } from './find-membership.ts'

const undecided = wordsOf(undecidedStatuses)

/**
 * Whether the bank was examining the payment of a box at an instant; `of` is the name of the boxes' table in the statement.
 * Whoever asks for a time that has just begun gets a dispute that begins with it, and one that ends with it, too. Between a
 * decision and its appeal, nobody examines it.
 */
export const wasDisputedAt = (of: 'b' | 'boxes', at: SQL): SQL => sql`exists (
  select 1 from disputes d join membership_payments p on p.intent_id = d.intent_id
  where p.id = ${sql.identifier(of)}.payment_id and d.created_at <= ${at} and (d.closed_at is null or d.closed_at >= ${at})
    and not exists (select from dispute_changes c join dispute_changes n on n.dispute_id = c.dispute_id and n.id > c.id
      where c.dispute_id = d.id and c.status not in ${undecided} and c.at < ${at} and n.at > ${at}))`

/** Whether the bank has a payment's money, or has given it back: the provider is asked, because its event may come later. */
export async function isWithBank(shop: Shop, intentId: string): Promise<boolean> {
  const known = and(eq(disputes.intentId, intentId), inArray(disputes.state, ['open', 'lost']))
  if ((await shop.db.$count(disputes, known)) > 0) return true
  const { objects } = await shop.payments.listDisputes(null, intentId)
  return objects.some(({ state }) => isMoneyAway(state))
}

/** Whether the bank has given a payment back that the books don't have: asks the provider. */
export async function isGivenByBank(shop: Shop, intentId: string): Promise<boolean> {
  const { objects } = await shop.payments.listDisputes(null, intentId)
  return objects.some(({ state }) => state === 'lost')
}

/**
 * Whether its payer has disputed a payment of this membership: nothing more is charged meanwhile. Whoever had it before may
 * dispute what they paid without a consequence for the card that is charged now.
 */
export async function isDisputed(shop: Shop, membershipId: string): Promise<boolean> {
  return (await disputedAmong(shop, [membershipId])).has(membershipId)
}

/** Those of these memberships. */
export async function disputedAmong(shop: Shop, membershipIds: string[]): Promise<Set<string>> {
  if (membershipIds.length === 0) return new Set()
  const open = await shop.db
    .selectDistinct({ id: memberships.id })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .where(and(inArray(memberships.id, membershipIds), eq(membershipPayments.dispute, 'open'), isByPayer))
  return new Set(open.map(({ id }) => id))
}

/** The same of membership `m`. */
export const isDisputedM = sql`exists (select from membership_payments p where p.membership_id = m.id
  and p.dispute = 'open' and (m.theirs_since is null or m.is_gift or p.paid_at >= m.theirs_since))`

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

const [won, lost, open, inquiry]: DisputeStage[] = ['won', 'lost', 'open', 'inquiry']

/** The disputes of the payment behind a box: its own, or that of the belt it replaces in the end. */
const disputesBehind = (boxId: SQL) => sql`(with recursive chain(id) as (
    select ${boxId} union all select e.box_id from chain c join exchanges e on e.replacement_box_id = c.id
  ) select d.*, p.dispute as of_payment from chain c join boxes o on o.id = c.id join membership_payments p on p.id = o.payment_id
    join disputes d on d.intent_id = p.intent_id)`

/**
 * Whether box `b` replaces a belt whose payment the bank is examining, or has given back: it doesn't ship
 * (docs/decisions/046).
 */
export const isForDisputed = sql`(b.kind = 'replacement' and exists (
  select from ${disputesBehind(sql`b.id`)} d where d.state in (${open}, ${inquiry}) or d.of_payment = ${lost}))`

/**
 * Whether exchange `x` can't be settled before the bank has decided: money waits for a dispute, another belt also while the
 * bank only asks (docs/decisions/046).
 */
export const isAtBank = sql`(x.remedy <> 'repair' and exists (select from ${disputesBehind(sql`x.box_id`)} d
  where d.state = ${open} or d.state = ${inquiry} and x.remedy = 'replacement'))`

/** Since when exchange `x` can be settled: its belt is back or its claim decided, and a dispute that it waited for is over. */
export const settleableSince = sql`greatest(coalesce(x.received_at, x.decided_at, x.created_at), (
  select max(d.closed_at) from ${disputesBehind(sql`x.box_id`)} d
  where d.state = ${won} or d.state = ${lost} and d.of_payment is null))`
