import bwip from 'bwip-js/node'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

/** A section of a document: a heading, and lines that may contain line breaks. */
export type PdfSection = { heading: string; lines: string[] }

/** US letter with a margin, in points. */
const width = 612
const height = 792
const margin = 56
const ink = rgb(0.12, 0.1, 0.09)

type Style = { font: PDFFont; size: number }

/** Plain text as a PDF: a title, then sections, wrapped and split into pages. */
export async function writePdf(title: string, sections: PdfSection[], madeAt: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.setCreationDate(madeAt)
  document.setModificationDate(madeAt)
  const regular = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  let page: PDFPage = document.addPage([width, height])
  let y = height - margin

  function write(text: string, { font, size }: Style) {
    for (const line of wrap(printable(text, font), font, size)) {
      y -= size * 1.4
      if (y < margin) {
        page = document.addPage([width, height])
        y = height - margin - size * 1.4
      }
      page.drawText(line, { x: margin, y, size, font, color: ink })
    }
  }

  write(title, { font: bold, size: 17 })
  for (const { heading, lines } of sections) {
    y -= 14
    write(heading, { font: bold, size: 11.5 })
    for (const line of lines) write(line, { font: regular, size: 10 })
  }
  return document.save()
}

/** The built-in PDF fonts only have Western letters: others lose their accent, or become a question mark. */
export function printable(text: string, font: PDFFont): string {
  const letters = new Set(font.getCharacterSet())
  const isKnown = (letter: string) => letter === '\n' || letters.has(letter.codePointAt(0)!)
  return [
    ...text
      .normalize('NFC')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[\t\u00a0\u202f]/g, ' '),
  ]
    .map((letter) => {
      if (isKnown(letter)) return letter
      const plain = letter.normalize('NFD')[0]!
      return isKnown(plain) ? plain : '?'
    })
    .join('')
}

function wrap(text: string, font: PDFFont, size: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width - 2 * margin
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((each) => pieces(each, fits))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return [...lines, line]
  })
}

/** Splits a word that is longer than a line, such as a URL. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word]
  const found: string[] = []
  let piece = ''
  for (const letter of word) {
    if (!fits(piece + letter)) {
      found.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...found, piece]
}

/** Code 128, which every scanner reads: the widths of alternating bars and gaps in modules, starting with a bar. */
export function code128(text: string): number[] {
  const [drawn] = bwip.raw({ bcid: 'code128', text })
  if (!drawn || !('sbs' in drawn)) throw new Error('Code 128 is drawn in bars')
  return [...drawn.sbs]
}
