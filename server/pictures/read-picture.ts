import type { Metadata, Sharp } from 'sharp'
import { largestPicture, maxPixels } from '../../domain/admin/fields.ts'
import { ShopError } from '../../domain/errors.ts'

const wanted = 'Choose a JPEG, PNG, WebP or AVIF file.'

/**
 * Checks a file's first bytes, whatever its name: only formats of the four decoders reach them.
 * @throws ShopError 'invalid_picture' that says what the file is and what to choose
 */
export function requirePicture(file: Uint8Array): void {
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
    throw refused('We can’t read HEIC photos. Save it as a JPEG and choose that.')
  }
  if (/<svg|<!DOCTYPE svg/i.test(start)) {
    throw refused('This is an SVG drawing, which can carry scripts. Save it as PNG and choose that.')
  }
  if (/^GIF8/.test(start)) throw refused(`This is a GIF. ${wanted}`)
  if (/^(II\*\0|MM\0\*)/.test(start)) throw refused(`This is a TIFF or a raw photo. ${wanted}`)
  if (/^%PDF/.test(start)) throw refused(`This is a PDF. ${wanted}`)
  throw refused(`Browsers can’t show this kind of file. ${wanted}`)
}

/** The error for a rejected file; the sentence says why and what to do. */
export function refused(sentence: string, cause?: unknown): ShopError {
  return new ShopError('invalid_picture', sentence, { fields: { file: sentence }, cause })
}

/** Seconds per step; the largest picture takes a few. */
const patience = 60
/**
 * Opens an uploaded picture; width and height are those of the upright picture, in pixels.
 * @throws ShopError 'invalid_picture' if it can't be decoded, or would take too much memory
 */
export async function openPicture(file: Uint8Array) {
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

/** Loaded with the first upload: it would cost every start a tenth of a second and 20 MB. */
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
export function cannotDecode(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : ''
  if (/pixel limit/i.test(reason)) {
    throw refused('This picture has more than 60 megapixels. Choose a smaller one.', cause)
  }
  throw refused('This picture is damaged. Save it again, or choose another one.', cause)
}

const maxWaiting = 8

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs heavy work one at a time in this process, so that pages keep a core to themselves.
 * @throws ShopError 'too_many_requests' if the queue is long
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) {
    throw new ShopError('too_many_requests', 'We’re busy with other pictures. Try again in a minute.')
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
