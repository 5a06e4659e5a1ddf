import { inTurn, loadSharp } from '../../pictures/read-picture.ts'

/** Pixels: Open Graph's aspect ratio for shared links; emails use the width only. */
const [width, height] = [1200, 630]

/**
 * A square product shot as a JPEG, for shared links and email apps that know no newer format. The whole belt is in the
 * middle; its own background fills the sides.
 * @throws ShopError 'too_many_requests' when many are being made
 */
export function sharePicture(shot: Uint8Array): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    // The belt fills the middle half of its shot; the rest is table.
    const middle = await sharp(shot).resize({ width: 900, height, fit: 'cover' }).toBuffer()
    const side = (width - 900) / 2
    return sharp(middle)
      .extend({ left: side, right: side, extendWith: 'copy' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  })
}

/**
 * A picture as an uncropped JPEG for email apps: twice as wide as an email's content, for sharp screens.
 * @throws ShopError 'too_many_requests' when many are being made
 */
export function mailPicture(shot: Uint8Array): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    return sharp(shot)
      .resize({ width, withoutEnlargement: true })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  })
}
