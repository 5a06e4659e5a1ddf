import { PDFDocument } from 'pdf-lib'
import { expect, it } from 'vitest'
import { drawnBy, pdfText } from '../../test/pdf-text.ts'
import { drawBeltLabels } from './belt-labels.ts'
import { drawSpecimen, joinLabels } from './label-sheets.ts'
import { writePdf } from './write-pdf.ts'

const madeAt = new Date('2026-11-21T15:00:00Z')

it('a document goes on on another page before it reaches the foot of the paper', async () => {
  const pagesOf = async (count: number) => {
    const lines = Array.from({ length: count }, (_, each) => `Line ${each}`)
    return (
      await PDFDocument.load(await writePdf('Receipt', [{ heading: 'Paid', lines }], madeAt))
    ).getPageCount()
  }
  // On 11 inches less margins of 56 points: the title, a heading, and 44 lines of 14 points.
  expect(await pagesOf(44)).toBe(1)
  expect(await pagesOf(45)).toBe(2)
})

it('a parcel’s label names the apartment, and has no empty line where there is none', async () => {
  const to = { name: 'Maya Ellison', street1: '418 Alder Street', street2: 'Apt 4', city: 'Portland' }
  const from = {
    name: 'Belt Club',
    street1: '1 Oak Road',
    street2: '',
    city: 'Salem',
    state: 'OR',
    zip: '97301',
  }
  const parcel = {
    from,
    to: { ...to, state: 'OR', zip: '97209' },
    trackingNumber: '9400',
    service: 'Ground',
    madeAt,
  }
  const label = await drawSpecimen(parcel)
  const text = await pdfText(label)
  expect(text).toContain('Maya Ellison\n418 Alder Street\nApt 4\nPortland, OR 97209')
  expect(text).toContain('Belt Club\n1 Oak Road\nSalem, OR 97301')
  // Packers take them in the order of the list.
  const other = await drawSpecimen({ ...parcel, trackingNumber: '9500' })
  const joined = await pdfText(await joinLabels([other, label], 'Labels'))
  expect(joined.indexOf('9500')).toBeLessThan(joined.indexOf('9400'))
})

it('labels for belts fill a sheet from left to right and top to bottom, each on its own place', async () => {
  const label = { belt: 'The Ashbury', kind: 'Men, Dress', sku: 'MD1', code: '3F9A-2C71-04BE', copies: 1 }
  const labels = ['32', '34', '36', '38'].map((size) => ({ ...label, size }))
  const bytes = await drawBeltLabels(labels, { paper: 'sheet', first: 3, madeAt })
  expect(await placesOf(bytes)).toEqual([
    [2, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ])
})

it('a belt’s long name stops before its size', async () => {
  const label = { kind: 'Men, Dress', sku: 'MD1', code: '3F9A-2C71-04BE', copies: 1 }
  const bytes = await drawBeltLabels([{ ...label, belt: 'W'.repeat(40), size: '36' }], {
    paper: 'sheet',
    madeAt,
  })
  const drawn = [...(await drawnBy(bytes)).matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex]) =>
    Buffer.from(hex!, 'hex').toString('latin1'),
  )
  expect(drawn).toContain('36')
  // The size begins 154 points after the name does; a bold W of 9.5 points is 9 points wide.
  const { length } = drawn.find((text) => text.startsWith('WWW'))!
  expect(length).toBeGreaterThan(10)
  expect(length).toBeLessThanOrEqual(17)
})

/** Column and row of Avery 5160 in which the name of each label stands. */
async function placesOf(bytes: Uint8Array) {
  const name = Buffer.from('The Ashbury').toString('hex').toUpperCase()
  const drawn = (await drawnBy(bytes)).matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm\n<([0-9A-F]+)> Tj/g)
  return [...drawn]
    .filter(([, , , hex]) => hex === name)
    .map(([, x, y]) => [Math.floor((Number(x) - 13.5) / 198), Math.floor((792 - 36 - Number(y)) / 72)])
}
