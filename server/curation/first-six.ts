import { inArray } from 'drizzle-orm'
import { products } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import type { CurationBelt } from '../../domain/curation/curation.ts'
import { firstBelts } from '../../domain/curation/first-belts.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { beltOf, currentDrop } from '../catalog/current-drop.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { stylesOf } from './pool.ts'
import { readInventory } from './read-boxes.ts'

/** Months the quiz looks ahead. */
const months = 6
/**
 * Milliseconds for which the stock is cached: visitors come by the hundred, stock changes slowly, and "likely" allows it.
 */
const shelfLasts = 60_000

const shelves = new WeakMap<Shop, { at: number; shelf: Promise<CurationBelt[]> }>()

/** The belts a new member would likely get in the first six drops, chosen by the same engine as for members. */
export async function firstSix(shop: Shop, wish: ParsedBody<'firstSix'>): Promise<Reply<'firstSix'>> {
  const today = shopDay(shop)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone, today.slice(0, 7))
  const { drops } = allocateDrops(calendar, today, months)
  const size = beltSizes[wish.gender].includes(wish.size) ? wish.size : null
  const shelf = await publishedShelf(shop)
  const ids = firstBelts(
    shelf,
    { gender: wish.gender, size, styles: stylesOf(wish.styles) },
    drops[0]!,
    months,
  )
  if (ids.length === 0) return { belts: [] }
  const rows = await shop.db.select().from(products).where(inArray(products.id, ids))
  const belts = ids.flatMap((id) => rows.filter((row) => row.id === id).map(beltOf))
  return {
    belts: belts.map(({ id, slug, name, style, imageUrl, nightImageUrl, imageAlt, ...belt }) => ({
      ...{ id, slug, name, style, imageUrl, nightImageUrl, imageAlt },
      ...{ detailImageUrl: belt.detailImageUrl, detailAlt: belt.detailAlt },
    })),
  }
}

/** Free stock of belts already shown to the public; belts the owner is preparing stay hidden. */
function publishedShelf(shop: Shop): Promise<CurationBelt[]> {
  const now = shop.now().getTime()
  const known = shelves.get(shop)
  if (known && Math.abs(now - known.at) < shelfLasts) return known.shelf
  const shelf = currentDrop(shop.db).then((drop) => (drop ? readInventory(shop.db, drop) : []))
  shelves.set(shop, { at: now, shelf })
  shelf.catch(() => shelves.delete(shop))
  return shelf
}
