/**
 * The pictures of shared links, `public/og/<name>.jpg`, 1200 × 630: `node scripts/pictures/shared.ts`. They are made
 * from pictures of the repository and carry no name, because a shop chooses its own (SHOP_NAME). A browser draws them,
 * since sharp cannot read the shop's typeface as it is kept: CHROMIUM_PATH names one that is not Debian's.
 */
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

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

/** Colours are those of app/ui/tokens.css; the stitched line is the one under the shop's headings. */
function page({ words, picture, isDark }: Shared): string {
  const typeface = inline(
    'node_modules/@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2',
    'font/woff2',
  )
  const colours = isDark ? { ground: '#1b1613', ink: '#f2ece3' } : { ground: '#e3e0db', ink: '#1f1a16' }
  const placed = isDark ? 'left:0;top:0;width:1200px' : 'left:560px;top:-35px;width:700px'
  return `<!doctype html><style>
    @font-face { font-family: Brygada; src: url(${typeface}); font-weight: 400 700 }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: ${colours.ground} }
    img { position: absolute; ${placed} }
    div { position: absolute; left: 72px; top: 0; height: 630px; display: grid; align-content: center; gap: 36px }
    p { margin: 0; font: 500 84px/1 Brygada; letter-spacing: -0.02em; color: ${colours.ink} }
    i { display: block; width: 200px; border-top: 5px dashed #dcae7c }
  </style><img src="${inline(`public/pictures/${picture}`, 'image/webp')}"><div><p>${words}</p><i></i></div>`
}

/** Writes them all. */
export async function writeShared() {
  const folder = path.join(root, 'public/og')
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const drawn = await browser.newPage({ viewport: size })
    for (const each of shared) {
      await drawn.setContent(page(each))
      await drawn.evaluate('Promise.all([document.fonts.ready, document.images[0].decode()])')
      const pixels = await drawn.screenshot()
      await sharp(pixels)
        .jpeg({ quality: 86, mozjpeg: true })
        .toFile(path.join(folder, `${each.name}.jpg`))
    }
  } finally {
    await browser.close()
  }
}

if (import.meta.main) await writeShared()
