/**
 * Makes every picture of the shop from the photographs: `node scripts/pictures.ts SOURCE_DIR`.
 *
 * SOURCE_DIR contains `hero.webp` and, for each belt, `<id>-product.webp` (1:1) and `<id>-lifestyle.webp` (4:5);
 * optionally also `<id>-detail`, `<id>-night` and `<id>-aged-<months>` (1:1), `<id>-wave` (9:5), and the twelve frames of
 * a turn, `<id>-turn-000` to `-330` (1:1); `box` (8:5) is an opened box without a belt. WebP or PNG. The photographs are
 * not in this repository. The output is, in `public/`, because it's smaller than the photographs and a build should not need
 * them. Run this again when a photograph changes, and commit what it writes. It remakes everything and removes nothing,
 * and takes about five minutes.
 *
 * Output: `public/pictures/<name>-<width>.avif` and `.webp` for each picture of a belt (widths 480, 840, 1200, and
 * 1600 for a close-up), `box`,
 * `hero` (1280, 2000) and `hero-mobile` (640, 750, 960); `<id>-turn-640.avif` and `.webp`, a belt's twelve frames in three
 * rows; `public/pictures/mail-box.jpg`; from these, the pictures of shared links (`public/og/`); and, from
 * `public/favicon.svg`, the icons that must be PNG. `node scripts/pictures.ts SOURCE_DIR WORD` makes only the pictures
 * whose names contain the word.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type AvifOptions, type Sharp, type WebpOptions } from 'sharp'
import { openedBox } from '../domain/opened-box.ts'
import { beltInBox } from '../server/pictures/opened-box.ts'
import { calm, cropMobile, lengthen } from './pictures/hero.ts'
import { besideBox, besideCoil, besideWave, flatten, writeShared } from './pictures/shared.ts'
import { writeTurn } from './pictures/turn.ts'

export type Recipe = { widths: number[]; avif: AvifOptions; webp: WebpOptions; webpShift?: number[] }

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
/** What one comes close to: a width more, in which the grain is seen. */
const detailRecipe: Recipe = { ...sceneRecipe, widths: [...sceneRecipe.widths, 1600] }
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
}

/** The opened box on the page's background, the mark on its card, and the one of the gift email, with a belt in it. */
async function writeBox(source: string): Promise<void> {
  const { width, card } = openedBox
  const mark = await readFile(path.join(publicFolder, 'mark.svg'), 'utf8')
  const stamp = Buffer.from(
    mark.replace('<svg', '<svg width="52" height="52"').replace('currentColor', '#87431a'),
  )
  // In the photograph the card is in the shade of the table; its words need paper.
  const white = `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}"><rect width="100%" height="100%" fill="#fdfaf4" opacity=".7"/></svg>`
  const plain = await (await flatten(source, besideBox)).resize({ width }).png().toBuffer()
  const stamped = sharp(plain).composite([
    { input: Buffer.from(white), left: card.left, top: card.top },
    { input: stamp, left: card.left + 26, top: card.top + 22, blend: 'multiply' },
  ])
  await write('box', stamped, productRecipe)
  const shot = await readFile(path.join(picturesFolder, 'men-dress-2-product-1200.webp'))
  const box = await readFile(path.join(picturesFolder, 'box-1200.avif'))
  await writeFile(path.join(picturesFolder, 'mail-box.jpg'), (await beltInBox(shot, box))!)
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

async function main(sourceFolder: string | undefined, word = ''): Promise<void> {
  if (!sourceFolder) throw new Error('Usage: node scripts/pictures.ts SOURCE_DIR')
  await mkdir(picturesFolder, { recursive: true })
  await writeIcons()
  const files = (await readdir(sourceFolder)).filter((file) => /\.(webp|png)$/.test(file)).sort()
  const wanted = files.filter((file) => file.includes(word))
  for (const file of wanted) {
    const name = path.parse(file).name
    const source = path.join(sourceFolder, file)
    const [, turned] = /^(.+-turn)-000$/.exec(name) ?? []
    if (name === 'hero') await writeHero(source)
    else if (name === 'box') await writeBox(source)
    else if (turned) await writeTurn(source, path.join(picturesFolder, `${turned}-640`), productRecipe)
    else if (/-turn-\d+$/.test(name)) continue
    else if (name.endsWith('-product')) await write(name, await flatten(source, besideCoil), productRecipe)
    else if (name.endsWith('-lifestyle')) await write(name, sharp(source), lifestyleRecipe)
    else if (name.endsWith('-wave')) await write(name, await unroll(source), productRecipe)
    else if (name.endsWith('-detail')) await write(name, sharp(source), detailRecipe)
    else if (/-(night|aged-\d+)$/.test(name)) await write(name, sharp(source), sceneRecipe)
    else console.warn(`${file}: unknown kind of picture, skipped`)
  }
  if (word === '') await writeShared()
  console.log(`${wanted.length} photographs done`)
}

await main(process.argv[2], process.argv[3])
