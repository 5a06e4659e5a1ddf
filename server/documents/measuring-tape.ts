import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { genderNames, genders } from '../../domain/belt.ts'
import { bankCard, mmPerInch } from '../../domain/measured.ts'
import { inchesAdded, measuredSizes, measuredWord } from '../../domain/sizing.ts'
import { type TapePaper, tapePapers } from '../../domain/tape.ts'
import { printable } from './write-pdf.ts'

/** Points, the unit of PDF. */
const inch = 72
const cm = (inch / mmPerInch) * 10
const margin = 54
/** Five strips of nine inches measure the largest waist we have a belt for, and fit both papers on their side. */
const strip = { inches: 9, count: 5, height: 62, apart: 88, tab: 30 }

const ink = rgb(0.12, 0.1, 0.09)
const quiet = rgb(0.45, 0.42, 0.38)
const light = rgb(0.94, 0.92, 0.89)
const leather = rgb(0.53, 0.26, 0.1)

type Fonts = { regular: PDFFont; bold: PDFFont }
type Words = {
  x: number
  y: number
  size?: number
  font?: PDFFont
  color?: typeof ink
  align?: 'center' | 'right'
}

const steps = [
  'Print both pages at 100 % (“Actual size”), not “Fit to page”.',
  'Check the scale below: with a ruler, or with any bank card.',
  'Cut out the five strips. Glue each onto the tab of the one before it, edge to line.',
  'Put on pants that fit you today, and run the tape through the loops, with room for one finger.',
  'Where the tape meets its beginning, it says your belt size. There’s nothing to add.',
]

/**
 * A paper tape that is read where the belt goes and says the belt size: a page that proves the printer's scale, and one with
 * the tape in strips.
 */
