/**
 * The hero's pictures. The source shows three belts on walnut, right of center. The page needs dark wood on the left and
 * above for its text, so the wood is mirrored outward and darkened with a veil.
 */
import sharp, { type Sharp } from 'sharp'

/** the source's size; all numbers below refer to it */
const source = { width: 2000, height: 1200 }
/** the strip without belts on the left, which is mirrored */
const strip = 450
const above = 330
const long = { width: source.width + 2 * strip, height: source.height + above }

/** The walnut's darkest brown over the text's side and the top, fading toward the belts. */
const veil = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${long.width}" height="${long.height}"><defs>` +
    '<linearGradient id="left" x2="1" y2="0"><stop offset="0" stop-color="#1b1613" stop-opacity=".82"/>' +
    '<stop offset=".52" stop-color="#1b1613" stop-opacity="0"/></linearGradient>' +
    '<linearGradient id="top" x2="0" y2="1"><stop offset="0" stop-color="#1b1613" stop-opacity=".7"/>' +
    '<stop offset=".42" stop-color="#1b1613" stop-opacity="0"/></linearGradient></defs>' +
    '<rect width="100%" height="100%" fill="url(#left)"/><rect width="100%" height="100%" fill="url(#top)"/></svg>',
)

async function checkSize(file: string | Buffer): Promise<void> {
  const { width, height } = await sharp(file).metadata()
  if (width !== source.width || height !== source.height) {
    throw new Error(`the photograph is ${width} x ${height}, expected ${source.width} x ${source.height}`)
  }
}

/** The desktop hero, 1.9:1: the mirrored strip left of the source, mirrored wood above, and the veil. */
export async function lengthen(file: string | Buffer): Promise<Sharp> {
  await checkSize(file)
  const wood = await sharp(file)
    .extract({ left: 0, top: 0, width: strip, height: source.height })
    .png()
    .toBuffer()
  const mirrored = await sharp(wood).flop().png().toBuffer()
  const canvas = { width: long.width, height: source.height, channels: 3 as const, background: '#1b1613' }
  const wide = await sharp({ create: canvas })
    .composite([
      { input: wood, left: 0, top: 0 },
      { input: mirrored, left: strip, top: 0 },
      { input: file, left: 2 * strip, top: 0 },
    ])
    .png()
    .toBuffer()
  const tall = await sharp(wide).extend({ top: above, extendWith: 'mirror' }).png().toBuffer()
  return sharp(
    await sharp(tall)
      .composite([{ input: veil }])
      .png()
      .toBuffer(),
  )
}

/** The phone hero, 4:3: only the three belts, because the text is below. */
export function cropMobile(file: string | Buffer): Sharp {
  return sharp(file).extract({ left: 500, top: 75, width: 1500, height: 1125 })
}

/** The silver buckles, where the renderer leaves speckled reflections. */
const silver = [
  { left: 540, top: 410, width: 170, height: 220 },
  { left: 1305, top: 495, width: 175, height: 150 },
]

/** The photograph with smoothed buckles. */
export async function calm(file: string): Promise<Buffer> {
  const parts = silver.map(async (place) => ({
    input: await sharp(file).extract(place).median(5).png().toBuffer(),
    left: place.left,
    top: place.top,
  }))
  return sharp(file)
    .composite(await Promise.all(parts))
    .png({ compressionLevel: 1 })
    .toBuffer()
}
