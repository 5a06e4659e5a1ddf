import { and, lt, notExists, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { pictures, products } from '../../../db/schema.ts'
import { uploadedAddress } from '../../../domain/admin/picture.ts'

/** Long enough for a form that stays open over night. */
const keptUnused = 48 * 60 * 60_000

/** Deletes uploads that no belt names: those whose form was never saved, and those that were replaced. */
export async function forgetUnusedPictures(tx: Transaction, now: Date): Promise<void> {
  const address = sql`replace(${uploadedAddress('*')}, '*', ${pictures.hash})`
  const users = tx
    .select({ one: sql`1` })
    .from(products)
    .where(or(sql`${products.imageUrl} = ${address}`, sql`${products.lifestyleImageUrl} = ${address}`))
  await tx
    .delete(pictures)
    .where(and(lt(pictures.createdAt, new Date(now.getTime() - keptUnused)), notExists(users)))
}
