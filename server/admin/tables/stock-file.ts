import { sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { boxReference, type Drop, readBoxReference } from '../../../domain/drop.ts'
import { beyondStock, lockInventory, releasePromises } from '../../curation/inventory.ts'
import { isPromised } from '../../curation/pool.ts'
import { csvDownload } from '../../documents/csv-download.ts'
import type { Shop } from '../../shop/shop.ts'
import { auditAll, type Staff } from '../../staff/staff.ts'
import type { Records } from './read-records.ts'
import { guardedCell, readLines, tableOf } from './read-table.ts'
import { newPlan, outcomeOf, type PlannedLine, previewOf, requireSeen, type TablePlan } from './table-plan.ts'

const columns = {
  drop: { title: 'Drop' },
  sku: { title: 'SKU' },
  belt: { title: 'Belt', also: ['Name'] },
  size: { title: 'Size' },
  stock: { title: 'Stock', also: ['Pieces', 'Count', 'Quantity', 'Qty', 'On hand'] },
  add: { title: 'Add', also: ['Received', 'Came in'] },
  promised: { title: 'Promised' },
  label: { title: 'Label', also: ['Barcode'] },
} as const

/** Most units of one size. */
const most = 100_000

type Variant = {
  id: string
  beltId: string
  sku: string
  belt: string
  drop: Drop
  size: string
  stock: number
  promised: number
}

async function readVariants(db: Database | Transaction, where = sql`true`): Promise<Variant[]> {
  return rowsOf<Variant>(
    db,
    sql`with promised as (select b.product_id, b.size, count(*)::int as boxes from boxes b where ${isPromised} group by 1, 2)
      select v.id::text as id, p.id::text as "beltId", p.sku, p.name as belt, p.drop, v.size, v.stock,
        coalesce(promised.boxes, 0)::int as promised
      from belt_variants v join products p on p.id = v.product_id
        left join promised on promised.product_id = v.product_id and promised.size = v.size
      where ${where} order by p.gender, p.display_order, p.sku, v.size`,
  )
}

/** The stock of a drop's belts by size, as a file to fill in and import again. */
export async function exportStock(shop: Shop, { drop }: AdminInput<'exportStock'>) {
  const { db } = shop
  async function* lines() {
    for (const { id, drop: of, sku, belt, size, stock, promised } of await readVariants(
      db,
      sql`p.drop = ${drop}`,
    ))
      yield [of, guardedCell(sku), guardedCell(belt), size, stock, '', promised, boxReference(id)]
  }
  return csvDownload(
    `stock-${drop}.csv`,
    Object.values(columns).map(({ title }) => title),
    lines(),
  )
}

type StockLine = PlannedLine & { variant: Variant; stock: number }

async function planStock(db: Database | Transaction, records: Records): Promise<TablePlan<StockLine>> {
  const table = tableOf(records, columns, [
    ['label', 'sku'],
    ['label', 'size'],
    ['stock', 'add'],
  ])
  const plan = newPlan<StockLine>(table)
  const all = await readVariants(db)
  const bySize = new Map(all.map((variant) => [`${variant.sku} ${variant.size}`, variant]))
  const byLabel = new Map(all.map((variant) => [readBoxReference(variant.id), variant]))
  const sizes = Map.groupBy(all, (variant) => variant.sku)
  const lineOf = new Map<string, number>()
  for (const { line, cells } of table.rows) {
    const bad = (column: keyof typeof columns, problem: string) =>
      plan.problems.push({ line, column: columns[column].title, problem })
    const sku = (cells.sku ?? '').toUpperCase()
    const label = readBoxReference(cells.label ?? '')
    const variant = sku ? bySize.get(`${sku} ${cells.size ?? ''}`) : label ? byLabel.get(label) : undefined
    if (!variant) {
      const known = sizes.get(sku)
      if (known)
        bad(
          'size',
          `${known[0]!.belt} doesn’t come in “${cells.size ?? ''}”. Its sizes are ${known.map((each) => each.size).join(', ')}.`,
        )
      else if (sku) bad('sku', `No belt has the SKU “${sku.slice(0, 60)}”. Check it, or add the belt first.`)
      else if (cells.label) bad('label', 'No belt has this label. Name it by SKU and Size.')
      else bad('sku', 'The line names no belt. Fill in SKU and Size, or Label.')
      continue
    }
    const before = lineOf.get(variant.id)
    if (before !== undefined) {
      bad('sku', `${variant.belt}, size ${variant.size}, is on line ${before} too. Keep one of the two.`)
      continue
    }
    lineOf.set(variant.id, line)
    const isAdded = Boolean(cells.add)
    const figure = (isAdded ? cells.add : cells.stock) ?? ''
    if (figure === '') {
      plan.known++
      continue
    }
    const pieces = wholeNumber(figure)
    const stock = isAdded && pieces !== null ? variant.stock + pieces : pieces
    if (stock === null || stock > most) {
      bad(
        isAdded ? 'add' : 'stock',
        `“${figure.slice(0, 20)}” isn’t a whole number of pieces from 0 to ${most.toLocaleString('en-US')}.`,
      )
      continue
    }
    if (stock === variant.stock) {
      plan.known++
      continue
    }
    plan.lines.push({
      ...{ line, key: variant.id, isNew: false, variant, stock },
      what: `${variant.belt}, size ${variant.size}`,
      fields: [{ name: 'Stock', before: String(variant.stock), after: String(stock) }],
    })
  }
  await warnOfPromises(db, plan)
  return plan
}

/** Reads “1,200”, "12.0" and "12 pcs". Null otherwise, also for “1.000”, which is a thousand to some and one to others. */
function wholeNumber(typed: string): number | null {
  const figure = /^(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.0{1,2})?(?:\s*(?:pcs?|pieces?))?$/i.exec(typed)?.[1]
  return figure === undefined ? null : Number(figure.replaceAll(',', ''))
}

/** Warns about lines that count fewer units than are promised, and counts the people who would lose their belt. */
async function warnOfPromises(db: Database | Transaction, plan: TablePlan<StockLine>) {
  for (const planned of plan.lines) {
    const { variant, stock } = planned
    if (stock >= variant.promised || stock >= variant.stock) continue
    const lost = await rowsOf<{ name: string }>(
      db,
      sql`select coalesce(m.address ->> 'fullName', '') as name
        from ${beyondStock({ beltId: variant.beltId, size: variant.size, stock })} join memberships m on m.id = promised.membership_id
        order by promised.drop, name, promised.id`,
    )
    if (lost.length === 0) continue
    plan.losing += lost.length
    const names = lost.slice(0, 3).map(({ name }) => name || 'someone without a name')
    const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ''
    planned.warning = `${names.join(', ')}${more} ${lost.length === 1 ? 'was' : 'were'} promised one and will lose it.`
  }
}

/** What a file would change in stock. Read only. */
export async function previewStockFile(
  shop: Shop,
  { file }: AdminInput<'previewStockFile'>,
): Promise<AdminReply<'previewStockFile'>> {
  return previewOf(await planStock(shop.db, await readLines(file)))
}

/**
 * Sets the stock from a file: all good lines in one transaction. Boxes that the new count can't cover lose their belt.
 * @throws ShopError 'not_possible' if someone counted, packed or received units since the owner looked
 */
export async function importStock(
  shop: Shop,
  { file, seen }: AdminInput<'importStock'>,
  staff: Staff,
): Promise<AdminReply<'importStock'>> {
  const records = await readLines(file)
  return shop.db.transaction(async (tx) => {
    await lockInventory(tx)
    const plan = await planStock(tx, records)
    requireSeen(plan, seen)
    const { lines } = plan
    if (lines.length === 0) return outcomeOf(plan)
    const counted = lines.map(({ variant, stock }) => ({ id: variant.id, stock }))
    await tx.execute(sql`update belt_variants v set stock = l.stock
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as l(id uuid, stock int) where v.id = l.id`)
    for (const { variant, stock, warning } of lines) {
      if (warning) await releasePromises(tx, shop, { beltId: variant.beltId, size: variant.size, stock })
    }
    const ofBelts = [...Map.groupBy(lines, ({ variant }) => variant.beltId)]
    await auditAll(
      tx,
      staff,
      shop.now(),
      ofBelts.map(([beltId, own]) => ({
        action: 'belt.stock',
        entity: 'products',
        entityId: beltId,
        before: Object.fromEntries(own.map(({ variant }) => [variant.size, variant.stock])),
        after: Object.fromEntries(own.map(({ variant, stock }) => [variant.size, stock])),
      })),
    )
    return outcomeOf(plan)
  })
}
