import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { exchangeState } from '../../db/schema/states.ts'
import { type BeltAccount, beltAccount, type ChainLink } from '../../domain/belt-account.ts'
import { ShopError } from '../../domain/errors.ts'
import { undoneExchanges } from '../../domain/exchange.ts'
import { formatCents } from '../../domain/money.ts'

type Db = Database | Transaction
/** A box that a payment bought. */
type Bought = { id: string; valueCents: number }

/** One exchange of a chain, with the belt that it is about. */
export type ChainExchange = ChainLink & { rootId: string; exchangeId: string; boxId: string; createdAt: Date }

/** What was kept of a belt's price, given back, and is left, by the id of the box that was paid for. */
export type BeltAccounts = Map<string, BeltAccount>

/**
 * The account of each belt that was paid for, with every belt that replaced it. Whoever gives money or credit for a belt asks
 * this; and what it says was kept, `givenBefore` takes off its payment.
 * @param except an exchange whose remedy is being replaced: what it promised isn't given
 */
export async function beltAccounts(db: Db, bought: Bought[], except?: string): Promise<BeltAccounts> {
  const links = Map.groupBy(
    await chainsOf(
      db,
      bought.map(({ id }) => id),
    ),
    ({ rootId }) => rootId,
  )
  return new Map(
    bought.map(({ id, valueCents }) => {
      const standing = (links.get(id) ?? []).filter(({ exchangeId }) => exchangeId !== except)
      return [id, beltAccount(valueCents, standing)]
    }),
  )
}

/**
 * What may still be given for a belt that came back or broke, in integer cents before tax.
 * @throws ShopError 'not_possible' if its person kept as much as was paid for it
 */
export async function leftToGive(db: Db, paid: Bought, except?: string): Promise<number> {
  const { keptCents, leftCents } = (await beltAccounts(db, [paid], except)).get(paid.id)!
  if (leftCents > 0 || keptCents === 0) return leftCents
  throw new ShopError(
    'not_possible',
    `They kept ${formatCents(keptCents)} worth of belts that we replaced, and that’s all that was paid for this one. Send the belt back to them, or write off what they kept.`,
  )
}

/** The exchanges of these belts and of those that replaced them, first the oldest. Those undone aren't among them. */
export function chainsOf(db: Db, rootIds: string[]): Promise<ChainExchange[]> {
  if (rootIds.length === 0) return Promise.resolve([])
  return linksOf(
    db,
    sql`b.id in (${sql.join(
      rootIds.map((id) => sql`${id}::uuid`),
      sql`, `,
    )})`,
  )
}

/** The same of all that a payment bought. */
export const chainsOfPayment = (db: Db, paymentId: string) =>
  linksOf(db, sql`b.payment_id = ${paymentId}::uuid`)

const isDone = sql`e.state not in ${exchangeState.list(...undoneExchanges)}`

async function linksOf(db: Db, which: SQL): Promise<ChainExchange[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`with recursive chain(root, box) as (
        select b.id, b.id from boxes b where ${which}
        union all select c.root, e.replacement_box_id from chain c join exchanges e on e.box_id = c.box
          where e.replacement_box_id is not null and ${isDone}
      )
      select c.root, c.box, e.id, (extract(epoch from e.created_at) * 1000)::float8 as at, e.kind, e.remedy, e.state, e.received_at is not null as is_back,
        e.kind = 'lost' and b.trouble in ('lost', 'returned') as is_lost, e.kept,
        e.decided_at is not null or e.asked_by = 'owner'
          or exists (select from exchange_photos p where p.exchange_id = e.id) as is_shown,
        coalesce((select sum(r.amount) from refunds r where r.id = e.refund_id), 0)
        + coalesce((select sum(s.amount) from store_credit s
          where s.reference in ('exchange:' || e.id, case when e.remedy = 'refund' and e.state in ${exchangeState.list('refunded', 'closed')}
            then 'unshipped:' || (select o.payment_id from boxes o where o.id = c.root) || ':' || c.root end)), 0) as given
      from chain c join exchanges e on e.box_id = c.box and ${isDone} join boxes b on b.id = c.box
      order by e.created_at, e.id`,
  )
  const firstBroken = new Map(
    rows
      .filter(({ kind }) => kind === 'damaged')
      .map(({ root, id }) => [root, id] as const)
      .reverse(),
  )
  return rows.map((row) => ({
    ...{ rootId: row.root, boxId: row.box, exchangeId: row.id, createdAt: new Date(row.at) },
    ...{ kind: row.kind, remedy: row.remedy, state: row.state },
    ...{ isBack: row.is_back, isLostByCarrier: row.is_lost ?? false },
    isShownBroken: row.is_shown && firstBroken.get(row.root) === row.id,
    judgedCents: row.kept === null ? null : inCents(row.kept),
    givenCents: inCents(row.given),
  }))
}

type Row = Pick<ChainLink, 'kind' | 'remedy' | 'state'> & {
  root: string
  box: string
  id: string
  at: number
  is_back: boolean
  is_lost: boolean | null
  is_shown: boolean
  kept: string | null
  given: string
}

const inCents = (dollars: string) => Math.round(Number(dollars) * 100)
