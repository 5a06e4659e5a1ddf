import { asc, inArray, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState, labelState } from '../../../db/schema/states.ts'
import { parcels } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { CartShipping } from '../../../domain/cart.ts'
import { boxReference, type Drop } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { formatCents } from '../../../domain/money.ts'
import { activeLabels, missingLabels, type ParcelAddress, parcelLine } from '../../../domain/parcel.ts'
import { oneLine } from '../../../domain/slug.ts'
import { buyAll, quoteAll, receiverOf, requireCarrier } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, auditAlone, type Staff } from '../../staff/staff.ts'
import { lockDrop, requireNotHeld } from '../drops/drops.ts'
import { shipBoxes } from '../drops/ship-boxes.ts'

/** Labels per call: the screen shows the progress in between. */
const some = 40
/** Labels per file. */
const onePart = 200
/** Most problems listed. */
const named = 20

const packed = (drop: Drop) => sql`b.drop = ${drop} and b.state in ${boxState.list('packed')}`
const out = sql`p.box_id = b.id and p.exchange_id is null and p.label in ${labelState.list(...activeLabels)}`

/**
 * The bought labels of packed boxes, each with its file's number. Boxes that have shipped still count: part 2 stays part
 * 2 once part 1 has shipped.
 */
const printable = (drop: Drop) => sql`(
  select id, pdf, place, ((place - 1) / ${onePart} + 1)::int as part from (
    select p.id, p.pdf, b.state, row_number() over (order by q.sku, b.size, b.id) as place
    from boxes b join parcels p on ${out} join products q on q.id = b.product_id
    where b.drop = ${drop} and p.label = 'bought'
  ) bought where state in ${boxState.list('packed')} and pdf is not null)`

type Labels = AdminReply<'readDropLabels'>

/** The state of a drop's labels. */
export async function readDropLabels(shop: Shop, { drop }: { drop: Drop }): Promise<Labels> {
  const [sums] = await rowsOf<Omit<Labels, 'carrier' | 'parts' | 'problems'>>(
    shop.db,
    sql`select count(*)::int as packed,
        (count(*) filter (where p.label is null or (p.label = 'wanted' and p.address_check is distinct from 'odd')))::int as wanted,
        (count(*) filter (where p.label = 'quoted'))::int as quoted,
        coalesce(round(sum(p.cost * 100) filter (where p.label = 'quoted')), 0)::int as "quotedCents",
        (count(*) filter (where p.label = 'bought'))::int as bought,
        coalesce(round(sum(p.cost * 100) filter (where p.label = 'bought')), 0)::int as "boughtCents"
      from boxes b left join parcels p on ${out} where ${packed(drop)}`,
  )
  const parts = await rowsOf<{ part: number }>(
    shop.db,
    sql`select distinct part from ${printable(drop)} labels order by part`,
  )
  type Problem = {
    boxId: string
    to: CartShipping | null
    problem: string
    isOdd: boolean
    suggestion: ParcelAddress | null
  }
  const problems = await rowsOf<Problem>(
    shop.db,
    sql`select b.id::text as "boxId", b.ship_to as to, p.last_error as problem,
        p.address_check is not distinct from 'odd' as "isOdd", p.suggestion
      from boxes b join parcels p on ${out}
      where ${packed(drop)} and p.label in ${labelState.list(...missingLabels)} and p.last_error is not null
      order by b.id limit ${named}`,
  )
  return {
    carrier: shop.carrier?.kind ?? null,
    ...sums!,
    parts: parts.map(({ part }) => part),
    problems: problems.map(({ boxId, to, problem, isOdd, suggestion }) => ({
      ...{ boxId, reference: boxReference(boxId), name: oneLine(to?.fullName), problem },
      odd: isOdd
        ? { address: parcelLine(receiverOf(to ?? {})), suggestion: suggestion && parcelLine(suggestion) }
        : null,
    })),
  }
}

/**
 * Records which labels are wanted, and gets prices for some of them.
 * @throws ShopError 'not_possible' without a carrier, 'carrier_unavailable': the wanted labels stay an open promise
 */
export async function quoteLabels(
  shop: Shop,
  { drop, ounces }: AdminInput<'quoteLabels'>,
): Promise<AdminReply<'quoteLabels'>> {
  requireCarrier(shop)
  const now = shop.now().toISOString()
  await shop.db.transaction(async (tx) => {
    // Locks the drop so that no box is unpacked meanwhile.
    await lockDrop(tx, shop, drop)
    await tx.execute(sql`insert into parcels (box_id, ounces, created_at, updated_at)
      select b.id, ${ounces}, ${now}, ${now} from boxes b
      where ${packed(drop)} and not exists (select 1 from parcels p where ${out})
      on conflict do nothing`)
  })
  await quoteAll(shop, await someOf(shop, drop, 'wanted'))
  return readDropLabels(shop, { drop })
}

