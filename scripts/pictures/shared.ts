/**
 * The pictures of shared links, `public/og/<name>.jpg`, 1200 × 630: `node scripts/pictures/shared.ts`. They are made from
 * pictures in the repository and don't show a name, because each shop chooses its own (SHOP_NAME). A browser renders
 * them, because sharp can't read the shop's typeface in its stored format; CHROMIUM_PATH names one other than Debian's.
 */
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

/**
 * Makes the background of a product shot exactly the page's background color, so that a belt lies on the page with its
 * shadow but without a box. A smooth surface is fitted to the shot's empty rim and divided out; the table's remaining
 * noise fades, and the shadow stays.
 */

/** `--ground` of the light theme, #e3e0db */
const ground = [0xe3, 0xe0, 0xdb] as const

type Size = { width: number; height: number }

const terms = 10
const sampleStep = 6

/** The terms of a cubic surface at a point of the unit square. */
function basis(x: number, y: number): number[] {
  return [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
}

type Empty = (x: number, y: number) => boolean

/** Areas where no product shot has a belt or its shadow: above, below and on the sides. */
export const besideCoil: Empty = (x, y) =>
  y < 0.2 || y > 0.82 || (x < 0.05 && (y < 0.3 || y > 0.72)) || (x > 0.96 && y < 0.35)

/** The same for a belt unrolled from edge to edge. */
export const besideWave: Empty = (_, y) => y < 0.3 || y > 0.72

/** The same for the frames of a turn, in which the buckle goes all the way around. */
export const besideTurn: Empty = (x, y) => y < 0.17 || y > 0.84 || (x < 0.03 && (y < 0.3 || y > 0.72))

/** The same for the opened box, with its lid behind it. */
export const besideBox: Empty = (x, y) =>
  y > 0.92 || x > 0.97 || (x < 0.03 && (y < 0.2 || y > 0.8)) || (x > 0.75 && y < 0.18)

/** A smooth S-curve from 0 to 1. */
function smooth(t: number): number {
  return t * t * (3 - 2 * t)
}

/**
 * How much of the shot is visible: nothing at the rim, everything inside; the fade is wider on the right, where the
 * shadow leaves the frame.
 */
function presence(x: number, y: number, pixel: number): number {
  const right = (1 - x - pixel) / 0.11
  const bottom = (1 - y - pixel) / 0.05
  return smooth(Math.min(1, x / 0.05, y / 0.05, right, bottom))
}

/** Gauss-Jordan on rows of [matrix | right-hand sides]; afterwards the right-hand sides are the solutions. */
function solve(rows: number[][]): void {
  for (let i = 0; i < rows.length; i++) {
    let best = i
    for (let r = i + 1; r < rows.length; r++) {
      if (Math.abs(rows[r]![i]!) > Math.abs(rows[best]![i]!)) best = r
    }
    const pivot = rows[best]!
    rows[best] = rows[i]!
    const scale = pivot[i]!
    rows[i] = pivot.map((value) => value / scale)
    for (let r = 0; r < rows.length; r++) {
      if (r === i) continue
      const factor = rows[r]![i]!
      rows[r] = rows[r]!.map((value, c) => value - factor * rows[i]![c]!)
    }
  }
}

/** The backdrop's brightness as a cubic surface, one list of coefficients per channel (least squares). */
function fitBackdrop(pixels: Buffer, { width, height }: Size, isEmpty: Empty): number[][] {
  const rows = Array.from({ length: terms }, () => Array<number>(terms + ground.length).fill(0))
  for (let j = 0; j < height; j += sampleStep) {
    for (let i = 0; i < width; i += sampleStep) {
      const x = i / width
      const y = j / height
      if (!isEmpty(x, y)) continue
      const at = (j * width + i) * ground.length
      const known = basis(x, y)
      const all = [...known, pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
      rows.forEach((row, r) => {
        for (let c = 0; c < all.length; c++) row[c]! += known[r]! * all[c]!
      })
    }
  }
  solve(rows)
  return ground.map((_, channel) => rows.map((row) => row[terms + channel]!))
}

/** One pixel's value with the backdrop divided out. Small differences are noise and fade; a shadow is larger and stays. */
function settle(value: number, backdrop: number, target: number): number {
  const difference = (value * target) / backdrop - target
  const noise = difference > 0 ? 10 : 9
  return difference * smooth(Math.min(1, Math.abs(difference) / noise))
}

/** A shot of one belt on exactly the page's background color, in the source's size. */
export async function flatten(file: string, isEmpty: Empty): Promise<Sharp> {
  const { data: pixels, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const surfaces = fitBackdrop(pixels, info, isEmpty)
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const at = (j * width + i) * ground.length
      const known = basis(i / width, j / height)
      const shown = isEmpty !== besideWave ? presence(i / width, j / height, 1 / width) : 1
      for (let channel = 0; channel < ground.length; channel++) {
        const surface = surfaces[channel]!
        let backdrop = 0
        for (let t = 0; t < terms; t++) backdrop += surface[t]! * known[t]!
        const target = ground[channel]!
        const value = target + settle(pixels[at + channel]!, backdrop, target) * shown
        pixels[at + channel] = Math.max(0, Math.min(255, Math.round(value)))
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const root = path.resolve(import.meta.dirname, '../..')
const size = { width: 1200, height: 630 }

type Shared = { name: string; words: string; picture: string; isDark: boolean }

const shared: Shared[] = [
  { name: 'home', words: 'A belt<br>every month', picture: 'hero-2000.webp', isDark: true },
  {
    name: 'returns',
    words: 'Returns and<br>exchanges',
    picture: 'men-casual-1-product-1200.webp',
    isDark: false,
  },
  { name: 'contact', words: 'Write<br>to us', picture: 'men-stretch-1-product-1200.webp', isDark: false },
  {
    name: 'policies',
    words: 'Privacy<br>and terms',
    picture: 'men-dress-1-product-1200.webp',
    isDark: false,
  },
]

function inline(file: string, type: string): string {
  return `data:${type};base64,${readFileSync(path.join(root, file)).toString('base64')}`
}

/** Colors are those of app/ui/tokens.css; the stitched line is the one below the shop's headings. */
function page({ words, picture, isDark }: Shared): string {
  const typeface = inline(
    'node_modules/@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2',
    'font/woff2',
  )
  const colors = isDark ? { ground: '#1b1613', ink: '#f2ece3' } : { ground: '#e3e0db', ink: '#1f1a16' }
  const placed = isDark ? 'left:0;top:0;width:1200px' : 'left:560px;top:-35px;width:700px'
  return `<!doctype html><style>
    @font-face { font-family: Brygada; src: url(${typeface}); font-weight: 400 700 }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: ${colors.ground} }
    img { position: absolute; ${placed} }
    div { position: absolute; left: 72px; top: 0; height: 630px; display: grid; align-content: center; gap: 36px }
    p { margin: 0; font: 500 84px/1 Brygada; letter-spacing: -0.02em; color: ${colors.ink} }
    i { display: block; width: 200px; border-top: 5px dashed #dcae7c }
  </style><img src="${inline(`public/pictures/${picture}`, 'image/webp')}"><div><p>${words}</p><i></i></div>`
}

/** Draws pages into `public/og/<name>.jpg`. */
export async function shoot(pages: { name: string; html: string }[]) {
  const folder = path.join(root, 'public/og')
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const drawn = await browser.newPage({ viewport: size })
    for (const { name, html } of pages) {
      await drawn.setContent(html)
      await drawn.evaluate('Promise.all([document.fonts.ready, document.images[0]?.decode()])')
      const pixels = await drawn.screenshot()
      await sharp(pixels)
        .jpeg({ quality: 86, mozjpeg: true })
        .toFile(path.join(folder, `${name}.jpg`))
    }
  } finally {
    await browser.close()
  }
}

/** Writes all of them. */
export const writeShared = () => shoot(shared.map((each) => ({ name: each.name, html: page(each) })))

if (import.meta.main) await writeShared()
