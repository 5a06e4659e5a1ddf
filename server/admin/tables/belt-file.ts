import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { beltVariants, drops, pictures, products } from '../../../db/schema.ts'
import { type BeltFields, type BeltView, beltFields } from '../../../domain/admin/belt-contracts.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { hashOfAddress } from '../../../domain/admin/fields.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { newId } from '../../../domain/id.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { carriesDateCode, dateCode } from '../../../domain/sku.ts'
import { slugOf, suggestSlug } from '../../../domain/slug.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { pinCurrentDrop } from '../../catalog/current-drop.ts'
import { csvDownload } from '../../documents/csv-download.ts'
import type { Shop } from '../../shop/shop.ts'
import { auditAll, type Staff } from '../../staff/staff.ts'
import { beltRow, beltViews, sameName } from '../belts/belts.ts'
import { changedFields } from '../edit-conflict.ts'
import { beltCells, beltKeys, dropAdvice, dropCell, readDrop, writeCell } from './belt-columns.ts'
import type { Records } from './read-records.ts'
import { guardedCell, readLines, tableOf } from './read-table.ts'
import { newPlan, outcomeOf, type PlannedLine, previewOf, requireSeen, type TablePlan } from './table-plan.ts'

/** Belts per statement. */
const batch = 500
/** Characters of a long text that the preview shows. */
const shownLetters = 120

/** The belts of a drop as a file, to edit and import again. */
export async function exportBelts(shop: Shop, { drop }: AdminInput<'exportBelts'>) {
  const belts = await beltViews(shop.db, eq(products.drop, drop))
  async function* lines() {
    for (const belt of belts) yield [belt.drop, ...beltKeys.map((key) => guardedCell(writeCell(key, belt)))]
  }
  return csvDownload(
    `belts-${drop}.csv`,
    [dropCell.title, ...beltKeys.map((key) => beltCells[key].title)],
    lines(),
  )
}

type BeltLine = PlannedLine & { drop: Drop; belt: BeltFields; known: BeltView | undefined }

