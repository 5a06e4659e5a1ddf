import { createHash } from 'node:crypto'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Metadata, Sharp } from 'sharp'
import type { Transaction } from '../../../db/database.ts'
import { pictureFiles, pictures, products } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import {
  largestPicture,
  maxPixels,
  type PictureFormat,
  pictureWidths,
  shortestSide,
  uploadedAddress,
} from '../../../domain/admin/fields.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

const wanted = 'Choose a JPEG, PNG, WebP or AVIF file.'

/**
 * Looks at the first bytes, whatever the file is called: only what the four decoders are made for comes to them.
 * @throws ShopError 'invalid_picture' that says what the file is and what to choose
 */
function requirePicture(file: Uint8Array): void {
  if (file.length === 0) throw refused(`This file is empty. ${wanted}`)
  if (file.length > largestPicture) throw refused('This file is larger than 15 MB. Choose a smaller one.')
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1024)).toString('latin1')
  const isReadable =
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF[\s\S]{4}WEBP/.test(start) ||
    /^[\s\S]{4}ftypavi[fs]/.test(start)
  if (isReadable) return
  if (/^[\s\S]{4}ftyp(hei|hev|mif|msf)/.test(start)) {
    throw refused('This is a HEIC photo, which this shop cannot read. Save it as JPEG and choose that.')
  }
  if (/<svg|<!DOCTYPE svg/i.test(start)) {
    throw refused('This is an SVG drawing, which can carry scripts. Save it as PNG and choose that.')
  }
  if (/^GIF8/.test(start)) throw refused(`This is a GIF. ${wanted}`)
  if (/^(II\*\0|MM\0\*)/.test(start)) throw refused(`This is a TIFF or a raw photo. ${wanted}`)
  if (/^%PDF/.test(start)) throw refused(`This is a PDF. ${wanted}`)
  throw refused(`This is not a picture that browsers show. ${wanted}`)
}

/** A file that is not taken; the sentence says why and what to do. */
function refused(sentence: string, cause?: unknown): ShopError {
  return new ShopError('invalid_picture', sentence, { fields: { file: sentence }, cause })
}

type PictureFile = { width: number; format: PictureFormat; content: Buffer }
type MadePicture = {
  /** pixels of the upload as it stands upright */
  width: number
  height: number
  files: PictureFile[]
}

/** Seconds for one step; the largest picture takes a few. */
const patience = 60
/** `--ground` of the light theme: what shows through a transparent picture, because belts lie on the page. */
const ground = '#e3e0db'

/**
 * All widths and formats of an upload, upright and without what a camera writes beside it (place, time, name).
 * A small picture is not enlarged, only named alike. See scripts/pictures.ts for those of the build.
 * @throws ShopError 'invalid_picture' for what cannot be decoded, is too small, or would be too large in memory
 */
async function makeWidths(file: Uint8Array): Promise<MadePicture> {
  const sharp = await loadSharp()
  const source = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: patience })
  const { width, height } = await upright(source)
  if (width * height > maxPixels) {
    throw refused(
      `This picture has ${width} × ${height} pixels, which is more than 60 megapixels. Choose a smaller one.`,
    )
  }
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
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(cannotDecode)
  const files: PictureFile[] = []
  for (const wanted of pictureWidths) {
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const sized = sharp(data, { raw }).resize({ width: wanted, withoutEnlargement: true })
    const encoders: Record<PictureFormat, Sharp> = {
      // Full chroma keeps stitches and the flat ground clean.
      avif: sized.clone().avif({ quality: 58, effort: 4, chromaSubsampling: '4:4:4' }),
      webp: sized.webp({ quality: 82, effort: 4, smartSubsample: true }),
    }
    for (const [format, encoder] of Object.entries(encoders)) {
      files.push({ width: wanted, format: format as PictureFormat, content: await encoder.toBuffer() })
    }
  }
  return { width, height, files }
}

// Loaded with the first upload: it would cost every start a tenth of a second and 20 MB.
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One picture at a time, on one core, and no more decoders than are needed.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
  sharp.unblock({ operation: loaders })
  return sharp
}

async function upright(source: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient }: Metadata = await source.metadata().catch(cannotDecode)
  return autoOrient
}

function cannotDecode(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : ''
  if (/pixel limit/i.test(reason)) {
    throw refused('This picture has more than 60 megapixels. Choose a smaller one.', cause)
  }
  throw refused('This picture is damaged and cannot be read. Save it again, or choose another one.', cause)
}

const maxWaiting = 8

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Does one piece of heavy work at a time in this process, so that pages keep a core to themselves.
 * @throws ShopError 'too_many_requests' when the queue is long
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) {
    throw new ShopError('too_many_requests', 'Many pictures are being prepared. Try again in a minute.')
  }
  waiting++
  const mine = last.then(work, work)
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting--
  }
}

/** Long enough for a form that stays open over night. */
const keptUnused = 48 * 60 * 60_000

/** Deletes uploads that no belt names: those whose form was never saved, and those that were replaced. */
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
    .where(and(lt(pictures.createdAt, new Date(now.getTime() - keptUnused)), notExists(users)))
}

/**
 * Keeps a picture in all widths and formats, in the database. A belt shows it once it names its address.
 * @throws ShopError 'invalid_picture' for a file that is no picture or a bad one; nothing is stored then
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
