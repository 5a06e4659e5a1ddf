import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { hasReference } from '../../../db/schema/columns.ts'
import { boxState } from '../../../db/schema/states.ts'
import { boxes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { ScanBox } from '../../../domain/admin/scan-contracts.ts'
import type { Gender, Style } from '../../../domain/belt.ts'
import { boxReference, type Drop, dropTitle, readBoxReference } from '../../../domain/drop.ts'
import { oneLine } from '../../../domain/slug.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { slipRows } from '../drops/packing-slips.ts'

type Found = ScanBox & { beltId: string }

/** A packed box of the drop, with what its packing slip says. */
async function findBox(
  db: Database | Transaction,
  drop: Drop,
  which: ReturnType<typeof sql>,
): Promise<Found | null> {
  const isPacked = sql`b.state in ${boxState.list('packed')} and ${which}`
  const [row] = await slipRows(db, { drop, which: isPacked, after: undefined, limit: 1 })
  if (!row) return null
  const { id, shipTo, belt, beltId, sku, size, measured, isGift, hasGuide, checkedAt } = row
  return {
    ...{ boxId: id, beltId, belt, sku, size, measured, isGift, hasGuide },
    reference: boxReference(id),
    name: oneLine(shipTo.fullName),
    isChecked: checkedAt !== null,
  }
}

const viewOf = ({ beltId: _, ...box }: Found): ScanBox => box

async function progressOf(db: Database | Transaction, drop: Drop) {
  const [row] = await rowsOf<{ packed: number; checked: number }>(
    db,
    sql`select count(*)::int as packed, count(b.checked_at)::int as checked
      from boxes b where b.drop = ${drop} and b.state in ${boxState.list('packed')}`,
  )
  return row!
}

/** The progress of checking, and the next box in packing-slip order. */
export async function readPackingScan(
  shop: Shop,
  { drop }: AdminInput<'readPackingScan'>,
): Promise<AdminReply<'readPackingScan'>> {
  const next = await findBox(shop.db, drop, sql`b.checked_at is null`)
  return { ...(await progressOf(shop.db, drop)), next: next && viewOf(next) }
}

/** Decides what a scan means for the open box: its slip, the right belt, a wrong one, or something unknown. */
export async function scanAtPacking(
  shop: Shop,
  { drop, code, boxId }: AdminInput<'scanAtPacking'>,
  staff: Staff,
): Promise<AdminReply<'scanAtPacking'>> {
  return shop.db.transaction(async (tx) => {
    const open = boxId ? await findBox(tx, drop, sql`b.id = ${boxId}`) : null
    const answer = async (
      verdict: AdminReply<'scanAtPacking'>['verdict'],
      sentence: string,
      box: Found | null = open,
    ) => ({ ...(await progressOf(tx, drop)), verdict, sentence, box: box && viewOf(box) })
    const scanned = await findScanned(tx, code)
    if (!scanned) {
      const reference = readBoxReference(code)
      const box = reference ? await findBox(tx, drop, hasReference(sql`b.id`, reference)) : null
      if (box?.isChecked) return answer('again', `${box.name}’s box is checked already.`, box)
      if (box) return answer('box', `${box.name}: ${box.belt}, size ${box.size}.`, box)
      return answer(
        'unknown',
        `“${code.trim().slice(0, 40)}” is no belt, and no packed box of ${dropTitle(drop)}. Scan a belt’s label or a packing slip.`,
      )
    }
    if (!open)
      return answer('unknown', 'Which box? Scan its packing slip first, or press Enter for the next one.')
    const { beltId, belt, size } = scanned
    if (beltId !== open.beltId || size !== open.size) {
      const lead = beltId === open.beltId ? 'Wrong size' : 'Wrong belt'
      const month = belt === open.belt && beltId !== open.beltId ? ` of ${dropTitle(scanned.drop)}` : ''
      return answer(
        'wrong',
        `${lead}. This is ${belt}${month}, size ${size}. ${open.name}’s box gets ${open.belt}, size ${open.size}.`,
      )
    }
    const [checked] = await tx
      .update(boxes)
      .set({ checkedAt: shop.now() })
      .where(and(eq(boxes.id, open.boxId), isNull(boxes.checkedAt), eq(boxes.state, 'packed')))
      .returning({ id: boxes.id })
    if (!checked) return answer('again', `${open.name}’s box is checked already. Is this a second belt?`)
    await audit(tx, staff, shop.now(), {
      action: 'box.checked',
      entity: 'boxes',
      entityId: open.boxId,
      after: { belt, size },
    })
    return answer('right', `${belt}, size ${size}: right for ${open.name}.`, { ...open, isChecked: true })
  })
}

export type ScannedBelt = {
  variantId: string
  beltId: string
  belt: string
  sku: string
  size: string
  drop: Drop
  gender: Gender
  style: Style
  stock: number
}

const columns = sql`v.id::text as "variantId", p.id::text as "beltId", p.name as belt, p.sku, v.size, p.drop, p.gender, p.style, v.stock
  from belt_variants v join products p on p.id = v.product_id`

/** The belt and size of a scanned label, or of a typed "SKU size"; null if no belt matches. */
export async function findScanned(db: Database | Transaction, code: string): Promise<ScannedBelt | null> {
  const reference = readBoxReference(code)
  const typed = /^(.+?)[\s/_-]+(\d{2})$/.exec(code.trim().toUpperCase())
  const which = reference
    ? hasReference(sql`v.id`, reference)
    : typed
      ? sql`p.sku = ${typed[1]} and v.size = ${typed[2]}`
      : null
  if (!which) return null
  const [found] = await rowsOf<ScannedBelt>(db, sql`select ${columns} where ${which} limit 1`)
  return found ?? null
}

/** Every size of a drop's belts, or of one belt, in home page order. */
export function sizesOf(db: Database, drop: Drop, beltId?: string): Promise<ScannedBelt[]> {
  const one = beltId ? sql`and p.id = ${beltId}` : sql``
  return rowsOf<ScannedBelt>(
    db,
    sql`select ${columns} where p.drop = ${drop} ${one} order by p.gender desc, p.display_order, p.sku, v.size`,
  )
}
