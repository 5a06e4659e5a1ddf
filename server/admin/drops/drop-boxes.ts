import { eq, type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { carriersNumber, hasReference, referenceEnd } from '../../../db/schema/columns.ts'
import { boxState } from '../../../db/schema/states.ts'
import { boxes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { BoxView, boxFilters } from '../../../domain/admin/curation-contracts.ts'
import type { BoxCounts } from '../../../domain/admin/drop-contracts.ts'
import { perCountedState, voidStates } from '../../../domain/box.ts'
import { boxReference, type Drop, readBoxReference } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { oneLine } from '../../../domain/slug.ts'
import { plainTracking } from '../../../domain/tracking.ts'
import type { Shop } from '../../shop/shop.ts'

const none: BoxCounts = perCountedState(0)

/** Box counts by drop and state, for one drop or all drops up to one. Void boxes don't count. */
export async function boxCounts(
  db: Database | Transaction,
  where: { upTo: Drop } | { only: Drop },
): Promise<Map<Drop, BoxCounts>> {
  const which = 'only' in where ? sql`drop = ${where.only}` : sql`drop <= ${where.upTo}`
  const rows = await rowsOf<{ drop: Drop; state: keyof BoxCounts; boxes: number }>(
    db,
    sql`select drop, state, sum(boxes)::int as boxes from box_counts
      where ${which} and state not in ${boxState.list(...voidStates)} group by drop, state having sum(boxes) > 0`,
  )
  const counts = new Map<Drop, BoxCounts>()
  for (const { drop, state, boxes } of rows)
    counts.set(drop, { ...(counts.get(drop) ?? none), [state]: boxes })
  return counts
}

export const noBoxes = none

type Filter = (typeof boxFilters)[number]
type Row = Omit<BoxView, 'reference' | 'belt'> & Record<'beltId' | 'beltName' | 'beltStyle', string | null>

const states: Record<Filter, SQL> = {
  waiting: sql`b.state in ${boxState.list('owed', 'held')}`,
  proposed: sql`b.state in ${boxState.list('assigned')}`,
  packed: sql`b.state in ${boxState.list('packed')}`,
  shipped: sql`b.state in ${boxState.list('shipped')}`,
  delivered: sql`b.state in ${boxState.list('delivered')}`,
}
// Must match the name index (db/schema/memberships.ts): sorted by code point, whatever the database's language.
const wearer = sql`fold_words(coalesce(m.address ->> 'fullName', '')) collate "C"`
const onePage = 100
/** Sorts after every character a word can continue with. */
const last = '\u{10ffff}'

/**
 * Boxes of a drop by wearer's name, page by page. A search matches words of the name, order numbers, references and
 * tracking numbers. Names that begin with the typed text come first, through an index range.
 */
export async function listDropBoxes(
  shop: Shop,
  { drop, filter, search, cursor, limit = onePage }: AdminInput<'listDropBoxes'>,
): Promise<AdminReply<'listDropBoxes'>> {
  const typed = search?.trim().toLowerCase() ?? ''
  const after = cursor ? await placeOf(shop, cursor, typed) : null
  const isFilter = filter ? states[filter] : sql`b.state not in ${boxState.list(...voidStates)}`
  const page = (
    which: SQL,
    isAfter: boolean,
  ) => sql`(select b.id from boxes b join memberships m on m.id = b.membership_id
    where b.drop = ${drop} and ${isFilter} and ${which} ${after && isAfter ? sql`and (${wearer}, b.id) > (${after.name}, ${after.id}::uuid)` : sql``}
    order by ${wearer}, b.id limit ${limit + 1})`
  const begins = beginsLike(typed)
  const isBeyond = after !== null && !after.begins
  // PostgreSQL runs the second part only if the first doesn't fill the page.
  const parts = typed
    ? [
        ...(isBeyond ? [] : [page(begins, true)]),
        page(sql`not (${begins}) and b.id = any(array(${foundBoxes(drop, typed)}))`, isBeyond),
      ]
    : [page(sql`true`, true)]
  const rows = await rowsOf<Row>(
    shop.db,
    sql`select b.id::text as id, o.id::text as "orderId", o.order_number as "orderNumber",
        coalesce(m.address ->> 'fullName', '') as name, m.gender, case when b.product_id is null then m.size else b.size end as size,
        m.styles, m.is_gift as "isGift", b.state, b.hold_reason as "holdReason", b.is_chosen as "isChosen",
        b.tracking_number as "trackingNumber", p.id::text as "beltId", p.name as "beltName", p.style as "beltStyle"
      from (select id from (${sql.join(parts, sql` union all `)}) parts limit ${limit + 1}) found
        join boxes b on b.id = found.id join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
        join orders o on o.id = i.order_id left join products p on p.id = b.product_id
      order by not (${typed ? begins : sql`true`}), ${wearer}, b.id`,
  )
  const shown = rows.slice(0, limit)
  return {
    boxes: shown.map(({ beltId, beltName, beltStyle, ...row }) => ({
      ...row,
      name: oneLine(row.name),
      reference: boxReference(row.id),
      belt: beltId ? { id: beltId, name: beltName ?? '', style: beltStyle ?? '' } : null,
    })),
    nextCursor: rows.length > limit ? shown.at(-1)!.id : null,
  }
}

// fold_words turns a lone apostrophe into '', and every name begins with that.
const beginsLike = (typed: string) =>
  sql`(fold_words(${typed}) <> '' and ${wearer} >= fold_words(${typed}) and ${wearer} < fold_words(${typed}) || ${last})`

/** The name and box after which a page begins. @throws ShopError 'invalid_body' if the box doesn't exist */
async function placeOf(shop: Shop, cursor: string, typed: string) {
  const [place] = await rowsOf<{ name: string; id: string; begins: boolean }>(
    shop.db,
    sql`select ${wearer} as name, b.id::text as id, ${beginsLike(typed)} as begins
      from boxes b join memberships m on m.id = b.membership_id where b.id = ${cursor}::uuid`,
  )
  if (!place) throw new ShopError('invalid_body', 'We can’t find that page. Start with the first one.')
  return place
}

/** Ids of the drop's boxes that match by wearer, order or package, each through its own index. */
function foundBoxes(drop: Drop, typed: string): SQL {
  const word = typed.replaceAll(/[\s-]/g, '')
  const reference = readBoxReference(word)
  // At least half of an order number. Without the "BC" in front it must contain a digit, or it would be a name.
  const number = /^#?(?:bc|(?=\D*\d))([0-9a-z]{4,8})$/.exec(word)?.[1]
  const boxesOf = sql`join boxes b on b.membership_id = f.id and b.drop = ${drop}`
  const sets = [
    sql`select b.id from memberships f ${boxesOf} where search_words(coalesce(f.address ->> 'fullName', '')) @@ search_query(${typed})`,
    sql`select id from boxes where ${carriersNumber(sql`tracking_number`)} = ${plainTracking(word).toUpperCase()}`,
    ...(reference ? [sql`select id from boxes where ${hasReference(sql`id`, reference)}`] : []),
    ...(/^[0-9a-f]{4}$/.test(word)
      ? [sql`select id from boxes where ${referenceEnd(sql`id`)} = ${word}`]
      : []),
    ...(number
      ? [
          sql`select b.id from order_words w join order_items i on i.order_id = w.order_id
            join memberships f on f.order_item_id = i.id ${boxesOf} where w.word >= ${number} and w.word < ${number + last}`,
        ]
      : []),
  ]
  return sql.join(sets, sql` union all `)
}

/** Ids as rows of a subquery: a single parameter for any number of ids. */
export function idsIn(ids: string[]): SQL {
  return sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid`
}

/** Locks the box's row until the transaction ends. @throws ShopError 'not_found' */
export async function lockBox(tx: Transaction, boxId: string) {
  const [box] = await tx.select().from(boxes).where(eq(boxes.id, boxId)).for('update')
  if (!box) throw new ShopError('not_found', 'We can’t find that box. Reload the page.')
  return box
}
