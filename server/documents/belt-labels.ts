import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { type LabelPaper, sheetLabels } from '../../domain/admin/scan-contracts.ts'
import { code128, printable } from './write-pdf.ts'

export type BeltLabel = {
  belt: string
  /** such as "Men, Dress" */
  kind: string
  size: string
  sku: string
  /** as printed under the bars: "3F9A-2C71-04BE" */
  code: string
  copies: number
}

/** In points. Avery 5160: three by ten labels of 2⅝ × 1 inches on US letter. */
const papers = {
  sheet: { page: [612, 792], label: [189, 72], left: 13.5, top: 36, across: 198, down: 72, columns: 3 },
  roll: { page: [162, 90], label: [162, 90], left: 0, top: 0, across: 162, down: 90, columns: 1 },
} as const
const padding = 8
/** Widest module in points: wider ones take space and scan no better. */
const widest = 1.1
/** Blank modules on either side (ISO 15417 "quiet zone"). */
const quiet = 10
const ink = rgb(0, 0, 0)

/**
 * Draws belt labels with barcodes, for sheets of peel-off labels or a label roll.
 * @param first first free position on a sheet, from 1
 */
export async function drawBeltLabels(
  labels: BeltLabel[],
  { paper, first = 1, madeAt }: { paper: LabelPaper; first?: number; madeAt: Date },
): Promise<Uint8Array> {
  const { page: size, label, left, top, across, down, columns } = papers[paper]
  const document = await PDFDocument.create()
  document.setTitle('Belt labels')
  document.setCreationDate(madeAt)
  document.setModificationDate(madeAt)
  // Tells the printer not to scale, which would misalign the labels.
  document.catalog.getOrCreateViewerPreferences().setPrintScaling('None' as never)
  const fonts = {
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  const perPage = paper === 'sheet' ? sheetLabels : 1
  let place = paper === 'sheet' ? first - 1 : 0
  let page: PDFPage | undefined
  for (const each of labels) {
    const bars = code128(each.code.replaceAll('-', ''))
    for (let copy = 0; copy < each.copies; copy++) {
      const at = place % perPage
      if (!page || at === 0) page = document.addPage([...size])
      const x = left + (at % columns) * across
      const y = size[1] - top - (Math.floor(at / columns) + 1) * down
      drawLabel(page, { x, y, width: label[0], height: label[1] }, each, bars, fonts)
      place++
    }
  }
  return document.save()
}

type Area = { x: number; y: number; width: number; height: number }

function drawLabel(
  page: PDFPage,
  { x, y, width, height }: Area,
  { belt, kind, size, sku, code }: BeltLabel,
  bars: number[],
  { regular, bold }: { regular: PDFFont; bold: PDFFont },
) {
  const inner = width - 2 * padding
  const write = (text: string, font: PDFFont, points: number, baseline: number, right = false) => {
    const fitted = shorten(printable(text, font), font, points, right ? inner : inner - 34)
    const at = right ? x + width - padding - font.widthOfTextAtSize(fitted, points) : x + padding
    page.drawText(fitted, { x: at, y: baseline, size: points, font, color: ink })
  }
  const upper = y + height - padding
  write(belt, bold, 9.5, upper - 9)
  write(size, bold, 17, upper - 15, true)
  write(kind, regular, 6.5, upper - 17)
  const modules = bars.reduce((sum, width_) => sum + width_, 0)
  const module = Math.min(widest, inner / (modules + 2 * quiet))
  const foot = y + padding + 8
  let at = x + (width - modules * module) / 2
  for (const [index, modulesWide] of bars.entries()) {
    if (index % 2 === 0)
      page.drawRectangle({
        x: at,
        y: foot,
        width: modulesWide * module,
        height: upper - 21 - foot,
        color: ink,
      })
    at += modulesWide * module
  }
  const under = shorten(printable(`${code}   ${sku}`, regular), regular, 6, inner)
  const underWidth = regular.widthOfTextAtSize(under, 6)
  page.drawText(under, {
    x: x + (width - underWidth) / 2,
    y: y + padding,
    size: 6,
    font: regular,
    color: ink,
  })
}

function shorten(text: string, font: PDFFont, points: number, most: number): string {
  let fitted = text
  while (fitted.length > 1 && font.widthOfTextAtSize(fitted, points) > most) fitted = fitted.slice(0, -1)
  return fitted
}
