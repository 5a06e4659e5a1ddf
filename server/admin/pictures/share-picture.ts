import { inTurn, loadSharp } from '../../pictures/read-picture.ts'

/** Pixels of a picture for shared links (Open Graph's own ratio) and for mails. */
const [width, height] = [1200, 630]

/**
 * A square product shot as a JPEG that those take who know no other format: shared links and mail programs. The belt
 * whole in the middle, and beside it its own ground.
 * @throws ShopError 'too_many_requests' when many are being made
 */
export function sharePicture(shot: Uint8Array): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    // A belt fills the middle half of its shot; the rest is table.
    const middle = await sharp(shot).resize({ width: 900, height, fit: 'cover' }).toBuffer()
    const side = (width - 900) / 2
    return sharp(middle)
      .extend({ left: side, right: side, extendWith: 'copy' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  })
}

/**
 * A picture as a JPEG for mail programs, whole: as wide as twice the paper of a mail.
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
