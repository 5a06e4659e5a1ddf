/**
 * Makes every picture of the shop from the photographs: `node scripts/pictures.ts SOURCE_DIR`.
 *
 * SOURCE_DIR contains `hero.webp` and, for each belt, `<id>-product.webp` (1:1) and `<id>-lifestyle.webp` (4:5);
 * optionally also `<id>-detail` and `<id>-night` (1:1) and `<id>-wave` (9:5, WebP or PNG). The photographs are not in
 * this repository. The output is, in `public/`, because it's smaller than the photographs and a build should not need
 * them. Run this again when a photograph changes, and commit what it writes. It remakes everything and removes nothing,
 * and takes about five minutes.
 *
 * Output: `public/pictures/<name>-<width>.avif` and `.webp` for each picture of a belt (widths 480, 840, 1200), `hero`
 * (1280, 2000) and `hero-mobile` (640, 750, 960); `public/pictures/mail-hero.jpg`; from these, the pictures of shared
 * links (`public/og/`); and, from `public/favicon.svg`, the icons that must be PNG.
 */
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type AvifOptions, type Sharp, type WebpOptions } from 'sharp'
import { calm, cropMail, cropMobile, lengthen } from './pictures/hero.ts'
import { besideWave, flatten, writeShared } from './pictures/shared.ts'

type Recipe = { widths: number[]; avif: AvifOptions; webp: WebpOptions; webpShift?: number[] }

/**
 * Full chroma keeps stitches and the flat background clean: AVIF reproduces #e3e0db exactly. WebP can't represent that
 * color; unadjusted, it drifts by up to four steps and a box becomes visible. One step more red makes it settle on
 * #e4e0db, the nearest color it has, at this quality and effort.
 */
const productRecipe: Recipe = {
  widths: [480, 840, 1200],
  avif: { quality: 58, effort: 5, chromaSubsampling: '4:4:4' },
  webp: { quality: 82, effort: 4, smartSubsample: true },
  webpShift: [1, 0, 0],
}
const lifestyleRecipe: Recipe = {
  widths: [480, 840, 1200],
  avif: { quality: 48, effort: 5 },
  webp: { quality: 66, effort: 5, smartSubsample: true },
}
/** Pictures with a table or light of their own, which don't have to match the page's background. */
const sceneRecipe: Recipe = {
  widths: [480, 840, 1200],
  avif: { quality: 52, effort: 4 },
  webp: { quality: 72, effort: 4, smartSubsample: true },
}
/** The first artifact in the hero is banding in its dark gradients, so it needs a higher quality than its detail would. */
const heroRecipe: Recipe = {
  widths: [1280, 2000],
  avif: { quality: 66, effort: 5 },
  webp: { quality: 82, effort: 5, smartSubsample: true },
}
/**
 * On a phone's dense pixels a lower quality is enough, and the 750 px file fits, with both fonts, into two round trips
 * after the page. Tuned for SSIM, it's a sixth smaller than by default, with less error.
 */
const heroMobileRecipe: Recipe = {
  ...heroRecipe,
  widths: [640, 750, 960],
  avif: { quality: 54, effort: 9, tune: 'ssim' },
}

const publicFolder = path.join(import.meta.dirname, '..', 'public')
const picturesFolder = path.join(publicFolder, 'pictures')

/** Writes one picture in all widths and both formats. A small source isn't enlarged, but its files have the same names. */
async function write(name: string, picture: Sharp, recipe: Recipe): Promise<void> {
  const pixels = await picture.png({ compressionLevel: 1 }).toBuffer()
  for (const width of recipe.widths) {
    const target = path.join(picturesFolder, `${name}-${width}`)
    const sized = sharp(pixels).resize({ width, withoutEnlargement: true })
    await sized.clone().avif(recipe.avif).toFile(`${target}.avif`)
    const shift = recipe.webpShift ?? [0, 0, 0]
    await sized.clone().linear([1, 1, 1], shift).webp(recipe.webp).toFile(`${target}.webp`)
  }
}

async function writeHero(source: string): Promise<void> {
  const file = await calm(source)
  await write('hero', await lengthen(file), heroRecipe)
  await write('hero-mobile', cropMobile(file), heroMobileRecipe)
  await cropMail(file).jpeg({ quality: 74, mozjpeg: true }).toFile(path.join(picturesFolder, 'mail-hero.jpg'))
}

/** The unrolled belt on the page's background, 4:1: everything above and below it is table. */
async function unroll(file: string): Promise<Sharp> {
  const lying = sharp(await (await flatten(file, besideWave)).png().toBuffer())
  const { width = 0 } = await lying.metadata()
  return lying.extract({ left: 0, top: Math.round(width * 0.165), width, height: Math.round(width * 0.22) })
}

/** Icons for clients that don't accept SVG. Phones round the corners themselves, so the touch icon is a full square. */
async function writeIcons(): Promise<void> {
  const favicon = path.join(publicFolder, 'favicon.svg')
  const render = (size: number) => sharp(favicon, { density: (72 * size) / 32 }).resize(size, size)
  await render(180)
    .flatten({ background: '#87431a' })
    .png({ palette: true })
    .toFile(path.join(publicFolder, 'apple-touch-icon.png'))
  // A launcher crops to its own shape: the mark is within the inner 80 %, and the square extends to the edge.
  await render(512)
    .flatten({ background: '#87431a' })
    .png({ palette: true })
    .toFile(path.join(publicFolder, 'icon-maskable-512.png'))
  for (const size of [192, 512]) {
    await render(size)
      .png({ palette: true })
      .toFile(path.join(publicFolder, `icon-${size}.png`))
  }
}

async function main(sourceFolder: string | undefined): Promise<void> {
  if (!sourceFolder) throw new Error('Usage: node scripts/pictures.ts SOURCE_DIR')
  await mkdir(picturesFolder, { recursive: true })
  await writeIcons()
  const files = (await readdir(sourceFolder)).filter((file) => /\.(webp|png)$/.test(file)).sort()
  for (const file of files) {
    const name = path.parse(file).name
    const source = path.join(sourceFolder, file)
    if (name === 'hero') await writeHero(source)
    else if (name.endsWith('-product')) await write(name, await flatten(source), productRecipe)
    else if (name.endsWith('-lifestyle')) await write(name, sharp(source), lifestyleRecipe)
    else if (name.endsWith('-wave')) await write(name, await unroll(source), productRecipe)
    else if (/-(detail|night)$/.test(name)) await write(name, sharp(source), sceneRecipe)
    else console.warn(`${file}: unknown kind of picture, skipped`)
  }
  await writeShared()
  console.log(`${files.length} photographs done`)
}

await main(process.argv[2])
