import { createHash } from 'node:crypto'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { pictureFiles, pictures, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { uploadedAddress } from '../../../domain/admin/fields.ts'
import { makeWidths } from '../../pictures/make-apart.ts'
import { requirePicture } from '../../pictures/read-picture.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** Milliseconds: long enough for a form left open overnight. */
const keptUnused = 48 * 60 * 60_000

/** Deletes uploads that no belt or letter uses: their form was never saved, or they were replaced. */
async function forgetUnusedPictures(tx: Transaction, now: Date): Promise<void> {
  const address = sql`replace(${uploadedAddress('*')}, '*', ${pictures.hash})`
  const users = tx
    .select({ one: sql`1` })
    .from(products)
    .where(
      sql`${address} in (${products.imageUrl}, ${products.lifestyleImageUrl}, ${products.nightImageUrl}, ${products.detailImageUrl})`,
    )
  await tx
    .delete(pictures)
    .where(
      and(
        lt(pictures.createdAt, new Date(now.getTime() - keptUnused)),
        notExists(users),
        sql`not exists (select 1 from letters l where strpos(l.blocks::text, ${pictures.hash}) > 0)`,
      ),
    )
}

/**
 * Stores a picture in all widths and formats in the database. A belt shows it once it has its URL.
 * @throws ShopError 'invalid_picture' for a file that isn't a usable picture; nothing is stored
 */
export async function uploadPicture(
  shop: Shop,
  { file }: AdminInput<'uploadPicture'>,
  staff: Staff,
): Promise<AdminReply<'uploadPicture'>> {
  requirePicture(file)
  const hash = createHash('sha256').update(file).digest('base64url')
  const now = shop.now()
  const [known] = await shop.db
    .update(pictures)
    .set({ createdAt: now })
    .where(eq(pictures.hash, hash))
    .returning({ width: pictures.width, height: pictures.height })
  if (known) return { picture: { url: uploadedAddress(hash), ...known } }
  const { width, height, files } = await makeWidths(file)
  await shop.db.transaction(async (tx) => {
    await forgetUnusedPictures(tx, now)
    const [made] = await tx
      .insert(pictures)
      .values({ hash, width, height, createdAt: now })
      .onConflictDoNothing()
      .returning({ hash: pictures.hash })
    if (!made) return
    await tx.insert(pictureFiles).values(files.map((each) => ({ hash, ...each })))
    await audit(tx, staff, now, {
      action: 'picture.upload',
      entity: 'pictures',
      entityId: hash,
      after: { width, height },
    })
  })
  return { picture: { url: uploadedAddress(hash), width, height } }
}
