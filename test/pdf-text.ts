import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from 'pdf-lib'

/** The text lines drawn in one of the shop's PDFs, one per row, as a reader sees them; Latin letters only. */
export async function pdfText(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  return [...(await drawnBy(bytes)).matchAll(/<([0-9A-F]*)> Tj/g)]
    .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
    .join('\n')
}

/** What one of the shop's PDFs draws, as page operators. */
export async function drawnBy(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes)
  const streams = document.getPages().flatMap(({ node }) => {
    const contents = node.Contents()
    const all = contents instanceof PDFArray ? contents.asArray() : [contents]
    return all.map((each) => document.context.lookup(each))
  })
  return streams
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
    .join('\n')
}
