import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { pictures, products } from '../../../db/schema.ts'
import type { BeltFields } from '../../../domain/admin/belt-calls.ts'
import { hashOfAddress } from '../../../domain/admin/picture.ts'
import { carriesDateCode, dateCode, suggestSku } from '../../../domain/admin/sku.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'

/**
 * What only the database knows of a belt that is written. The caller holds the catalogue (catalogChanged), so that two
 * owners cannot take one SKU at once.
 * @throws ShopError 'invalid_body' or 'taken', with the field
 */
export async function checkBelt(tx: Transaction, drop: Drop, belt: BeltFields, beltId?: string) {
  if (!carriesDateCode(belt.sku, drop)) {
    const example = suggestSku({ ...belt, drop }, [])
    const sentence = `The SKU of this drop carries ${dateCode(drop)}, for example ${example}.`
    throw new ShopError('invalid_body', sentence, { fields: { 'belt.sku': sentence } })
  }
  const [other] = await tx
    .select({ name: products.name, drop: products.drop })
    .from(products)
    .where(and(eq(products.sku, belt.sku), beltId ? ne(products.id, beltId) : undefined))
  if (other) {
    const sentence = `${other.name} of ${dropTitle(other.drop)} has this SKU. Change the number or the name in it.`
    throw new ShopError('taken', sentence, { fields: { 'belt.sku': sentence } })
  }
  for (const field of ['imageUrl', 'lifestyleImageUrl'] as const) {
    const hash = hashOfAddress(belt[field] ?? '')
    if (hash && !(await holdsPicture(tx, hash))) {
      const sentence = 'This picture is no longer there. Upload it again.'
      throw new ShopError('invalid_body', sentence, { fields: { [`belt.${field}`]: sentence } })
    }
  }
}

// Locked until the belt names it: what no belt names is cleared away (forget-unused-pictures.ts).
async function holdsPicture(tx: Transaction, hash: string): Promise<boolean> {
  const found = await tx
    .select({ hash: pictures.hash })
    .from(pictures)
    .where(eq(pictures.hash, hash))
    .for('key share')
  return found.length > 0
}
