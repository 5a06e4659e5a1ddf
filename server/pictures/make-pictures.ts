import type { Metadata, Sharp } from 'sharp'
import { maxPixels, type PictureFormat, pictureWidths, shortestSide } from '../../domain/admin/fields.ts'
import { refused } from './read-picture.ts'

// What decodes pictures from outside: only in a process of its own (make-apart.ts).

/** Seconds per step; the largest picture takes a few. */
const patience = 60
/**
 * Opens an uploaded picture; width and height are those of the upright picture, in pixels.
 * @throws ShopError 'invalid_picture' if it can't be decoded, or would take too much memory
 */
async function openPicture(file: Uint8Array) {
  const sharp = await loadSharp()
  const source = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: patience })
  const { width, height } = await upright(source)
  if (width * height > maxPixels) {
    throw refused(
      `This picture has ${width} × ${height} pixels, which is more than 60 megapixels. Choose a smaller one.`,
    )
  }
  return { sharp, source, width, height }
}

/** Longer side of a photo in pixels: enough to see a torn stitch. */
const photoSide = 1600

/**
 * A photo as we store it: upright, in WebP, without the camera's metadata (place, time, name).
 * @throws ShopError 'invalid_picture'
 */
export async function makePhoto(file: Uint8Array): Promise<Buffer> {
  const { source } = await openPicture(file)
  return source
    .autoOrient()
    .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .webp({ quality: 80, effort: 3 })
    .toBuffer()
    .catch(cannotDecode)
}

/** Loaded here only: it would cost every start a tenth of a second and 20 MB. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One picture at a time on one core, and only the decoders that are needed.
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

/** @throws ShopError 'invalid_picture', always */
function cannotDecode(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : ''
  if (/pixel limit/i.test(reason)) {
    throw refused('This picture has more than 60 megapixels. Choose a smaller one.', cause)
  }
  throw refused('This picture is damaged. Save it again, or choose another one.', cause)
}

type PictureFile = { width: number; format: PictureFormat; content: Buffer }
export type MadePicture = {
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
export async function makeWidths(file: Uint8Array): Promise<MadePicture> {
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

/** Pixels: Open Graph's aspect ratio for shared links; emails use the width only. */
const [shareWidth, shareHeight] = [1200, 630]
const asJpeg = { quality: 82, mozjpeg: true }

/**
 * A square product shot as a JPEG, for shared links and email apps that know no newer format. The whole belt is in the
 * middle; its own background fills the sides.
 */
export async function makeSharePicture(shot: Uint8Array): Promise<Buffer> {
  const { sharp, source } = await openPicture(shot)
  // The belt fills the middle half of its shot; the rest is table.
  const middle = await source.resize({ width: 900, height: shareHeight, fit: 'cover' }).png().toBuffer()
  const side = (shareWidth - 900) / 2
  return sharp(middle).extend({ left: side, right: side, extendWith: 'copy' }).jpeg(asJpeg).toBuffer()
}

/** A picture as an uncropped JPEG for email apps: twice as wide as an email's content, for sharp screens. */
export async function makeMailPicture(shot: Uint8Array): Promise<Buffer> {
  const { source } = await openPicture(shot)
  return source.resize({ width: shareWidth, withoutEnlargement: true }).jpeg(asJpeg).toBuffer()
}
