import { createHash } from 'node:crypto'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import type { Transaction } from '../../../db/database.ts'
import { pictureFiles, pictures, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import {
  type PictureFormat,
  pictureWidths,
  shortestSide,
  uploadedAddress,
} from '../../../domain/admin/fields.ts'
import { cannotDecode, inTurn, openPicture, refused, requirePicture } from '../../pictures/read-picture.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

type PictureFile = { width: number; format: PictureFormat; content: Buffer }
type MadePicture = {
  /** pixels of the upload, after rotation */
  width: number
  height: number
  files: PictureFile[]
}

/** `--ground` of the light theme: fills transparent areas, because belts lie directly on the page. */
const ground = '#e3e0db'

/**
 * Makes all widths and formats of an upload, upright and without camera metadata (place, time, name). A small picture
 * isn't enlarged; its files only carry the larger names. scripts/pictures.ts does this for the pictures of the build.
 * @throws ShopError 'invalid_picture' for files that can't be decoded, are too small, or would take too much memory
 */
async function makeWidths(file: Uint8Array): Promise<MadePicture> {
  const { sharp, source, width, height } = await openPicture(file)
  if (Math.min(width, height) < shortestSide) {
    throw refused(
      `This picture has ${width} × ${height} pixels. Choose one of at least ${shortestSide} × ${shortestSide}, better 1200.`,
    )
  }
  const largest = Math.max(...pictureWidths)
  const { data, info } = await source
    .autoOrient()
    .resize({ width: largest, height: 2 * largest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: ground })
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(cannotDecode)
  const files: PictureFile[] = []
  for (const wanted of pictureWidths) {
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const sized = sharp(data, { raw }).resize({ width: wanted, withoutEnlargement: true })
    const encoders: Record<PictureFormat, Sharp> = {
      // Full chroma keeps stitches and the flat background clean.
      avif: sized.clone().avif({ quality: 58, effort: 4, chromaSubsampling: '4:4:4' }),
      webp: sized.webp({ quality: 82, effort: 4, smartSubsample: true }),
    }
    for (const [format, encoder] of Object.entries(encoders)) {
      files.push({ width: wanted, format: format as PictureFormat, content: await encoder.toBuffer() })
    }
  }
  return { width, height, files }
}

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
  const { width, height, files } = await inTurn(() => makeWidths(file))
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