/**
 * Buys some of the labels that have a price.
 * @throws ShopError 'not_possible' if they cost more than was shown, 'carrier_unavailable'
 */
export async function buyLabels(
  shop: Shop,
  { drop, upToCents }: AdminInput<'buyLabels'>,
  staff: Staff,
): Promise<AdminReply<'buyLabels'>> {
  requireCarrier(shop)
  const { quoted, quotedCents } = await readDropLabels(shop, { drop })
  if (quotedCents > upToCents) {
    throw new ShopError(
      'not_possible',
      `The labels now cost ${formatCents(quotedCents)}, so we didn’t buy any. Check the new total, then buy.`,
    )
  }
  const chosen = await someOf(shop, drop, 'quoted')
  if (chosen.length > 0) {
    const after = {
      labels: chosen.length,
      of: quoted,
      cents: chosen.reduce((sum, each) => sum + (each.costCents ?? 0), 0),
    }
    await auditAlone(shop, staff, { action: 'drop.buy-labels', entity: 'drops', entityId: drop, after })
    await buyAll(shop, chosen)
  }
  return readDropLabels(shop, { drop })
}

/** The next labels to work on; those without errors come first. */
async function someOf(shop: Shop, drop: Drop, label: 'wanted' | 'quoted') {
  const ids = await rowsOf<{ id: string }>(
    shop.db,
    sql`select p.id::text as id from boxes b join parcels p on ${out}
      where ${packed(drop)} and p.label = ${label} and p.address_check is distinct from 'odd'
      order by p.last_error is not null, p.updated_at, p.id limit ${some}`,
  )
  if (ids.length === 0) return []
  return shop.db
    .select()
    .from(parcels)
    .where(
      inArray(
        parcels.id,
        ids.map(({ id }) => id),
      ),
    )
    .orderBy(asc(parcels.id))
}

/** A part of the labels as one file, in pick-list order. @throws ShopError 'not_found' if there's none to print */
export async function labelsPdf(
  shop: Shop,
  { drop, part = 1 }: AdminInput<'labelsPdf'>,
  staff: Staff,
): Promise<AdminReply<'labelsPdf'>> {
  const rows = await rowsOf<{ id: string }>(
    shop.db,
    sql`select id::text from ${printable(drop)} labels where part = ${part} order by place`,
  )
  if (rows.length === 0)
    throw new ShopError(
      'not_found',
      'There’s no label to print here. These were never bought, or have shipped.',
    )
  const ids = rows.map(({ id }) => id)
  const files = await shop.db
    .select({ id: parcels.id, pdf: parcels.pdf })
    .from(parcels)
    .where(inArray(parcels.id, ids))
  const byId = new Map(files.map(({ id, pdf }) => [id, pdf!]))
  // Audited because it's full of addresses, like the file for a carrier's tool.
  const after = { labels: ids.length, part }
  await auditAlone(shop, staff, { action: 'drop.labels-pdf', entity: 'drops', entityId: drop, after })
  const { joinLabels } = await import('../../documents/label-sheets.ts')
  const content = await joinLabels(
    ids.map((id) => byId.get(id)!),
    `Labels ${drop}`,
  )
  return {
    fileName: `labels-${drop}${part > 1 ? `-${part}` : ''}.pdf`,
    contentType: 'application/pdf',
    content,
  }
}

/** Ships every packed box that has a label. @throws ShopError 'not_possible' for a drop on hold */
export async function shipLabelled(
  shop: Shop,
  { drop }: AdminInput<'shipLabelled'>,
  staff: Staff,
): Promise<AdminReply<'shipLabelled'>> {
  const shipped = await shop.db.transaction(async (tx) => {
    await requireNotHeld(tx, shop, drop)
    const lines = await rowsOf<{ boxId: string; trackingNumber: string }>(
      tx,
      sql`select b.id::text as "boxId", p.tracking_number as "trackingNumber" from boxes b join parcels p on ${out}
        where ${packed(drop)} and p.label = 'bought'`,
    )
    const count = await shipBoxes(tx, shop, lines)
    if (count > 0)
      await audit(tx, staff, shop.now(), {
        action: 'drop.ship',
        entity: 'drops',
        entityId: drop,
        after: { shipped: count, badLines: 0 },
      })
    return count
  })
  shop.wakeWorker()
  return { shipped }
}
