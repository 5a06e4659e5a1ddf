import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import type { ParcelAddress } from '../../domain/parcel.ts'
import { printable } from './write-pdf.ts'

/** 4 × 6 inches in points, the size of label printers. */
const width = 288
const height = 432
const margin = 18

type Specimen = {
  from: ParcelAddress
  to: ParcelAddress
  trackingNumber: string
  service: string
  madeAt: Date
}

/** A label no post office accepts, for a shop without a carrier: laid out like a real one, but marked SPECIMEN. */
export async function drawSpecimen({
  from,
  to,
  trackingNumber,
  service,
  madeAt,
}: Specimen): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(`Specimen ${trackingNumber}`)
  document.setCreationDate(madeAt)
  document.setModificationDate(madeAt)
  const regular = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const page = document.addPage([width, height])
  page.drawText('SPECIMEN', {
    x: 46,
    y: 96,
    size: 62,
    font: bold,
    rotate: degrees(52),
    color: rgb(0.86, 0.82, 0.78),
  })
  const write = (
    lines: string[],
    { x, y, size, font = regular }: { x: number; y: number; size: number; font?: typeof bold },
  ) =>
    lines.forEach((line, index) => {
      page.drawText(printable(line, font), {
        x,
        y: y - index * size * 1.35,
        size,
        font,
        maxWidth: width - x - margin,
      })
    })
  const rule = (y: number) =>
    page.drawLine({ start: { x: margin, y }, end: { x: width - margin, y }, thickness: 1.5 })
  write([service], { x: margin, y: 396, size: 15, font: bold })
  rule(384)
  write(linesOf(from), { x: margin, y: 368, size: 8 })
  rule(314)
  write(['SHIP TO'], { x: margin, y: 296, size: 8, font: bold })
  write(linesOf(to), { x: margin + 12, y: 276, size: 12, font: bold })
  rule(150)
  write(['SPECIMEN: NO POSTAGE IS PAID'], { x: margin, y: 130, size: 9, font: bold })
  bars(trackingNumber).forEach((isDark, index) => {
    if (isDark)
      page.drawRectangle({ x: 40 + index * 1.6, y: 62, width: 1.6, height: 52, color: rgb(0, 0, 0) })
  })
  write([trackingNumber], { x: 78, y: 44, size: 10, font: bold })
  return document.save()
}

/** Stripes that look like a barcode but can't be scanned. */
function bars(text: string): boolean[] {
  return [...text]
    .flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return [true, false, ...Array.from({ length: 5 }, (_, bit) => ((code >> bit) & 1) === 1), false]
    })
    .slice(0, 130)
}

function linesOf({ name, street1, street2, city, state, zip }: ParcelAddress): string[] {
  return [name, street1, ...(street2 ? [street2] : []), `${city}, ${state} ${zip}`]
}

/** Several labels as one file, in order. */
export async function joinLabels(labels: Uint8Array[], title: string): Promise<Uint8Array> {
  const sheet = await PDFDocument.create()
  sheet.setTitle(title)
  for (const label of labels) {
    const pages = await PDFDocument.load(label)
    for (const page of await sheet.copyPages(pages, pages.getPageIndices())) sheet.addPage(page)
  }
  return sheet.save()
}
