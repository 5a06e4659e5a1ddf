import { eq } from 'drizzle-orm'
import { products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { currentDrop } from '../../catalog/current-drop.ts'
import type { Shop } from '../../shop.ts'
import { beltViews } from './belt-views.ts'

/** The belts of a drop, shown or put away; without a drop those of the current one. */
export async function listBelts(
  shop: Shop,
  input: AdminInput<'listBelts'>,
): Promise<AdminReply<'listBelts'>> {
  const drop = input.drop ?? (await currentDrop(shop.db))
  if (drop === null) return { drop, belts: [] }
  return { drop, belts: await beltViews(shop.db, eq(products.drop, drop)) }
}
