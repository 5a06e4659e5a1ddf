import { openedBox } from '../../domain/opened-box.ts'
import { loadSharp } from './make-pictures.ts'

/** The color product shots lie on, the page's background in the light theme (scripts/pictures/shared.ts) */
const ground = [0xe3, 0xe0, 0xdb]
/** How far each channel of a shot's corners may be off: JPEG-like noise, not another background. */
const tolerance = 10

/**
 * An opened box with a belt on its tissue, as a JPEG. The shot's background becomes white and is multiplied away, which
 * leaves the belt and its shadow.
 * @param shot a product shot, square
 * @param box `/pictures/box-1200.avif`
 * @returns null if the shot has a background of its own, which would show in the box
 */
export async function beltInBox(shot: Uint8Array, box: Uint8Array): Promise<Buffer | null> {
  const sharp = await loadSharp()
  const { width, top, left } = openedBox.belt
  const whole = await sharp(shot).removeAlpha().resize({ width, height: width }).png().toBuffer()
  const corner = await sharp(whole).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
  const isOnGround = ground.every((level, i) => Math.abs(corner[i]! - level) <= tolerance)
  if (!isOnGround) return null
  const belt = await sharp(whole)
    .linear(
      ground.map((level) => 255 / level),
      [0, 0, 0],
    )
    .png()
    .toBuffer()
  return sharp(box)
    .resize({ width: openedBox.width, height: openedBox.height })
    .composite([{ input: belt, left, top, blend: 'multiply' }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}
