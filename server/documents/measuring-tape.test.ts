import { PDFDocument } from 'pdf-lib'
import { expect, it } from 'vitest'
import { beltSizes, measuredSizeOf } from '../../domain/sizing.ts'
import { tapePapers } from '../../domain/tape.ts'
import { drawnBy, pdfText } from '../../test/pdf-text.ts'
import { drawMeasuringTape } from './measuring-tape.ts'

it.each(tapePapers)(
  'the tape on $name has its marks where a ruler has them',
  async ({ id, width, height }) => {
    const bytes = await drawMeasuringTape(id, 'Belt Club')
    const document = await PDFDocument.load(bytes)
    const sizes = document.getPages().map((page) => [page.getWidth(), page.getHeight()])
    expect(sizes).toEqual([
      [width, height],
      [height, width],
    ])
    // A printer that fits it to the page is told not to.
    expect(document.catalog.getViewerPreferences()?.getPrintScaling()).toBe('None')

    const drawn = await drawnBy(bytes)
    const lines = [...drawn.matchAll(/([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l/g)].map((line) =>
      line.slice(1).map(Number),
    ) as [number, number, number, number][]
    /** Places of the upright marks of a length, row by row, from the foot of the page up. */
    const marks = (length: number) => {
      const rows = Map.groupBy(
        lines.filter(([x, from, end, until]) => x === end && Math.abs(until - from - length) < 0.01),
        ([, from]) => from.toFixed(2),
      )
      return [...rows.values()].map((row) => row.map(([x]) => x).sort((a, b) => a - b))
    }
    const [inches, centimeters] = [marks(15), marks(9)]
    // A rule of six inches, and five strips of nine, each with both of its ends.
    expect(inches.map((row) => row.length).sort()).toEqual([10, 10, 10, 10, 10, 7])
    for (const row of inches)
      for (const [index, x] of row.entries()) expect(x - row[0]!).toBeCloseTo(index * 72, 6)
    expect(centimeters.flat()).toHaveLength(16 + 115)
    for (const row of centimeters)
      for (const [index, x] of row.entries()) expect(x - row[0]!).toBeCloseTo((index * 72) / 2.54, 3)
    // Each strip goes on where the last ended, in centimeters too.
    const left = inches[0]![0]!
    for (const row of centimeters) {
      const before = [0, 9, 18, 27, 36].map((from) => (row[0]! - left + from * 72) / (72 / 2.54))
      expect(before.some((each) => Math.abs(each - Math.round(each)) < 1e-3)).toBe(true)
    }
    // ISO/IEC 7810, ID-1: 85.60 × 53.98 mm.
    const boxes = [...drawn.matchAll(/0 0 m\n0 ([\d.]+) l\n([\d.]+) [\d.]+ l/g)].map(([, tall, wide]) => [
      Number(wide),
      Number(tall),
    ])
    expect(boxes.some(([wide, tall]) => near(wide, 242.646) && near(tall, 153.014))).toBe(true)
    // Nothing stands where printers can't print.
    for (const [x] of [...inches, ...centimeters]) expect(x).toBeGreaterThanOrEqual(54)
  },
)

it('the tape says the belt’s size at every waist we have one for, two inches on', async () => {
  const words = (await pdfText(await drawMeasuringTape('letter', 'Belt Club'))).split('\n')
  const all = new Set([...beltSizes.male, ...beltSizes.female])
  expect(words.filter((each) => /^belt \d+$/.test(each)).sort()).toEqual(
    [...all].map((size) => `belt ${size}`).sort(),
  )
  expect(Math.max(...[...all].map(measuredSizeOf))).toBeLessThan(45)
})

const near = (one: number | undefined, other: number) => Math.abs((one ?? 0) - other) < 0.01
