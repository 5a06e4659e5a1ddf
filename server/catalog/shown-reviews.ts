import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { reviewState } from '../../db/schema/states.ts'
import type { Fit, Stars } from '../../domain/feedback.ts'
import { type BeltReviews, type ReviewOfBelt, signatureOf } from '../../domain/review.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { currentDrop } from './current-drop.ts'

/** Reviews on a belt's page, and on the home page: the newest, whatever their stars. */
const [ofBelt, ofHome] = [12, 3]

/** The reviews on a belt's page; null if none is published. */
export async function beltReviews(shop: Shop, productId: string): Promise<BeltReviews | null> {
  const isOfBelt = sql`r.product_id = ${productId}`
  const [counted] = await rowsOf<{ count: number; average: string | null }>(
    shop.db,
    sql`select count(*)::int as count, avg(r.stars)::text as average from reviews r where ${isOfBelt} and ${isShown}`,
  )
  if (!counted?.count) return null
  return {
    count: counted.count,
    average: Number(counted.average),
    shown: await newest(shop, isOfBelt, ofBelt),
  }
}

/** The newest reviews with text, of belts that have a page, for the home page. */
export function newestReviews(shop: Shop): Promise<ReviewOfBelt[]> {
  return newest(shop, sql`r.text <> ''`, ofHome)
}

const isShown = sql`r.state in ${reviewState.list('published')}`

type Row = {
  id: string
  stars: Stars
  fit: Fit | null
  text: string
  name: string | null
  place: string | null
  at: string
  belt: string
  slug: string
}

// Hides reviews of belts from drops that aren't public yet (docs/decisions/056), though their wearers already have them.
async function newest(shop: Shop, which: SQL, most: number): Promise<ReviewOfBelt[]> {
  const rows = await rowsOf<Row>(
    shop.db,
    sql`select r.id::text as id, r.stars, f.fit, r.text, r.name, r.place, p.name as belt, p.slug,
        to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from reviews r join products p on p.id = r.product_id left join box_feedback f on f.box_id = r.box_id
      where ${which} and ${isShown} and p.drop <= ${await currentDrop(shop.db)}
      order by r.written_at desc, r.id limit ${most}`,
  )
  return rows.map(({ id, stars, fit, text, name, place, at, belt, slug }) => ({
    ...{ id, stars, fit, text, belt: { name: belt, slug } },
    by: signatureOf(name ?? '', place ?? ''),
    writtenOn: shopDay(shop, new Date(at)),
  }))
}
