import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Drop } from '../domain/drop.ts'

/**
 * Adds a drop's belts, in the given number per gender and style, in every size.
 * @param units of each belt and size
 */
export async function fillInventory(
  db: Database,
  drop: Drop,
  perStyle: number,
  pieces: number,
): Promise<void> {
  await db.execute(sql`
    insert into products (name, description, material, width, buckle, style, sku, gender, drop)
    select 'Belt ' || style || n, 'A belt', 'Leather', '35 mm', 'Brass', style,
      upper(left(gender, 1) || left(style, 1)) || n || '-' || replace(${drop}, '-', '') || '-BELT', gender, ${drop}
    from unnest(array['male', 'female']) as gender, unnest(array['dress', 'casual', 'stretch']) as style,
      generate_series(1, ${sql.raw(String(perStyle))}) as n`)
  await db.execute(sql`
    insert into belt_variants (product_id, size, stock)
    select id, (case when gender = 'male' then 32 else 26 end + 2 * step)::text, ${sql.raw(String(pieces))}
    from products, generate_series(0, 6) as step where drop = ${drop}`)
}
