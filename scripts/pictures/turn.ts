/** The frames of a turn in one picture, because they are only useful together: four in a row, the front first. */
import sharp from 'sharp'
import type { Recipe } from '../pictures.ts'
import { besideTurn, flatten } from './shared.ts'

const frames = 12
const inRow = 4
const size = 640

/** @param first the frame of 0°, `<id>-turn-000.png`; the others are beside it, 30° apart */
export async function writeTurn(first: string, target: string, recipe: Recipe): Promise<void> {
  const placed = []
  for (let frame = 0; frame < frames; frame++) {
    const file = first.replace(/-000(?=\.\w+$)/, `-${String((frame * 360) / frames).padStart(3, '0')}`)
    const input = await (await flatten(file, besideTurn)).resize(size, size).png().toBuffer()
    placed.push({ input, left: (frame % inRow) * size, top: Math.floor(frame / inRow) * size })
  }
  const canvas = { width: inRow * size, height: (frames / inRow) * size, channels: 3 as const }
  const sheet = await sharp({ create: { ...canvas, background: '#e3e0db' } })
    .composite(placed)
    .png({ compressionLevel: 1 })
    .toBuffer()
  await sharp(sheet).avif(recipe.avif).toFile(`${target}.avif`)
  await sharp(sheet)
    .linear([1, 1, 1], recipe.webpShift ?? [0, 0, 0])
    .webp(recipe.webp)
    .toFile(`${target}.webp`)
}