async function planBelts(
  db: Database | Transaction,
  records: Records,
  shownDrop: Drop,
): Promise<TablePlan<BeltLine>> {
  const table = tableOf(records, { drop: dropCell, ...beltCells }, [['sku']])
  const plan = newPlan<BeltLine>(table)
  const all = await beltViews(db, sql`true`)
  const bySku = new Map(all.map((belt) => [belt.sku, belt]))
  const known = new Set(
    [...all, ...(await db.select({ drop: drops.drop }).from(drops))].map(({ drop }) => drop),
  )
  const kept = new Set((await db.select({ hash: pictures.hash }).from(pictures)).map(({ hash }) => hash))
  const lastOrder = new Map<Drop, number>()
  for (const { drop, displayOrder } of all)
    lastOrder.set(drop, Math.max(lastOrder.get(drop) ?? -1, displayOrder))
  const lineOf = new Map<string, number>()

  for (const { line, cells } of table.rows) {
    const problems: { column: string; problem: string }[] = []
    const bad = (key: keyof BeltFields | 'drop', problem: string) =>
      problems.push({ column: key === 'drop' ? dropCell.title : beltCells[key].title, problem })
    const planned = planLine()
    if (problems.length > 0) plan.problems.push(...problems.map((each) => ({ line, ...each })))
    else if (planned === null) plan.known++
    else if (planned) plan.lines.push(planned)

    function planLine(): BeltLine | null | undefined {
      const sku = (cells.sku ?? '').toUpperCase()
      if (!sku) return void bad('sku', 'Every line needs the SKU of its belt.')
      const before = lineOf.get(sku)
      if (before !== undefined)
        return void bad('sku', `${sku} is on line ${before} too. Keep one of the two.`)
      lineOf.set(sku, line)
      const own = bySku.get(sku)
      const typedDrop = cells.drop ? readDrop(cells.drop) : (own?.drop ?? shownDrop)
      const drop = typedDrop ?? shownDrop
      if (!typedDrop) bad('drop', `“${cells.drop?.slice(0, 40)}” isn’t a month. ${dropAdvice(shownDrop)}`)
      else if (own && own.drop !== drop)
        bad(
          'drop',
          `${own.name} belongs to ${dropTitle(own.drop)} and stays there. Copy it under a new SKU instead.`,
        )
      else if (!known.has(drop))
        bad('drop', `There’s no drop for ${dropTitle(drop)} yet. Create it first, under Drops.`)
      const order = (lastOrder.get(drop) ?? -1) + 1
      const start: Partial<BeltFields> = own ?? { ...emptyBelt, displayOrder: Math.min(order, 9999) }
      const belt: Record<string, unknown> = { ...fieldsOf(start), sku }
      const fields: PlannedLine['fields'] = []
      for (const key of beltKeys) {
        const cell = cells[key]
        const was = own ? writeCell(key, own) : ''
        // An empty cell changes nothing. A cell with the stored value is skipped even if today's rules would reject it.
        if (!cell || cell === was || key === 'sku') continue
        const value = beltCells[key].read(cell)
        if (value === null) {
          bad(key, `“${cell.slice(0, 40)}” doesn’t fit. ${beltCells[key].advice}`)
          continue
        }
        const after = (beltCells[key].write as (value: unknown) => string)(value)
        if (after === was) continue
        belt[key] = value
        fields.push({ name: beltCells[key].title, before: short(was), after: short(after) })
      }
      if (own && fields.length === 0 && problems.length === 0) return null
      if (own && 'gender' in belt && belt.gender !== own.gender)
        bad('gender', 'A belt’s sizes change with it. Change this at the belt itself.')
      if (!own) lastOrder.set(drop, Math.max(order - 1, Number(belt.displayOrder) || 0))
      if (problems.length > 0) return
      const parsed = beltFields.safeParse(belt)
      for (const issue of parsed.error?.issues ?? [])
        bad(issue.path[0] as keyof BeltFields, adviceFor(issue.path[0] as keyof BeltFields, issue.message))
      if (!own && !carriesDateCode(sku, drop))
        bad(
          'sku',
          `This drop’s SKUs have ${dateCode(drop)} between hyphens, as MD1-${dateCode(drop)}-ASHBURY.`,
        )
      for (const key of pictureKeys) {
        const hash = hashOfAddress(String(belt[key] ?? ''))
        if (hash && belt[key] !== own?.[key] && !kept.has(hash))
          bad(key, 'This picture is no longer there. Upload it at the belt itself.')
      }
      if (!parsed.success || problems.length > 0) return
      return {
        ...{ line, drop, known: own, isNew: !own, fields },
        key: sku,
        what: `${parsed.data.name}${own ? '' : `, ${dropTitle(drop)}`}`,
        belt: parsed.data,
      }
    }
  }
  refuseTwins(plan, all)
  return plan
}

const pictureKeys = ['imageUrl', 'lifestyleImageUrl', 'nightImageUrl', 'detailImageUrl'] as const

/** Defaults for a new belt's fields that the file leaves out. */
const emptyBelt: Partial<BeltFields> = {
  ...{ name: '', description: '', suits: '', material: '', buckle: '', colors: [], isActive: true },
  ...{ imageUrl: null, imageAlt: '', lifestyleImageUrl: null, lifestyleAlt: '' },
  ...{ nightImageUrl: null, detailImageUrl: null, detailAlt: '' },
}

const fieldsOf = (belt: Partial<BeltFields>) => Object.fromEntries(beltKeys.map((key) => [key, belt[key]]))
const short = (text: string) => (text.length > shownLetters ? `${text.slice(0, shownLetters)} …` : text)
const adviceFor = (key: keyof BeltFields, sentence: string) =>
  /^Invalid/.test(sentence) ? beltCells[key].advice || 'Fill this in.' : sentence

