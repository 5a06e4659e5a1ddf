import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { beltVariants, drops, pictures, products } from '../../../db/schema.ts'
import type { BeltFields, BeltView } from '../../../domain/admin/belt-contracts.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { hashOfAddress } from '../../../domain/admin/fields.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { newId } from '../../../domain/id.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { carriesDateCode, dateCode, suggestSku } from '../../../domain/sku.ts'
import { suggestSlug } from '../../../domain/slug.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { currentDrop, pinCurrentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** Whether a box in any state holds the belt or an order item names it. If so, its SKU and gender stay. */
const isUsed = sql<boolean>`(
  exists (select 1 from boxes where boxes.product_id = products.id) or
  exists (select 1 from order_items where order_items.product_id = products.id))`

/** Belts as the admin shows them, in home page order. */
export async function beltViews(db: Database | Transaction, where: SQL): Promise<BeltView[]> {
  const rows = await db
    .select({ ...getTableColumns(products), isUsed })
    .from(products)
    .where(where)
    .orderBy(asc(products.displayOrder), asc(products.sku))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const variants = await db.select().from(beltVariants).where(inArray(beltVariants.productId, ids))
  const stocks = new Map(variants.map((each) => [`${each.productId} ${each.size}`, each.stock]))
  return rows.map(({ width, createdAt: _, ...row }) => ({
    ...row,
    widthMm: Number.parseInt(width, 10) || 0,
    stock: beltSizes[row.gender].map((size) => ({ size, stock: stocks.get(`${row.id} ${size}`) ?? 0 })),
  }))
}

/** @throws ShopError 'not_found' */
export async function beltView(db: Database | Transaction, beltId: string): Promise<BeltView> {
  const [belt] = await beltViews(db, eq(products.id, beltId))
  if (!belt) throw new ShopError('not_found', 'We can’t find that belt. Someone may have deleted it.')
  return belt
}

/** Most belts that a search returns. */
const mostFound = 20

/**
 * The belts of a drop, active or not. With a search, belts of all drops by name or SKU; with neither, the current drop's.
 */
export async function listBelts(
  shop: Shop,
  input: AdminInput<'listBelts'>,
): Promise<AdminReply<'listBelts'>> {
  const typed = input.search?.trim()
  if (typed) {
    const has = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
    const found = await beltViews(shop.db, sql`(${ilike(products.name, has)} or ${ilike(products.sku, has)})`)
    return { drop: null, belts: found.toSorted((a, b) => (a.drop < b.drop ? 1 : -1)).slice(0, mostFound) }
  }
  const drop = input.drop ?? (await currentDrop(shop.db))
  if (drop === null) return { drop, belts: [] }
  return { drop, belts: await beltViews(shop.db, eq(products.drop, drop)) }
}

/** @throws ShopError 'not_found' */
export async function getBelt(shop: Shop, { beltId }: AdminInput<'getBelt'>): Promise<AdminReply<'getBelt'>> {
  return { belt: await beltView(shop.db, beltId) }
}

/** The owner's fields as stored: trimmed, with the width in words (spec §3). */
export function beltRow({ widthMm, ...belt }: BeltFields) {
  return {
    ...belt,
    name: belt.name.trim(),
    description: belt.description.trim(),
    material: belt.material.trim(),
    width: `${widthMm} mm`,
    buckle: belt.buckle.trim(),
    colors: [...new Set(belt.colors.map((color) => color.trim()))],
    imageAlt: belt.imageAlt.trim(),
    lifestyleAlt: belt.lifestyleAlt.trim(),
    suits: belt.suits.trim(),
    detailAlt: belt.detailAlt.trim(),
  }
}

/**
 * Deletes a belt that was never used, with its stock.
 * @throws ShopError 'not_possible' if it was: histories name it
 */
export async function deleteBelt(
  shop: Shop,
  { beltId }: AdminInput<'deleteBelt'>,
  staff: Staff,
): Promise<AdminReply<'deleteBelt'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    // Locks the row so that no box gets this belt meanwhile.
    await tx.select({ id: products.id }).from(products).where(eq(products.id, beltId)).for('update')
    const belt = await beltView(tx, beltId)
    if (belt.isUsed) {
      throw new ShopError(
        'not_possible',
        `${belt.name} was sent or promised to a member, so you can’t delete it. Turn off Active: it leaves the home page and its history stays.`,
      )
    }
    await tx.delete(products).where(eq(products.id, beltId))
    const { id: _id, isUsed: _isUsed, stock, drop, slug, ...fields } = belt
    await audit(tx, staff, shop.now(), {
      action: 'belt.delete',
      entity: 'products',
      entityId: beltId,
      before: {
        ...beltRow(fields),
        drop,
        slug,
        stock: Object.fromEntries(stock.map((one) => [one.size, one.stock])),
      },
    })
    return { success: true }
  })
}

/**
 * Creates a belt in a drop, with every size of spec §5 and no stock yet.
 * @throws ShopError 'taken' if another belt has the SKU, or another belt of the drop has the name
 */
