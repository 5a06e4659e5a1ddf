import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { wordsOf } from '../../db/schema/columns.ts'
import { balanceMovements, strayMovements } from '../../db/schema.ts'
import { disputeStates, isMoneyAway } from '../../domain/dispute.ts'
import { everyRow } from '../documents/csv-download.ts'
import type { Shop } from '../shop/shop.ts'
import { type Explained, explainMovements } from './explain-movements.ts'

/** Milliseconds a payment, a refund or a dispute has to become known, before its movement counts as unexplained. */
const grace = 5 * 60_000
/** Milliseconds the provider may take to list a movement. */
const listedWithin = 10 * 60_000
/** Milliseconds for which a movement is looked at again: what explained it can change. */
const lookBack = 45 * 24 * 60 * 60_000
const batch = 1000
/** Stages in which the bank has the money. */
const awayStages = wordsOf(disputeStates.filter(isMoneyAway))
/** Objects without a movement that are named at most. */
const most = 200

/**
 * Notes every movement of the provider's balance that no row of the shop explains, and settles those that something explains
 * by now. A charge by hand that was refunded by hand is nothing to explain.
 * @param whole looks at all movements, not only at the last weeks'
 */
export async function noteStrays(shop: Shop, whole: boolean): Promise<void> {
  const now = shop.now()
  const since = whole ? new Date(0) : new Date(now.getTime() - lookBack)
  const open = await shop.db.select().from(strayMovements).where(isNull(strayMovements.settledAt))
  const isLooked = or(
    gte(balanceMovements.at, since),
    open.length > 0
      ? inArray(
          balanceMovements.id,
          open.map(({ id }) => id),
        )
      : undefined,
  )
  const rests = await restsOf(shop, isLooked)
  const intents = [...new Set(rests.flatMap(({ intentId }) => intentId || []))]
  // A charge that a bank took last year, and gives back today, is one thing to explain, with all that moved for it.
  const others = intents.length > 0 ? await restsOf(shop, inArray(balanceMovements.intentId, intents)) : []
  const all = new Map([...rests, ...others].map((each) => [each.id, each])).values()
  const stray = [...Map.groupBy(all, ({ id, intentId }) => intentId || id).values()]
    .filter((group) => group.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
    .flat()
  for (const { id, amountCents, at } of stray)
    await shop.db
      .insert(strayMovements)
      .values({ id, amountCents, at, foundAt: now })
      .onConflictDoUpdate({
        target: strayMovements.id,
        set: { amountCents, settledAt: null },
        setWhere: isNull(strayMovements.became),
      })
  const found = new Set(stray.map(({ id }) => id))
  const explained = open.map(({ id }) => id).filter((id) => !found.has(id))
  if (explained.length > 0)
    await shop.db
      .update(strayMovements)
      .set({ settledAt: now })
      .where(and(inArray(strayMovements.id, explained), isNull(strayMovements.settledAt)))
}

type Rest = { id: string; intentId: string | null; amountCents: number; at: Date }

/** What nothing explains of these movements, less those that someone has decided about. */
async function restsOf(shop: Shop, which: SQL | undefined): Promise<Rest[]> {
  const until = new Date(shop.now().getTime() - grace)
  const movements = everyRow<Explained>(batch, async (last) =>
    explainMovements(
      shop,
      await shop.db
        .select()
        .from(balanceMovements)
        .where(
          and(
            which,
            lte(balanceMovements.at, until),
            notInArray(balanceMovements.id, decided(shop)),
            last && gt(balanceMovements.id, last.id),
          ),
        )
        .orderBy(asc(balanceMovements.id))
        .limit(batch),
    ),
  )
  const rests: Rest[] = []
  for await (const { id, kind, intentId, amountCents, restCents, at } of movements) {
    const rest = kind === 'other' ? amountCents : restCents
    if (rest !== 0) rests.push({ id, intentId, amountCents: rest, at })
  }
  return rests
}

/** Movements that someone has decided about. */
const decided = (shop: Shop) =>
  shop.db.select({ id: strayMovements.id }).from(strayMovements).where(isNotNull(strayMovements.became))

/** What is left to explain, oldest first: a charge by hand together with its refunds and disputes. */
export async function openStrays(shop: Shop) {
  const rows = await shop.db
    .select({
      ...{ id: strayMovements.id, amountCents: strayMovements.amountCents, at: strayMovements.at },
      ...{ foundAt: strayMovements.foundAt, category: balanceMovements.category },
      ...{ sourceId: balanceMovements.sourceId, intentId: balanceMovements.intentId },
      description: balanceMovements.description,
    })
    .from(strayMovements)
    .innerJoin(balanceMovements, eq(balanceMovements.id, strayMovements.id))
    .where(isNull(strayMovements.settledAt))
    .orderBy(asc(strayMovements.at), asc(strayMovements.id))
  return [...Map.groupBy(rows, ({ intentId, id }) => intentId || id).values()].map((group) => ({
    ...group[0]!,
    ids: group.map(({ id }) => id),
    amountCents: group.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }))
}
export type Stray = Awaited<ReturnType<typeof openStrays>>[number]

/**
 * What the books have in the provider's balance and the provider never moved: payments, refunds and disputes without any
 * movement, older than the last read by a while. Together with what is unexplained, that's all by which the books' balance
 * can differ from the sum of the movements.
 */
export async function unmoved(shop: Shop, readUntil: Date): Promise<{ id: string; cents: number }[]> {
  const until = new Date(readUntil.getTime() - listedWithin).toISOString()
  const isDemo = shop.payments.kind === 'demo'
  const isReal = isDemo ? sql`true` : sql`x.id not like '%\\_demo\\_%'`
  return rowsOf<{ id: string; cents: number }>(
    shop.db,
    sql`select x.id, round(x.sum * 100)::int as cents from (
      select intent_id as id, sum(amount + tax) as sum from membership_payments
        where intent_id is not null and paid_by is null and adopted_at is null and paid_at < ${until}::timestamptz group by 1
      union all
      select t.provider_id, -sum(case when t.came_back_at is null then r.amount + r.tax else 0 end) from refund_tries t
        join refunds r on r.id = t.refund_id where t.made_at < ${until}::timestamptz group by 1
      union all
      select id, -amount from disputes where state in ${awayStages} and opened_at < ${until}::timestamptz) x
    where x.sum <> 0 and ${isReal}
      and not exists (select from balance_movements m where m.intent_id = x.id)
      and not exists (select from balance_movements m where m.source_id = x.id) limit ${most}`,
  )
}