/** Refuses lines that would give two belts of a drop the same name (docs/decisions/053), as if all good lines were saved. */
function refuseTwins(plan: TablePlan<BeltLine>, all: BeltView[]) {
  for (;;) {
    const planned = new Map(plan.lines.map((line) => [line.key, line]))
    const names = Map.groupBy(
      [
        ...all.filter(({ sku }) => !planned.has(sku)).map(({ drop, name }) => ({ drop, name, line: null })),
        ...plan.lines.map((line) => ({ drop: line.drop, name: line.belt.name, line })),
      ],
      ({ drop, name }) => `${drop} ${sameName(name)}`,
    )
    const twins = plan.lines.filter((line) => {
      const isNamedAnew = !line.known || sameName(line.known.name) !== sameName(line.belt.name)
      const others = names.get(`${line.drop} ${sameName(line.belt.name)}`)!
      // Of two new belts, the first line keeps the name.
      return (
        isNamedAnew && others.find((each) => each.line !== line && (!each.line || each.line.line < line.line))
      )
    })
    if (twins.length === 0) return
    for (const { line, drop, belt } of twins)
      plan.problems.push({
        line,
        column: beltCells.name.title,
        problem: `${dropTitle(drop)} already has a belt named ${belt.name.trim()}. Choose another name.`,
      })
    plan.lines = plan.lines.filter((line) => !twins.includes(line))
  }
}

/** What a file would add and change. Read only. */
export async function previewBeltFile(
  shop: Shop,
  { file, drop }: AdminInput<'previewBeltFile'>,
): Promise<AdminReply<'previewBeltFile'>> {
  return previewOf(await planBelts(shop.db, await readLines(file), drop))
}

/**
 * Adds and changes belts from a file: all good lines in one transaction. Never deletes belts or changes their drop.
 * @throws ShopError 'not_possible' if someone saved one of them since the owner looked
 */
export async function importBelts(
  shop: Shop,
  { file, drop, seen }: AdminInput<'importBelts'>,
  staff: Staff,
): Promise<AdminReply<'importBelts'>> {
  const records = await readLines(file)
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    await pinCurrentDrop(tx)
    const plan = await planBelts(tx, records, drop)
    requireSeen(plan, seen)
    await writeBelts(tx, shop, plan.lines, staff)
    return outcomeOf(plan)
  })
}

async function writeBelts(tx: Transaction, shop: Shop, lines: BeltLine[], staff: Staff) {
  const all = await tx.select().from(products)
  const byId = new Map(all.map((row) => [row.id, row]))
  const slugs = new Set(all.map(({ slug }) => slug))
  const designs = new Map<string, string>()
  const named = ({ name, gender }: { name: string; gender: string }) => `${gender} ${sameName(name)}`
  for (const row of [...all].sort((one, other) => (one.drop < other.drop ? -1 : 1)))
    if (!designs.has(named(row))) designs.set(named(row), row.design)

  const rows = lines.map(({ belt, known, drop }) => {
    const written = beltRow(belt)
    const before = known && byId.get(known.id)!
    const isRenamed = !known || (!known.isUsed && sameName(known.name) !== sameName(belt.name))
    let { slug, design } = before ?? { slug: '', design: '' }
    if (isRenamed && (!known || slugOf(known.name) !== slugOf(belt.name))) {
      slugs.delete(slug)
      slug = freeSlug(belt.name, slugs)
      slugs.add(slug)
    }
    if (isRenamed) {
      design = designs.get(named(belt)) ?? newId()
      designs.set(named(belt), design)
    }
    const row = { ...written, id: known?.id ?? newId(), drop, slug, design }
    return { row, before, isNew: !known }
  })
  const set = Object.fromEntries(
    [...Object.keys(rows[0]?.row ?? {}).filter((key) => key !== 'id')].map((key) => [
      key,
      sql.raw(`excluded."${products[key as 'name'].name}"`),
    ]),
  )
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch)
    await tx
      .insert(products)
      .values(some.map(({ row }) => row))
      .onConflictDoUpdate({ target: products.id, set })
    const sizes = some
      .filter(({ isNew }) => isNew)
      .flatMap(({ row }) => beltSizes[row.gender].map((size) => ({ productId: row.id, size })))
    for (let first = 0; first < sizes.length; first += batch)
      await tx.insert(beltVariants).values(sizes.slice(first, first + batch))
  }
  await auditAll(
    tx,
    staff,
    shop.now(),
    rows.map(({ row: { id, design: _, ...row }, before: was }) => {
      const { before, after } = was ? changedFields(was, row) : { before: null, after: row }
      const action = was ? 'belt.update' : 'belt.create'
      return { action, entity: 'products', entityId: id, before, after }
    }),
  )
}

function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name)
  if (!slug) return randomUUID()
  if (!taken.has(slug)) return slug
  return suggestSlug(
    name,
    [...taken].filter((each) => each.startsWith(slug.slice(0, 40))),
  )
}