export async function createBelt(
  shop: Shop,
  { drop, belt }: AdminInput<'createBelt'>,
  staff: Staff,
): Promise<AdminReply<'createBelt'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    await pinCurrentDrop(tx)
    await requireDrop(tx, drop)
    await checkBelt(tx, drop, belt)
    return { belt: await beltView(tx, await addBelt(tx, shop, staff, drop, belt)) }
  })
}

/** Inserts a belt that was already checked, with every size and no stock. Returns its id. */
export async function addBelt(tx: Transaction, shop: Shop, staff: Staff, drop: Drop, belt: BeltFields) {
  const row = {
    ...beltRow(belt),
    drop,
    slug: await freeSlug(tx, belt.name),
    design: await designOf(tx, belt),
  }
  const [made] = await tx.insert(products).values(row).returning({ id: products.id })
  const productId = made!.id
  await tx.insert(beltVariants).values(beltSizes[belt.gender].map((size) => ({ productId, size })))
  await audit(tx, staff, shop.now(), {
    action: 'belt.create',
    entity: 'products',
    entityId: productId,
    after: row,
  })
  return productId
}

/**
 * A name is a design: a belt with the same name in another drop is the same belt again, and no one gets it twice
 * (docs/decisions/091).
 */
export async function designOf(
  tx: Transaction,
  { name, gender }: Pick<BeltFields, 'name' | 'gender'>,
  id?: string,
): Promise<string> {
  const others = await tx
    .select({ id: products.id, name: products.name, design: products.design })
    .from(products)
    .where(eq(products.gender, gender))
    .orderBy(asc(products.drop), asc(products.sku))
  const known = others.find((each) => each.id !== id && sameName(each.name) === sameName(name))
  return known?.design ?? newId()
}

/**
 * Checks that need the database. The caller holds the catalog lock (catalogChanged), so two owners can't take one SKU.
 * @throws ShopError 'invalid_body' or 'taken', with the field
 */
export async function checkBelt(tx: Transaction, drop: Drop, belt: BeltFields, known?: BeltView) {
  if (!carriesDateCode(belt.sku, drop)) {
    const example = suggestSku({ ...belt, drop }, [])
    const sentence = `This drop’s SKUs have ${dateCode(drop)} in them, like ${example}.`
    throw new ShopError('invalid_body', sentence, { fields: { 'belt.sku': sentence } })
  }
  const [other] = await tx
    .select({ name: products.name, drop: products.drop })
    .from(products)
    .where(and(eq(products.sku, belt.sku), known ? ne(products.id, known.id) : undefined))
  if (other) {
    const sentence = `${other.name} of ${dropTitle(other.drop)} has this SKU. Change the number or the name in it.`
    throw new ShopError('taken', sentence, { fields: { 'belt.sku': sentence } })
  }
  const isNamedAnew = !known || sameName(known.name) !== sameName(belt.name)
  if (isNamedAnew) {
    const names = await tx
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(eq(products.drop, drop))
    const twin = names.find((each) => each.id !== known?.id && sameName(each.name) === sameName(belt.name))
    if (twin) {
      const sentence = `${dropTitle(drop)} already has a belt named ${twin.name}. Choose another name.`
      throw new ShopError('taken', sentence, { fields: { 'belt.name': sentence } })
    }
  }
  for (const field of ['imageUrl', 'lifestyleImageUrl', 'nightImageUrl', 'detailImageUrl'] as const) {
    const hash = hashOfAddress(belt[field] ?? '')
    if (hash && !(await holdsPicture(tx, hash))) {
      const sentence = 'That picture is gone. Upload it again.'
      throw new ShopError('invalid_body', sentence, { fields: { [`belt.${field}`]: sentence } })
    }
  }
}

/**
 * The slug for a belt's page, made from its name. If another drop's belt had the name, the slug gets a number.
 * @param belt the belt being renamed: its own slug doesn't count as taken
 */
export async function freeSlug(tx: Transaction, name: string, belt?: BeltView): Promise<string> {
  const taken = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(belt ? ne(products.id, belt.id) : undefined)
  const slug = suggestSlug(
    name,
    taken.map((each) => each.slug),
  )
  return slug || randomUUID()
}

// Ignores case and extra spaces: members and packers tell belts apart by name and don't see either.
export const sameName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

// Locks the picture until the belt names it: unnamed pictures get deleted (upload-picture.ts).
async function holdsPicture(tx: Transaction, hash: string): Promise<boolean> {
  const found = await tx
    .select({ hash: pictures.hash })
    .from(pictures)
    .where(eq(pictures.hash, hash))
    .for('key share')
  return found.length > 0
}

/** @throws ShopError 'not_found' for a drop that was never created and has no belts (the first drop came with the shop) */
export async function requireDrop(tx: Transaction, drop: Drop): Promise<void> {
  const [known] = await tx
    .select({ drop: products.drop })
    .from(products)
    .fullJoin(drops, eq(drops.drop, products.drop))
    .where(or(eq(products.drop, drop), eq(drops.drop, drop)))
    .limit(1)
  if (known) return
  throw new ShopError(
    'not_found',
    `There’s no drop for ${dropTitle(drop)} yet. Create it first, under Drops.`,
  )
}
