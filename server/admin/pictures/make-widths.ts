import type { Metadata, Sharp } from 'sharp'
import { mostPixels, type PictureFormat, pictureWidths, shortestSide } from '../../../domain/admin/picture.ts'
import { refused } from './picture-kind.ts'

type PictureFile = { width: number; format: PictureFormat; content: Buffer }
export type MadePicture = {
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
export async function makeWidths(file: Uint8Array): Promise<MadePicture> {
  const sharp = await loadSharp()
  const source = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: patience })
  const { width, height } = await upright(source)
  if (width * height > mostPixels) {
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
async function loadSharp() {
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
