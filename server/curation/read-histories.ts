import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { type Style, styles } from '../../domain/belt.ts'
import type { Taste } from '../../domain/curation/curation.ts'
import type { SentBelts } from '../../domain/curation/forecast.ts'
import { type Drop, dropsBetween } from '../../domain/drop.ts'
import { terms } from '../../domain/terms.ts'
import { idList, isOpen, isPromised } from './pool.ts'

/** What is known of these people, by their ids; who was never sent anything may be missing. */
export type HistoryReader = (people: string[]) => Promise<Map<string, SentBelts>>

type Row = {
  person_id: string
  /** belt id followed by the drop that brought it; without a drop: never again */
  excluded: string[] | null
} & Record<`last_${Style}`, Drop | null> &
  Record<`taste_${Style}`, Taste | null>

const idLength = 36

/**
 * A reader of what people were sent within 36 months, and what they said of it (club-rules.md "No repeat", "Curate"). A belt
 * and its copies in other drops count as one (docs/decisions/091). Reads the row per person that triggers keep
 * (docs/decisions/152), and the belts of boxes that may still change, which aren't in it.
 * @param drops being decided, in order: what they currently assign isn't history
 * @param beltIds the belts in stock; who had other belts doesn't matter
 */
export async function historyReader(
  db: Database | Transaction,
  drops: Drop[],
  beltIds: string[],
): Promise<HistoryReader> {
  const promised = await promisedElsewhere(db, drops, beltIds)
  return async (people) => {
    const ids = [...new Set(people)]
    let rows = await rowsOf<Row>(db, historiesOf(ids, drops[0]!, beltIds))
    const found = new Set(rows.map((row) => row.person_id))
    const unknown = ids.filter((id) => !found.has(id))
    if (unknown.length > 0) {
      await db.execute(sql`select settle_history(${idList(unknown)})`)
      rows = [...rows, ...(await rowsOf<Row>(db, historiesOf(unknown, drops[0]!, beltIds)))]
    }
    return new Map(rows.map((row) => [row.person_id, withPromised(seen(row), promised.get(row.person_id))]))
  }
}

function seen(row: Row): SentBelts {
  return {
    lastSent: ofStyles((style) => row[`last_${style}`]),
    taste: ofStyles((style) => row[`taste_${style}`]),
    excluded: (row.excluded ?? []).map((word) => ({
      beltId: word.slice(0, idLength),
      drop: word.slice(idLength) || null,
    })),
  }
}

/** Belts of the same design as one in stock, which is `shelf`. */
const shelfOf = (beltIds: string[]) => sql`select p.id as belt, s.id::text as shelf from products p
  join products s on s.design = p.design where s.id = any(${idList(beltIds)})`

/** Months between a drop of the statement and the first one being decided, in either direction. */
function isNear(column: SQL, first: Drop): SQL {
  const month = sql`(substr(${column}, 1, 4)::integer * 12 + substr(${column}, 6, 2)::integer)`
  const [year, ofYear] = first.split('-').map(Number) as [number, number]
  return sql`abs(${month} - ${year * 12 + ofYear}::integer) < ${sql.raw(String(terms.repeatMonths))}`
}

function historiesOf(people: string[], first: Drop, beltIds: string[]): SQL {
  const perStyle = styles.map((style) => {
    const [last, taste] = [sql.raw(`last_${style}`), sql.raw(`taste_${style}`)]
    // Only of a person who has been sent a belt for a later drop is the last one before this drop looked for.
    return sql`case when h.${last} >= ${first} then (
        select max(s.drop) from unnest(h.belts, h.drops) as s(belt, drop) join products p on p.id = s.belt
        where p.style = ${style} and s.drop < ${first})
      else h.${last} end as ${last}, h.${taste}`
  })
  return sql`
    with shelf as materialized (${shelfOf(beltIds)}),
      h as materialized (select * from person_histories where person_id = any(${idList(people)})),
      had as (
        select h.person_id, array_agg(shelf.shelf || s.drop) as belts from h cross join lateral unnest(h.belts, h.drops) as s(belt, drop)
          join shelf on shelf.belt = s.belt where ${isNear(sql`s.drop`, first)} group by 1
      ), refused as (
        select h.person_id, array_agg(shelf.shelf) as belts from h cross join lateral unnest(h.unwanted) as s(belt)
          join shelf on shelf.belt = s.belt group by 1
      )
    select h.person_id, had.belts || refused.belts as excluded, ${sql.join(perStyle, sql`, `)}
    from h left join had using (person_id) left join refused using (person_id)`
}

type Promised = { personId: string; style: Style; drop: Drop; shelf: string | null; isNear: boolean }

/** Belts that boxes of other drops have for now. Usually few: a drop is packed before the next one gets its belts. */
async function promisedElsewhere(db: Database | Transaction, drops: Drop[], beltIds: string[]) {
  const others = sql.join(
    drops.map((drop) => sql`${drop}`),
    sql`, `,
  )
  const rows = await rowsOf<Promised>(
    db,
    sql`select b.person_id as "personId", p.style, b.drop, shelf.shelf, ${isNear(sql`b.drop`, drops[0]!)} as "isNear"
      from boxes b join products p on p.id = b.product_id left join (${shelfOf(beltIds)}) shelf on shelf.belt = p.id
      where ${isPromised} and b.drop not in (${others}) and ${isOpen('b')} and not b.is_replaced`,
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, isEarlier: dropsBetween(row.drop, drops[0]!) > 0 })),
    ({ personId }) => personId,
  )
}

function withPromised(history: SentBelts, promised: (Promised & { isEarlier: boolean })[] = []): SentBelts {
  for (const { style, drop, shelf, isNear: near, isEarlier } of promised) {
    const last = history.lastSent[style]
    if (isEarlier && (last === undefined || last < drop)) history.lastSent[style] = drop
    if (near && shelf) history.excluded.push({ beltId: shelf, drop })
  }
  return history
}

function ofStyles<Value>(value: (style: Style) => Value | null): Partial<Record<Style, Value>> {
  const known: Partial<Record<Style, Value>> = {}
  for (const style of styles) {
    const found = value(style)
    if (found !== null) known[style] = found
  }
  return known
}