export async function drawMeasuringTape(paper: TapePaper, shopName: string): Promise<Uint8Array> {
  const { width, height } = tapePapers.find(({ id }) => id === paper)!
  // Without dates, so that every process makes the same bytes.
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(`Measuring tape, ${shopName}`)
  document.setLanguage('en-US')
  const preferences = document.catalog.getOrCreateViewerPreferences()
  preferences.setPrintScaling('None' as never)
  preferences.setDisplayDocTitle(true)
  const fonts = {
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  drawProof(document.addPage([width, height]), fonts, shopName)
  drawStrips(document.addPage([height, width]), fonts)
  return document.save()
}

function writer(page: PDFPage, { regular }: Fonts) {
  return (text: string, { x, y, size = 10.5, font = regular, color = ink, align }: Words) => {
    const shown = printable(text, font)
    const width = font.widthOfTextAtSize(shown, size)
    const left = align === 'center' ? x - width / 2 : align === 'right' ? x - width : x
    page.drawText(shown, { x: left, y, size, font, color })
  }
}

/** How it's used, a rule, a card's outline, and what the sizes mean. */
function drawProof(page: PDFPage, fonts: Fonts, shopName: string) {
  const write = writer(page, fonts)
  const top = page.getHeight() - margin
  write(shopName, { x: margin, y: top - 10, color: quiet })
  write('Find your belt size with a paper tape', { x: margin, y: top - 38, size: 20, font: fonts.bold })
  steps.forEach((words, index) => {
    const y = top - 70 - index * 19
    write(`${index + 1}.`, { x: margin, y, font: fonts.bold })
    write(words, { x: margin + 18, y })
  })
  const ruleAt = top - 236
  write('This is 6 inches, and 15 centimeters', { x: margin, y: ruleAt + 36, font: fonts.bold })
  drawRule(page, fonts, { x: margin, y: ruleAt, from: 0, inches: 6, height: 30 })
  const card = { width: (bankCard.width / 10) * cm, height: (bankCard.height / 10) * cm }
  const cardAt = ruleAt - 62 - card.height
  write('A bank card fits here exactly', { x: margin, y: cardAt + card.height + 8, font: fonts.bold })
  page.drawRectangle({ x: margin, y: cardAt, ...card, borderColor: ink, borderWidth: 0.75 })
  const lines = [
    'Is the outline larger or smaller',
    'than your card? Then the printer',
    'changed the scale. Print again and',
    'choose “Actual size” or 100 %.',
  ]
  lines.forEach((line, index) => {
    write(line, { x: margin + card.width + 20, y: cardAt + card.height - 20 - index * 16 })
  })
  let y = cardAt - 40
  for (const gender of genders) {
    const word = measuredWord[gender] === 'pants' ? 'Pants' : 'Waist'
    write(`${genderNames[gender]}: ${word.toLowerCase()} to belt`, { x: margin, y, font: fonts.bold })
    measuredSizes[gender].forEach((size, index) => {
      const x = margin + 150 + index * 50
      write(String(size), { x, y, color: quiet })
      write(String(size + inchesAdded), { x, y: y - 15, font: fonts.bold })
    })
    write('belt', { x: margin + 112, y: y - 15, color: quiet })
    y -= 44
  }
}

type Rule = { x: number; y: number; from: number; inches: number; height: number }

/** Inches along the upper edge and centimeters along the lower one, counted from the tape's beginning. */
function drawRule(page: PDFPage, fonts: Fonts, { x, y, from, inches, height }: Rule) {
  const write = writer(page, fonts)
  const upright = (at: number, start: number, length: number) =>
    page.drawLine({
      start: { x: at, y: start },
      end: { x: at, y: start + length },
      thickness: 0.5,
      color: ink,
    })
  page.drawRectangle({ x, y, width: inches * inch, height, borderColor: ink, borderWidth: 0.75 })
  for (let eighth = 0; eighth <= inches * 8; eighth++) {
    const length = eighth % 8 === 0 ? 15 : eighth % 4 === 0 ? 10 : eighth % 2 === 0 ? 7 : 4
    const at = x + (eighth * inch) / 8
    upright(at, y + height - length, length)
    const count = from + eighth / 8
    if (eighth % 8 === 0 && count > 0 && eighth < inches * 8)
      write(String(count), { x: at + 2.5, y: y + height - 14, size: 8, font: fonts.bold })
  }
  const [first, last] = [
    Math.ceil((from * inch * 10) / cm - 1e-9),
    Math.floor(((from + inches) * inch * 10) / cm),
  ]
  for (let mm = first; mm <= last; mm++) {
    const at = x + (mm * cm) / 10 - from * inch
    upright(at, y, mm % 10 === 0 ? 9 : mm % 5 === 0 ? 6 : 3)
    if (mm % 10 === 0 && mm > 0 && at < x + inches * inch - 12)
      write(String(mm / 10), { x: at + 2, y: y + 4, size: 5.5, color: quiet })
  }
}

/** The tape itself. Between the rules stand the belt sizes: each reaches back to the one before, whose wearer it would squeeze. */
function drawStrips(page: PDFPage, fonts: Fonts) {
  const write = writer(page, fonts)
  const top = page.getHeight() - 40
  write('Cut along the outlines. Glue each strip onto the gray tab of the one before it.', {
    ...{ x: margin, y: top - 8, font: fonts.bold },
  })
  const begins = { x: margin + 5, y: top - 27 - strip.height / 2, size: 9, font: fonts.bold }
  for (let index = 0; index < strip.count; index++) {
    const from = index * strip.inches
    const y = top - 30 - strip.height - index * strip.apart
    const right = margin + strip.inches * inch
    if (index < strip.count - 1) {
      page.drawRectangle({
        x: right,
        y,
        width: strip.tab,
        height: strip.height,
        color: light,
        borderColor: quiet,
        borderWidth: 0.5,
      })
      write(`glue ${from + strip.inches}`, { x: right + 3, y: y + strip.height / 2, size: 7 })
      write('here', { x: right + 3, y: y + strip.height / 2 - 9, size: 7 })
    }
    drawZones(page, fonts, { from, y })
    drawRule(page, fonts, { x: margin, y, from, inches: strip.inches, height: strip.height })
  }
  write('begins here', { ...begins, color: leather })
}

/** "belt 36" before 34 inches, for every size. */
function drawZones(page: PDFPage, fonts: Fonts, { from, y }: { from: number; y: number }) {
  const write = writer(page, fonts)
  const until = from + strip.inches
  const waists = [...new Set(genders.flatMap((gender) => measuredSizes[gender]))].toSorted((a, b) => a - b)
  waists.forEach((waist, index) => {
    const begins = Math.max(from, waist - 2)
    const ends = Math.min(until, waist)
    if (begins >= ends) return
    const [left, right] = [margin + (begins - from) * inch, margin + (ends - from) * inch]
    const zone = { x: left, y: y + 12, width: right - left, height: strip.height - 30 }
    page.drawRectangle({ ...zone, color: index % 2 === 0 ? light : rgb(1, 1, 1) })
    if (ends === waist)
      write(`belt ${waist + inchesAdded}`, {
        x: right - 6,
        y: y + 23,
        size: 13,
        font: fonts.bold,
        color: leather,
        align: 'right',
      })
  })
}
