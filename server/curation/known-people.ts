import { type SQL, sql } from 'drizzle-orm'
import { type Style, styles } from '../../domain/belt.ts'
import type { Taste } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import { idList, inPool, wasSent } from './pool.ts'

/** What a person was sent and thought of it, as knownPeople returns it. */
export type KnownRow = {
  /** belt id followed by the drop that brought it; without a drop: never again */
  excluded: string[] | null
} & Record<`last_${Style}`, Drop | null> &
  Record<`taste_${Style}`, Taste | null>

/**
 * SQL that reads what is known of people: what they were sent within 36 months, and what they said of it (club-rules.md "No
 * repeat", "Curate"). A belt and its copies in other drops count as one (docs/decisions/091).
 * @param people a select of their ids
 * @param drops being decided, in order: what they currently assign isn't history
 * @param beltIds the belts in stock; who had other belts doesn't matter
 */
export function knownPeople(people: SQL, drops: Drop[], beltIds: string[]): SQL {
  const first = drops[0]!
  const month = (column: SQL) =>
    sql`(substr(${column}, 1, 4)::integer * 12 + substr(${column}, 6, 2)::integer)`
  const isHistory = sql`(${wasSent} and not ${inPool('h', ...drops)} and abs(${month(sql`h.drop`)} - ${month(sql`${first}::text`)}) < 36)`
  const perStyle = styles.map((style) => {
    const name = sql.raw(style)
    return sql`max(h.drop) filter (where p.style = ${style} and h.drop < ${first} and ${wasSent}) as last_${name},
      (array_agg(f.taste order by f.at desc, h.id) filter (where f.taste is not null and p.style = ${style}))[1] as taste_${name}`
  })
  return sql`
    select h.person_id,
      array_agg(shelf.id::text || case when f.taste = 'not_for_me' then '' else h.drop end)
        filter (where shelf.id is not null and (f.taste = 'not_for_me' or ${isHistory})) as excluded,
      ${sql.join(perStyle, sql`, `)}
    from boxes h join products p on p.id = h.product_id left join box_feedback f on f.box_id = h.id
      left join products shelf on shelf.design = p.design and shelf.id = any(${idList(beltIds)})
    where h.person_id in (${people})
    group by h.person_id`
}

const idLength = 36

/** Belts a person may not get, with the drop that brought each; null: never again. */
export function excludedBelts({ excluded }: KnownRow): { beltId: string; drop: Drop | null }[] {
  return (excluded ?? []).map((word) => ({
    beltId: word.slice(0, idLength),
    drop: word.slice(idLength) || null,
  }))
}

export function lastSentOf(row: KnownRow): Partial<Record<Style, Drop>> {
  return ofStyles((style) => row[`last_${style}`])
}

export function tasteOf(row: KnownRow): Partial<Record<Style, Taste>> {
  return ofStyles((style) => row[`taste_${style}`])
}

function ofStyles<Value>(value: (style: Style) => Value | null): Partial<Record<Style, Value>> {
  const known: Partial<Record<Style, Value>> = {}
  for (const style of styles) {
    const found = value(style)
    if (found !== null) known[style] = found
  }
  return known
}
