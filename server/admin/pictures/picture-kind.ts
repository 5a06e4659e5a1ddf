import { largestPicture } from '../../../domain/admin/picture.ts'
import { ShopError } from '../../../domain/errors.ts'

const wanted = 'Choose a JPEG, PNG, WebP or AVIF file.'

/**
 * Looks at the first bytes, whatever the file is called: only what the four decoders are made for comes to them.
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
export function refused(sentence: string, cause?: unknown): ShopError {
  return new ShopError('invalid_picture', sentence, { fields: { file: sentence }, cause })
}
