import { desc, eq, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { beltVariants, products, stockReceipts } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Receipt } from '../../../domain/admin/scan-contracts.ts'
import { genderNames, styleNames } from '../../../domain/belt.ts'
import { boxReference } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { beyondStock } from '../../curation/inventory.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { findScanned, sizesOf } from './scan-at-packing.ts'

/** Most scans that the screen shows. */
const shown = 50
/** Most labels per file. */
const mostLabels = 3_000
/** Most units of one size. */
const mostPieces = 100_000

async function receipts(db: Database | Transaction, id?: string): Promise<Receipt[]> {
  const rows = await db
    .select({
      id: stockReceipts.id,
      belt: products.name,
      sku: products.sku,
      size: beltVariants.size,
      pieces: stockReceipts.pieces,
      stock: beltVariants.stock,
      username: stockReceipts.username,
      createdAt: stockReceipts.createdAt,
      undoneAt: stockReceipts.undoneAt,
    })
    .from(stockReceipts)
    .innerJoin(beltVariants, eq(beltVariants.id, stockReceipts.variantId))
    .innerJoin(products, eq(products.id, beltVariants.productId))
    .where(id ? eq(stockReceipts.id, id) : undefined)
    .orderBy(desc(stockReceipts.createdAt), desc(stockReceipts.id))
    .limit(shown)
  return rows.map(({ createdAt, undoneAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    isUndone: undoneAt !== null,
  }))
}

/** The latest received stock, by anyone. */
export async function listReceipts(shop: Shop): Promise<AdminReply<'listReceipts'>> {
  return { receipts: await receipts(shop.db) }
}

/**
 * Adds received units to stock. Two people scanning at the same time both count; a scan sent twice counts once.
 * @throws ShopError 'not_found' if no belt has the label
 */
export async function receiveStock(
  shop: Shop,
  { id, code, pieces }: AdminInput<'receiveStock'>,
  staff: Staff,
): Promise<AdminReply<'receiveStock'>> {
  return shop.db.transaction(async (tx) => {
    const scanned = await findScanned(tx, code)
    if (!scanned) {
      throw new ShopError(
        'not_found',
        `No belt has the label “${code.trim().slice(0, 40)}”. Scan the label on the belt, not the one on a box or a packing slip.`,
      )
    }
    const { variantId, belt, size } = scanned
    const [held] = await tx.select().from(beltVariants).where(eq(beltVariants.id, variantId)).for('update')
    const [made] = await tx
      .insert(stockReceipts)
      .values({ id, variantId, pieces, username: staff.username, createdAt: shop.now() })
      .onConflictDoNothing()
      .returning({ id: stockReceipts.id })
    if (made) {
      const stock = held!.stock + pieces
      if (stock > mostPieces)
        throw new ShopError('not_possible', `${belt}, size ${size}, would be more than ${mostPieces} pieces.`)
      await tx.update(beltVariants).set({ stock }).where(eq(beltVariants.id, variantId))
      await audit(tx, staff, shop.now(), {
        action: 'belt.receive',
        entity: 'products',
        entityId: scanned.beltId,
        before: { [size]: held!.stock },
        after: { name: belt, [size]: stock },
      })
    }
    return { receipt: (await receipts(tx, id))[0]! }
  })
}

/**
 * Undoes a scan.
 * @throws ShopError 'not_found', 'not_possible' if its units left the shelf or are promised by now
 */
export async function undoReceipt(
  shop: Shop,
  { receiptId }: AdminInput<'undoReceipt'>,
  staff: Staff,
): Promise<AdminReply<'undoReceipt'>> {
  return shop.db.transaction(async (tx) => {
    const [place] = await tx.select().from(stockReceipts).where(eq(stockReceipts.id, receiptId))
    if (!place) throw new ShopError('not_found', 'There’s no such scan. Reload the page.')
    const [held] = await tx
      .select()
      .from(beltVariants)
      .where(eq(beltVariants.id, place.variantId))
      .for('update')
    const [found] = await receipts(tx, receiptId)
    if (found!.isUndone) return { receipt: found! }
    const { productId: beltId, size } = held!
    const stock = held!.stock - place.pieces
    const what = `${found!.belt}, size ${size}`
    if (stock < 0)
      throw new ShopError(
        'not_possible',
        `${what}: it has left the shelf already. Count it again under Stock.`,
      )
    const losing = await rowsOf<{ name: string }>(
      tx,
      sql`select coalesce(m.address ->> 'fullName', '') as name
        from ${beyondStock({ beltId, size, stock })} join memberships m on m.id = promised.membership_id order by 1`,
    )
    if (losing.length > 0) {
      throw new ShopError(
        'not_possible',
        `${what}: it’s promised to ${losing[0]!.name || 'someone'} by now. Count it down under Stock, which asks first.`,
      )
    }
    await tx.update(beltVariants).set({ stock }).where(eq(beltVariants.id, held!.id))
    await tx.update(stockReceipts).set({ undoneAt: shop.now() }).where(eq(stockReceipts.id, receiptId))
    await audit(tx, staff, shop.now(), {
      action: 'belt.receive-undo',
      entity: 'products',
      entityId: beltId,
      before: { [size]: held!.stock },
      after: { name: found!.belt, [size]: stock },
    })
    return { receipt: (await receipts(tx, receiptId))[0]! }
  })
}

/**
 * Labels for the belts of a drop.
 * @throws ShopError 'not_possible' if there's nothing to print, or more labels than fit in one file
 */
export async function beltLabelsPdf(
  shop: Shop,
  { drop, beltId, paper, each, first }: AdminInput<'beltLabelsPdf'>,
): Promise<AdminReply<'beltLabelsPdf'>> {
  const labels = (await sizesOf(shop.db, drop, beltId)).map(
    ({ variantId, gender, style, stock, ...belt }) => ({
      ...{ belt: belt.belt, size: belt.size, sku: belt.sku },
      kind: `${genderNames[gender]}, ${styleNames[style]}`,
      code: boxReference(variantId),
      copies: each ?? stock,
    }),
  )
  const count = labels.reduce((sum, { copies }) => sum + copies, 0)
  if (count === 0)
    throw new ShopError(
      'not_possible',
      'There’s nothing to print: no pieces are on the shelf. Print some of each size instead.',
    )
  if (count > mostLabels)
    throw new ShopError(
      'not_possible',
      `That’s ${count} labels. Print at most ${mostLabels} at a time, belt by belt.`,
    )
  const { drawBeltLabels } = await import('../../documents/belt-labels.ts')
  const content = await drawBeltLabels(labels, { paper, ...(first ? { first } : {}), madeAt: shop.now() })
  return { fileName: `belt-labels-${drop}.pdf`, contentType: 'application/pdf', content }
}
